// Package good counts failures alone, or what nobody can tell.
package good

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"
)

type client struct {
	hc   *http.Client
	db   *sql.DB
	base string
	b    breaker
	rows breaker
	some picky
}

var errNotFound = errors.New("not found")

// Only a server in trouble is a failure.
func (c *client) get(ctx context.Context, id string) (found bool, err error) {
	err = c.b.call(func() error {
		resp, err := c.hc.Get(c.base + "/orders/" + id)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		found = resp.StatusCode == http.StatusOK
		if resp.StatusCode >= 500 {
			return fmt.Errorf("status %d", resp.StatusCode)
		}
		return nil
	})
	return found, err
}

func (c *client) lookUp(id string) error {
	resp, err := c.hc.Get(c.base + "/orders/" + id)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 && resp.StatusCode < 500 {
		return errNotFound
	}
	if resp.StatusCode != http.StatusOK {
		return errors.New(resp.Status)
	}
	return nil
}

// The answer leaves by another way.
func (c *client) beside(id string) error {
	var missing error
	err := c.b.call(func() error {
		err := c.lookUp(id)
		if errors.Is(err, errNotFound) {
			missing = err
			return nil
		}
		return err
	})
	if err == nil {
		err = missing
	}
	return err
}

// The address is the program's: if it is not there, that is no caller's mistake.
func (c *client) fixed(ctx context.Context) error {
	return c.b.call(func() error { return c.ping("/healthz") })
}

func (c *client) ping(path string) error {
	resp, err := c.hc.Get(c.base + path)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return errors.New(resp.Status)
	}
	return nil
}

// And what is asked for through a helper is the program's, too.
func (c *client) guardedPing(path string) error {
	return c.b.call(func() error { return c.ping(path) })
}

func (c *client) pings() error {
	if err := c.guardedPing("/healthz"); err != nil {
		return err
	}
	return c.guardedPing("/readyz")
}

// There always is a row.
func (c *client) count(ctx context.Context, of string) (n int, err error) {
	err = c.rows.call(func() error {
		return c.db.QueryRowContext(ctx, "SELECT count(*) FROM orders WHERE customer = $1", of).Scan(&n)
	})
	return n, err
}

// None is an answer.
func (c *client) name(ctx context.Context, id string) (name string, err error) {
	err = c.rows.call(func() error {
		err := c.db.QueryRowContext(ctx, "SELECT name FROM orders WHERE id = $1", id).Scan(&name)
		if err == sql.ErrNoRows {
			return nil
		}
		return err
	})
	return name, err
}

// What the text of the query is nobody knows.
func (c *client) any(ctx context.Context, query, id string) (name string, err error) {
	err = c.rows.call(func() error { return c.db.QueryRowContext(ctx, query, id).Scan(&name) })
	return name, err
}

// Who knows what the helper makes of it.
func (c *client) mapped(id string, translate func(error) error) error {
	return c.b.call(func() error { return translate(c.lookUp(id)) })
}

// A breaker that looks at the error.
type picky struct {
	mu     sync.Mutex
	failed int
	opened time.Time
}

func (b *picky) call(op func() error) error {
	b.mu.Lock()
	open := b.failed >= 5 && time.Since(b.opened) < time.Minute
	b.mu.Unlock()
	if open {
		return errOpen
	}
	err := op()
	b.mu.Lock()
	defer b.mu.Unlock()
	if err != nil && !errors.Is(err, errNotFound) {
		b.failed++
		b.opened = time.Now()
	} else {
		b.failed = 0
	}
	return err
}

func (c *client) pickily(id string) error {
	return c.some.call(func() error { return c.lookUp(id) })
}
