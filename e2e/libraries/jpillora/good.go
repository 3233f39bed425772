package jpillora

import (
	"context"
	"time"

	"github.com/jpillora/backoff"
)

func spread(ctx context.Context, c client) error {
	b := &backoff.Backoff{Min: 100 * time.Millisecond, Max: 10 * time.Second, Jitter: true}
	for {
		err := c.Connect(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-time.After(b.Duration()):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func configured(ctx context.Context, c client, jitter bool) error {
	b := &backoff.Backoff{Min: 100 * time.Millisecond, Jitter: jitter}
	for {
		if err := c.Connect(ctx); err == nil {
			return nil
		}
		select {
		case <-time.After(b.Duration()):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// The program makes the waits random by itself.
func spreadByHand(ctx context.Context, c client, random func(time.Duration) time.Duration) error {
	b := &backoff.Backoff{Min: 100 * time.Millisecond}
	for {
		if err := c.Connect(ctx); err == nil {
			return nil
		}
		select {
		case <-time.After(random(b.Duration())):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

type conn struct{ b backoff.Backoff }

func (c *conn) wait() { time.Sleep(c.b.Duration()) }

// A zero value that is filled in elsewhere.
func given(b *backoff.Backoff) { time.Sleep(b.Duration()) }
