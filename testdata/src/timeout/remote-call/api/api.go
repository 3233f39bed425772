// Package api is a client library: its callers bring the deadline.
package api

import (
	"context"
	"net/http"
)

// Client has no timeout, since it also streams.
type Client struct{ hc *http.Client }

func New() *Client { return &Client{hc: &http.Client{}} }

func (c *Client) do(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (c *Client) Get(ctx context.Context, url string) error {
	return c.do(ctx, url)
}

func Bare() *http.Client { return &http.Client{} }

func WithTimeout(c *http.Client) *http.Client { return c }

func (c *Client) Open(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return nil, err
	}
	return c.hc.Do(req)
}

func (c *Client) Fetch(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
