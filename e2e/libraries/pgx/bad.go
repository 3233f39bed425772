// Package pgx queries Postgres with github.com/jackc/pgx.
package pgx

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
)

func connect() (*pgx.Conn, error) {
	return pgx.Connect(context.Background(), "postgres://shop@db/shop") // want "nothing ends this call"
}

func pool() (n int, err error) {
	ctx := context.Background()
	p, err := pgxpool.New(ctx, "postgres://shop@db/shop?connect_timeout=5")
	if err != nil {
		return 0, err
	}
	defer p.Close()
	err = p.QueryRow(ctx, "SELECT COUNT(*) FROM orders").Scan(&n) // want "nothing ends this call"
	return n, err
}

type store struct{ pool *pgxpool.Pool }

func (s *store) rename(id int, name string) error {
	_, err := s.pool.Exec(context.TODO(), "UPDATE orders SET name = $1 WHERE id = $2", name, id) // want "nothing ends this call"
	return err
}

// The deadline is that of BEGIN alone.
func (s *store) clear(ctx context.Context) error {
	short, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	tx, err := s.pool.Begin(short)
	if err != nil {
		return err
	}
	_, err = tx.Exec(context.WithoutCancel(ctx), "DELETE FROM orders") // want "nothing ends this call"
	return err
}

func low(conn *pgconn.PgConn) error {
	return conn.Ping(context.Background()) // want "nothing ends this call"
}

func standard() (n int, err error) {
	config, err := pgx.ParseConfig("postgres://shop@db/shop")
	if err != nil {
		return 0, err
	}
	db := stdlib.OpenDB(*config)
	defer db.Close()
	err = db.QueryRow("SELECT COUNT(*) FROM orders").Scan(&n) // want "nothing ends this call"
	return n, err
}
