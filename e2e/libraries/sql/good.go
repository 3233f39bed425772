package sql

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"time"
)

const queryTimeout = 5 * time.Second

func readTimeout() (n int, err error) {
	db, err := sql.Open("mysql", "shop:secret@tcp(db:3306)/shop?timeout=5s&readTimeout=30s")
	if err != nil {
		return 0, err
	}
	defer db.Close()
	err = db.QueryRow("SELECT COUNT(*) FROM orders").Scan(&n)
	return n, err
}

func socket() (n int, err error) {
	db, err := sql.Open("mysql", "shop:secret@unix(/run/mysqld/mysqld.sock)/shop")
	if err != nil {
		return 0, err
	}
	defer db.Close()
	err = db.QueryRow("SELECT COUNT(*) FROM orders").Scan(&n)
	return n, err
}

func (s *store) renameSoon(ctx context.Context, id int, name string) error {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	_, err := s.db.ExecContext(ctx, "UPDATE orders SET name = ? WHERE id = ?", name, id)
	return err
}

// Whoever calls this brings the context.
func (s *store) count(ctx context.Context) (n int, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT COUNT(*) FROM orders").Scan(&n)
	return n, err
}

// The transaction is rolled back when its context ends.
func transaction(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.Exec("DELETE FROM orders"); err != nil {
		return err
	}
	return tx.Commit()
}

// Nobody can see what the connector does.
func connector(ctx context.Context, c driver.Connector) error {
	db := sql.OpenDB(c)
	defer db.Close()
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	return db.PingContext(ctx)
}
