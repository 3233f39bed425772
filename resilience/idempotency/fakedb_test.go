package idempotency_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
)

// A fakeDB is as much of a database as an SQL needs: a table of keys and one
// number, charges, that effects raise, with one transaction at a time. The real
// ones have tests of their own, in the module e2e.
type fakeDB struct {
	writer chan struct{} // has room for the transaction that writes

	mu      sync.Mutex
	state   fakeState
	fail    map[string]error // by the first word of a statement, or "COMMIT"
	vanish  int              // how often a key is gone when it is selected
	clauses []string         // of the statements, in order
}

type fakeState struct {
	keys    map[string]fakeRow
	charges int
}

type fakeRow struct {
	result  []byte
	expires int64
}

func openFake() (*sql.DB, *fakeDB) {
	f := &fakeDB{writer: make(chan struct{}, 1), state: fakeState{keys: map[string]fakeRow{}}, fail: map[string]error{}}
	return sql.OpenDB(f), f
}

func (f *fakeDB) Connect(context.Context) (driver.Conn, error) { return &fakeConn{f: f}, nil }
func (f *fakeDB) Driver() driver.Driver                        { return nil }

func (f *fakeDB) charges() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.state.charges
}

func (f *fakeDB) keys() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.state.keys)
}

type fakeConn struct {
	f      *fakeDB
	inTx   bool
	writes bool      // holds f.writer
	before fakeState // to roll back to
}

func (c *fakeConn) Prepare(string) (driver.Stmt, error) { return nil, errors.New("not prepared") }
func (c *fakeConn) Close() error                        { return nil }
func (c *fakeConn) Begin() (driver.Tx, error)           { c.inTx = true; return c, nil }

func (c *fakeConn) Commit() error {
	c.f.mu.Lock()
	err := c.f.fail["COMMIT"]
	c.f.mu.Unlock()
	if err != nil {
		c.Rollback()
		return err
	}
	c.end()
	return nil
}

func (c *fakeConn) Rollback() error {
	if c.writes {
		c.f.mu.Lock()
		c.f.state = c.before
		c.f.mu.Unlock()
	}
	c.end()
	return nil
}

func (c *fakeConn) end() {
	c.inTx = false
	if c.writes {
		c.writes = false
		<-c.f.writer
	}
}

// lock takes the database for writing, as the first statement that writes does.
func (c *fakeConn) lock(ctx context.Context) error {
	if c.writes {
		return nil
	}
	select {
	case c.f.writer <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	c.writes = true
	c.f.mu.Lock()
	defer c.f.mu.Unlock()
	c.before = fakeState{maps.Clone(c.f.state.keys), c.f.state.charges}
	return nil
}

func (c *fakeConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	verb, _, _ := strings.Cut(query, " ")
	if err := c.lock(ctx); err != nil {
		return nil, err
	}
	if !c.inTx {
		defer c.end()
	}
	f := c.f
	f.mu.Lock()
	defer f.mu.Unlock()
	f.clauses = append(f.clauses, query)
	if err := f.fail[verb]; err != nil {
		return nil, err
	}
	switch verb {
	case "INSERT":
		key, expires, now := args[0].Value.(string), args[1].Value.(int64), args[2].Value.(int64)
		if old, ok := f.state.keys[key]; ok && old.expires > now {
			return driver.RowsAffected(0), nil
		}
		f.state.keys[key] = fakeRow{nil, expires}
	case "UPDATE":
		result, _ := args[0].Value.([]byte)
		key := args[1].Value.(string)
		f.state.keys[key] = fakeRow{slices.Clone(result), f.state.keys[key].expires}
	case "DELETE":
		maps.DeleteFunc(f.state.keys, func(_ string, r fakeRow) bool { return r.expires <= args[0].Value.(int64) })
	case "CHARGE":
		f.state.charges++
	default:
		return nil, errors.New("unknown statement: " + query)
	}
	return driver.RowsAffected(1), nil
}

func (c *fakeConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	f := c.f
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.fail["SELECT"]; err != nil {
		return nil, err
	}
	key := args[0].Value.(string)
	if f.vanish > 0 {
		f.vanish--
		delete(f.state.keys, key)
	}
	row, ok := f.state.keys[key]
	return &fakeRows{row.result, ok}, nil
}

type fakeRows struct {
	result []byte
	more   bool
}

func (r *fakeRows) Columns() []string { return []string{"result"} }
func (r *fakeRows) Close() error      { return nil }
func (r *fakeRows) Next(dest []driver.Value) error {
	if !r.more {
		return io.EOF
	}
	dest[0], r.more = r.result, false
	return nil
}
