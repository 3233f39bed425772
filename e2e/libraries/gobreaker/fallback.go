package gobreaker

import (
	"context"
	"database/sql"

	"github.com/sony/gobreaker/v2"
)

func (c *client) counted(ctx context.Context, db *sql.DB) (n int, err error) {
	err = db.QueryRowContext(ctx, "select status from orders").Scan(&n)
	return n, err
}

func instead(ctx context.Context, c *client, db *sql.DB) (int, error) {
	n, err := c.breaker.Execute(func() (int, error) { return c.status(ctx) })
	if err != nil {
		return c.counted(ctx, db) // want `remote-fallback: when \(\*gobreaker.CircuitBreaker\[T\]\).Execute \(\(\*gobreaker.client\).status → \(\*http.Client\).Do\) fails, \(\*gobreaker.client\).counted answers in its place`
	}
	return n, nil
}

func insteadOfOpen(ctx context.Context, c *client, db *sql.DB) (int, error) {
	n, err := c.breaker.Execute(func() (int, error) { return c.status(ctx) })
	if err == gobreaker.ErrOpenState {
		return c.counted(ctx, db) // want `remote-fallback`
	}
	return n, err
}

func gate(ctx context.Context, b *gobreaker.TwoStepCircuitBreaker[int], c *client, db *sql.DB) (int, error) {
	done, err := b.Allow()
	if err != nil {
		return c.counted(ctx, db) // want `remote-fallback: when \(\*gobreaker.TwoStepCircuitBreaker\[T\]\).Allow refuses the call`
	}
	n, err := c.status(ctx)
	done(err)
	return n, err
}

func localInstead(ctx context.Context, c *client) (int, error) {
	n, err := c.breaker.Execute(func() (int, error) { return c.status(ctx) })
	if err != nil {
		return -1, nil
	}
	return n, nil
}
