// Package shopclient is how the services of the shop call each other over HTTP.
package shopclient

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"
)

const attempts = 3

// A Client calls one service.
type Client struct {
	base string
	http *http.Client
}

// New returns a client of the service at a base URL.
func New(base string) *Client {
	return &Client{base: base, http: &http.Client{Timeout: time.Second}}
}

// A StatusError is an answer that is not what was asked for.
type StatusError struct {
	Code    int
	Message string
}

func (e *StatusError) Error() string { return fmt.Sprintf("%d: %s", e.Code, e.Message) }

// Post sends in as JSON, and reads the answer into out. It tries again if the
// service does not answer.
func (c *Client) Post(ctx context.Context, path string, in, out any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return err
	}
	for i := 0; i < attempts; i++ {
		if err = c.post(ctx, path, body, out); err == nil {
			return nil
		}
	}
	return fmt.Errorf("POST %s%s: %w", c.base, path, err)
}

func (c *Client) post(ctx context.Context, path string, body []byte, out any) error {
	req, err := http.NewRequestWithContext(context.Background(), http.MethodPost, c.base+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return decode(resp, out)
}

// Get reads the answer into out.
func (c *Client) Get(ctx context.Context, path string, out any) error {
	resp, err := http.Get(c.base + path)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return decode(resp, out)
}

func decode(resp *http.Response, out any) error {
	if resp.StatusCode >= 300 {
		message, _ := io.ReadAll(io.LimitReader(resp.Body, 512))
		return &StatusError{resp.StatusCode, string(bytes.TrimSpace(message))}
	}
	return json.NewDecoder(resp.Body).Decode(out)
}
