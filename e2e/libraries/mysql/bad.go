// Package mysql configures github.com/go-sql-driver/mysql.
package mysql

import (
	"context"
	"database/sql"
	"time"

	"github.com/go-sql-driver/mysql"
)

// The timeout is one of the dial.
func formatted() (*sql.Rows, error) {
	cfg := mysql.NewConfig()
	cfg.Net, cfg.Addr, cfg.DBName = "tcp", "db:3306", "shop"
	cfg.Timeout = 5 * time.Second
	db, err := sql.Open("mysql", cfg.FormatDSN())
	if err != nil {
		return nil, err
	}
	return db.Query("SELECT name FROM orders") // want "nothing ends this call"
}

func connected() error {
	c, err := mysql.NewConnector(&mysql.Config{Net: "tcp", Addr: "db:3306", DBName: "shop"})
	if err != nil {
		return err
	}
	return sql.OpenDB(c).PingContext(context.Background()) // want "nothing ends this call"
}
