package gobreaker

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/sony/gobreaker/v2"
)

func leavesWhenOpen(ctx context.Context, c *client) (int, error) {
	for i := 0; ; i++ {
		n, err := c.guarded(ctx)
		if err == nil || i == 2 || errors.Is(err, gobreaker.ErrOpenState) || errors.Is(err, gobreaker.ErrTooManyRequests) {
			return n, err
		}
		if err := pause(ctx); err != nil {
			return 0, err
		}
	}
}

// The breaker is asked first.
func asksState(ctx context.Context, c *client) (int, error) {
	for i := 0; ; i++ {
		n, err := c.guarded(ctx)
		if err == nil || i == 2 || c.breaker.State() == gobreaker.StateOpen {
			return n, err
		}
		if err := pause(ctx); err != nil {
			return 0, err
		}
	}
}

// The breaker is around the attempts, which do not ask it: that is another rule's fault.
func breakerOutside(ctx context.Context, c *client) (int, error) {
	return c.breaker.Execute(func() (int, error) { // want "layering/retry-inside-breaker"
		for i := 0; ; i++ {
			n, err := c.status(ctx)
			if err == nil || i == 2 {
				return n, err
			}
			if err := pause(ctx); err != nil {
				return 0, err
			}
		}
	})
}

// An answer from elsewhere is no error.
func (c *client) orZero(ctx context.Context) (int, error) {
	n, err := c.guarded(ctx)
	if errors.Is(err, gobreaker.ErrOpenState) {
		return 0, nil
	}
	return n, err
}

func withFallback(ctx context.Context, c *client) (int, error) {
	for i := 0; ; i++ {
		n, err := c.orZero(ctx)
		if err == nil || i == 2 {
			return n, err
		}
		if err := pause(ctx); err != nil {
			return 0, err
		}
	}
}

// The wait is as long as the breaker stays open.
func asLongAsOpen(ctx context.Context, c *client) (int, error) {
	for i := 0; ; i++ {
		n, err := c.guarded(ctx)
		if err == nil || i == 2 {
			return n, err
		}
		select {
		case <-time.After(time.Minute + rand.N(time.Second)):
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
}
