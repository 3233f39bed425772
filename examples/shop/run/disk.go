package main

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"sync/atomic"
	"time"

	"modernc.org/sqlite"
)

// A disk is an SQLite database whose statements each take a time. What has begun is
// finished, whether or not somebody waits for it.
type disk struct {
	file   string
	driver sqlite.Driver
	each   atomic.Int64 // a time.Duration
}

// open returns a pool of connections: with each of 80 ms, two of them do 25
// statements a second.
func open(file string, conns int, each time.Duration) (*sql.DB, *disk) {
	d := &disk{file: file}
	d.each.Store(int64(each))
	db := sql.OpenDB(d)
	db.SetMaxOpenConns(conns)
	db.SetMaxIdleConns(conns)
	return db, d
}

// Connect implements driver.Connector.
func (d *disk) Connect(context.Context) (driver.Conn, error) {
	c, err := d.driver.Open(d.file + "?_pragma=busy_timeout(5000)&_pragma=journal_mode(wal)&_pragma=synchronous(off)")
	if err != nil {
		return nil, err
	}
	return conn{c, d}, nil
}

// Driver implements driver.Connector.
func (d *disk) Driver() driver.Driver { return &d.driver }

type conn struct {
	driver.Conn
	disk *disk
}

func (c conn) wait() { time.Sleep(time.Duration(c.disk.each.Load())) }

// QueryContext implements driver.QueryerContext.
func (c conn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	c.wait()
	return c.Conn.(driver.QueryerContext).QueryContext(ctx, query, args)
}

// ExecContext implements driver.ExecerContext.
func (c conn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	c.wait()
	return c.Conn.(driver.ExecerContext).ExecContext(ctx, query, args)
}
