// Package payments calls another service.
package payments

import (
	"context"
	"net/http"

	"example.com/lib/again"
)

// Client is a client of the service.
type Client struct{ http *http.Client }

// New returns a client.
func New() *Client { return &Client{http: &http.Client{}} }

// Charge makes up to three attempts.
func (c *Client) Charge(ctx context.Context) error {
	return again.Three(ctx, func(ctx context.Context) error { return c.put(ctx, "http://payments/charge") })
}

// Refund makes one attempt.
func (c *Client) Refund(ctx context.Context) error {
	return c.put(ctx, "http://payments/refund")
}

func (c *Client) put(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, "PUT", url, nil)
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
