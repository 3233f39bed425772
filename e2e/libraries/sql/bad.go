// Package sql queries through database/sql.
package sql

import (
	"context"
	"database/sql"

	_ "github.com/go-sql-driver/mysql"
)

func open() (n int, err error) {
	db, err := sql.Open("mysql", "shop:secret@tcp(db:3306)/shop?timeout=5s")
	if err != nil {
		return 0, err
	}
	defer db.Close()
	err = db.QueryRow("SELECT COUNT(*) FROM orders").Scan(&n) // want "nothing ends this call"
	return n, err
}

type store struct{ db *sql.DB }

func (s *store) rename(id int, name string) error {
	_, err := s.db.ExecContext(context.Background(), "UPDATE orders SET name = ? WHERE id = ?", name, id) // want "nothing ends this call"
	return err
}

func ping(db *sql.DB) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	return db.PingContext(ctx) // want "nothing ends this call"
}

// The deadline ends with the preparation.
func prepared(ctx context.Context, db *sql.DB) (*sql.Rows, error) {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	stmt, err := db.PrepareContext(ctx, "SELECT name FROM orders")
	if err != nil {
		return nil, err
	}
	return stmt.Query() // want "takes no context"
}
