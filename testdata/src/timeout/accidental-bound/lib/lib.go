// Package lib is a library of which own.api tells what it does.
package lib

import (
	"context"
	"time"
)

// Client asks a server.
type Client struct{ timeout time.Duration }

// Option changes a client.
type Option func(*Client)

// New makes a client.
func New(opts ...Option) *Client {
	c := new(Client)
	for _, o := range opts {
		o(c)
	}
	return c
}

// WithTimeout gives all calls a timeout.
func WithTimeout(d time.Duration) Option { return func(c *Client) { c.timeout = d } }

// WithName names the client.
func WithName(string) Option { return func(*Client) {} }

// SetTimeout gives all calls a timeout.
func (c *Client) SetTimeout(d time.Duration) { c.timeout = d }

// Get asks the server.
func (c *Client) Get(ctx context.Context, key string) (string, error) { return key, ctx.Err() }

// Watch waits for what comes.
func (c *Client) Watch(ctx context.Context) error { return ctx.Err() }

// Fetch gives up after five minutes.
func Fetch(ctx context.Context, url string) error { return ctx.Err() }

// Ping gives up after ten seconds.
func Ping(ctx context.Context, url string) error { return ctx.Err() }
