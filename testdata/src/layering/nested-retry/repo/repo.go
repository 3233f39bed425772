// Package repo has a client that retries, and one that does not.
package repo

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"
)

type Client struct {
	HTTP *http.Client
	URL  string
}

// Once makes one attempt.
func (c *Client) Once(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.URL, nil)
	if err != nil {
		return err
	}
	resp, err := c.HTTP.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Get makes three.
func (c *Client) Get(ctx context.Context) (err error) {
	for range 3 {
		if err = c.Once(ctx); err == nil {
			return nil
		}
		if err := Pause(ctx); err != nil {
			return err
		}
	}
	return err
}

// Pause waits for up to a second.
func Pause(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(rand.N(time.Second)):
		return nil
	}
}

// Retry makes up to n attempts.
func Retry(ctx context.Context, n int, op func(context.Context) error) (err error) {
	for range n {
		if err = op(ctx); err == nil {
			return nil
		}
		if err := Pause(ctx); err != nil {
			return err
		}
	}
	return err
}

// RetryValue makes up to n attempts after the first.
func RetryValue[T any](ctx context.Context, n int, op func(context.Context) (T, error)) (v T, err error) {
	for i := 0; ; i++ {
		if v, err = op(ctx); err == nil || i == n {
			return v, err
		}
		if err := Pause(ctx); err != nil {
			return v, err
		}
	}
}
