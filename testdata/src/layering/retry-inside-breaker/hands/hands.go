// Package hands gives operations to interfaces of its own, and does not see what stands
// behind them.
package hands

import (
	"context"
	"net/http"
	"time"
)

// A Guard calls what it is given, if it may.
type Guard interface {
	Do(ctx context.Context, op func(context.Context) error) error
}

// Another is given single attempts, too.
type Another interface {
	Do(ctx context.Context, op func(context.Context) error) error
}

// A Client retries behind the guard.
type Client struct {
	hc      *http.Client
	guard   Guard
	another Another
}

// New returns a client.
func New(hc *http.Client, g Guard) *Client { return &Client{hc: hc, guard: g} }

// NewOther returns one with the other guard.
func NewOther(hc *http.Client, g Another) *Client { return &Client{hc: hc, another: g} }

func (c *Client) once(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://orders.test", nil)
	if err != nil {
		return err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (c *Client) patient(ctx context.Context) (err error) {
	for range 3 {
		if err = c.once(ctx); err == nil {
			return nil
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return err
}

// Get tries three times.
func (c *Client) Get(ctx context.Context) error {
	return c.guard.Do(ctx, func(ctx context.Context) error { return c.patient(ctx) })
}

// Twice tries three times in one place, and once in the other.
func (c *Client) Twice(ctx context.Context) error {
	if err := c.another.Do(ctx, c.once); err != nil {
		return err
	}
	return c.another.Do(ctx, c.patient)
}
