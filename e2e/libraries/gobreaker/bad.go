// Package gobreaker retries around breakers.
package gobreaker

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/eapache/go-resiliency/breaker"
	"github.com/sony/gobreaker/v2"
)

type client struct {
	hc      *http.Client
	breaker *gobreaker.CircuitBreaker[int]
	other   *breaker.Breaker
}

func (c *client) status(ctx context.Context) (int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://orders.test", nil)
	if err != nil {
		return 0, err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, resp.Body.Close()
}

func pause(ctx context.Context) error {
	select {
	case <-time.After(rand.N(time.Second)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (c *client) guarded(ctx context.Context) (int, error) {
	return c.breaker.Execute(func() (int, error) { return c.status(ctx) })
}

func (c *client) guardedByOther(ctx context.Context) error {
	err := c.other.Run(func() error {
		_, err := c.status(ctx)
		return err
	})
	if err != nil {
		return err
	}
	return nil
}

func aroundBreaker(ctx context.Context, c *client) (int, error) {
	for i := 0; ; i++ {
		n, err := c.guarded(ctx)
		if err == nil {
			return n, nil
		}
		if i == 2 {
			return 0, fmt.Errorf("orders: %w", err)
		}
		if err := pause(ctx); err != nil { // want "retry-when-open: .* goes on when the breaker is open, .*: leave the loop at gobreaker.ErrOpenState"
			return 0, err
		}
	}
}

func aroundOther(ctx context.Context, c *client) error {
	for {
		if err := c.guardedByOther(ctx); err == nil {
			return nil
		}
		if err := pause(ctx); err != nil { // want "leave the loop at breaker.ErrBreakerOpen"
			return err
		}
	}
}
