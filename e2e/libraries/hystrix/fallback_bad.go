// Package hystrix answers for commands that have failed.
package hystrix

import (
	"context"
	"database/sql"
	"io"
	"net/http"

	"github.com/afex/hystrix-go/hystrix"
)

type client struct {
	hc   *http.Client
	db   *sql.DB
	last string
}

func (c *client) get(ctx context.Context) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://orders.test", nil)
	if err != nil {
		return "", err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	return string(body), err
}

func (c *client) load(ctx context.Context) (name string, err error) {
	err = c.db.QueryRowContext(ctx, "select name from orders").Scan(&name)
	return name, err
}

func remote(ctx context.Context, c *client) (out string, err error) {
	err = hystrix.DoC(ctx, "orders",
		func(ctx context.Context) (err error) {
			out, err = c.get(ctx)
			return err
		},
		func(ctx context.Context, _ error) (err error) { // want `remote-fallback: when the operation of hystrix.DoC fails, its fallback answers in its place, and waits for another machine \(\(\*hystrix.client\).load → \(\*sql.DB\).QueryRowContext\)`
			out, err = c.load(ctx)
			return err
		})
	return out, err
}

func (c *client) fromTable(error) error {
	_, err := c.db.Exec("insert into failures values (1)")
	return err
}

func methodValue(c *client) error {
	return hystrix.Do("orders", func() error { _, err := c.get(context.Background()); return err }, c.fromTable) // want `remote-fallback: .*\(\*hystrix.client\).fromTable answers in its place, and waits for another machine \(\(\*sql.DB\).Exec\)`
}
