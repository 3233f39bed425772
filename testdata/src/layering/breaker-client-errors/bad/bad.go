// Package bad counts answers as failures.
package bad

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
)

type client struct {
	hc   *http.Client
	db   *sql.DB
	base string
	b    breaker
	rows breaker
}

type order struct {
	ID    string
	Items []string
}

type statusError struct{ code int }

func (e *statusError) Error() string { return fmt.Sprint("status ", e.code) }

var errNotFound = errors.New("not found")

func (c *client) get(ctx context.Context, path string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+path, nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, &statusError{resp.StatusCode}
	}
	return io.ReadAll(resp.Body)
}

// Whoever asks for an order that does not exist opens it.
func (c *client) order(ctx context.Context, id string) (o order, err error) {
	err = c.b.call(func() error { // want `this breaker counts a 404 \(bad.go:46\) as a failure: callers who ask for the wrong thing open it for all others. It is an answer: hand it on as a result, not as an error`
		data, err := c.get(ctx, "/orders/"+url.PathEscape(id))
		if err != nil {
			return fmt.Errorf("order %s: %w", id, err)
		}
		return json.Unmarshal(data, &o)
	})
	return o, err
}

// Found or not is the caller's, and so is what is sent.
func (c *client) put(ctx context.Context, o *order) error {
	return c.b.call(func() error { // want `counts a 400 \(bad.go:85\)`
		body, err := json.Marshal(o)
		if err != nil {
			return err
		}
		req, err := http.NewRequestWithContext(ctx, http.MethodPut, c.base+"/orders", bytes.NewReader(body))
		if err != nil {
			return err
		}
		resp, err := c.hc.Do(req)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		switch {
		case resp.StatusCode == http.StatusNotFound:
			return nil
		case resp.StatusCode/100 == 2:
			return nil
		}
		return errors.New(resp.Status)
	})
}

// A name for it does not help: it is an error.
func (c *client) named(ctx context.Context, id string) error {
	return c.b.call(func() error { return c.lookUp(ctx, id) }) // want `counts a 404 \(bad.go:101\)`
}

func (c *client) lookUp(ctx context.Context, id string) error {
	resp, err := c.hc.Get(fmt.Sprintf("%s/orders/%s", c.base, id))
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound {
		return errNotFound
	}
	if resp.StatusCode >= 400 {
		return c.failure(resp)
	}
	return nil
}

func (c *client) failure(resp *http.Response) error { return &statusError{resp.StatusCode} }

// No row is no failure.
func (c *client) row(ctx context.Context, id string) (name string, err error) {
	err = c.rows.call(func() error { // want `counts sql.ErrNoRows \(bad.go:\d+\) as a failure: callers who ask for what is not there`
		return c.db.QueryRowContext(ctx, "SELECT name FROM orders WHERE id = $1", id).Scan(&name)
	})
	return name, err
}

func (c *client) load(ctx context.Context, id string) (name string, err error) {
	row := c.db.QueryRowContext(ctx, "SELECT name FROM orders WHERE id = $1", id)
	if err := row.Scan(&name); err != nil {
		if errors.Is(err, sql.ErrNoRows) {
			return "", errNotFound
		}
		return "", err
	}
	return name, nil
}

func (c *client) translated(ctx context.Context, id string) (name string, err error) {
	err = c.rows.call(func() (err error) { // want `counts sql.ErrNoRows`
		name, err = c.load(ctx, id)
		return err
	})
	return name, err
}

// Through a helper that hands the operation on.
func (c *client) protect(op func() error) error {
	if err := c.b.call(op); err != nil {
		return fmt.Errorf("orders: %w", err)
	}
	return nil
}

func (c *client) protected(ctx context.Context, id string) error {
	return c.protect(func() error { return c.lookUp(ctx, id) }) // want `counts a 404`
}

// A request that the caller has made.
func (c *client) Do(req *http.Request) (resp *http.Response, err error) {
	err = c.b.call(func() error { // want `counts a 404`
		resp, err = c.hc.Do(req)
		if err != nil {
			return err
		}
		if resp.StatusCode >= 400 {
			return &statusError{resp.StatusCode}
		}
		return nil
	})
	return resp, err
}

// One of its callers asks for what it was given.
func (c *client) guardedGet(ctx context.Context, path string) error {
	return c.b.call(func() error { // want `counts a 404`
		_, err := c.get(ctx, path)
		return err
	})
}

func (c *client) two(ctx context.Context, id string) error {
	if err := c.guardedGet(ctx, "/healthz"); err != nil {
		return err
	}
	return c.guardedGet(ctx, "/orders/"+id)
}
