package pgx

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
)

const queryTimeout = 5 * time.Second

func connectTimeout() (*pgx.Conn, error) {
	return pgx.Connect(context.Background(), "postgres://shop@db/shop?connect_timeout=5")
}

func connectDeadline(ctx context.Context) (*pgx.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	return pgx.Connect(ctx, "postgres://shop@db/shop")
}

func statementTimeout() (n int, err error) {
	ctx := context.Background()
	p, err := pgxpool.New(ctx, "postgres://shop@db/shop?statement_timeout=5000")
	if err != nil {
		return 0, err
	}
	defer p.Close()
	err = p.QueryRow(ctx, "SELECT COUNT(*) FROM orders").Scan(&n)
	return n, err
}

// New connects in the background.
func newPool(text string) (*pgxpool.Pool, error) {
	config, err := pgxpool.ParseConfig(text)
	if err != nil {
		return nil, err
	}
	return pgxpool.NewWithConfig(context.Background(), config)
}

func (s *store) renameSoon(ctx context.Context, id int, name string) error {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	_, err := s.pool.Exec(ctx, "UPDATE orders SET name = $1 WHERE id = $2", name, id)
	return err
}

func (s *store) clearSoon(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, "DELETE FROM orders")
		return err
	})
}

// A notification comes whenever somebody sends one.
func listen(conn *pgx.Conn) (string, error) {
	defer conn.Close(context.Background())
	n, err := conn.WaitForNotification(context.Background())
	if err != nil {
		return "", err
	}
	return n.Payload, nil
}

func standardTimeout() (n int, err error) {
	config, err := pgx.ParseConfig("postgres://shop@db/shop?statement_timeout=5000")
	if err != nil {
		return 0, err
	}
	db := stdlib.OpenDB(*config)
	defer db.Close()
	err = db.QueryRow("SELECT COUNT(*) FROM orders").Scan(&n)
	return n, err
}
