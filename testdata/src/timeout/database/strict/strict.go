// Package strict holds calls of which nobody can tell whether they end.
package strict

import (
	"context"
	"database/sql"
	"time"
)

func count(db *sql.DB) (n int, err error) {
	err = db.QueryRow("SELECT count(*) FROM users").Scan(&n) // want `\(\*sql.DB\).QueryRow takes no context, and nothing here proves that what it is called on has a timeout \(timeout/database\)`
	return n, err
}

func anyDriver(driver, dsn string) error {
	db, err := sql.Open(driver, dsn)
	if err != nil {
		return err
	}
	return db.Ping()
}

func bounded(db *sql.DB) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return db.PingContext(ctx)
}
