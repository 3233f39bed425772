// Package sqlite queries a database on this machine.
package sqlite

import (
	"context"
	"database/sql"

	_ "modernc.org/sqlite"
)

func open() (n int, err error) {
	db, err := sql.Open("sqlite", "orders.db")
	if err != nil {
		return 0, err
	}
	defer db.Close()
	err = db.QueryRow("SELECT COUNT(*) FROM orders").Scan(&n)
	return n, err
}

type store struct{ db *sql.DB }

func newStore(file string) (*store, error) {
	db, err := sql.Open("sqlite", "file:"+file+"?_pragma=busy_timeout(5000)")
	if err != nil {
		return nil, err
	}
	return &store{db}, nil
}

func (s *store) rename(id int, name string) error {
	_, err := s.db.ExecContext(context.Background(), "UPDATE orders SET name = ? WHERE id = ?", name, id)
	return err
}
