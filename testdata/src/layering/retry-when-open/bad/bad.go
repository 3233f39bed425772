package bad

import (
	"context"
	"net/http"
	"time"

	"layering/retry-when-open/failures"
	"layering/retry-when-open/resil"
)

type client struct {
	hc    *http.Client
	fuse  resil.Fuse
	gate  *resil.Gate
	trips *resil.Switch[int]
}

func (c *client) once(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://orders.test", nil)
	if err != nil {
		return failures.Bad(err.Error())
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return failures.Down(err.Error())
	}
	return resp.Body.Close()
}

func (c *client) soft(ctx context.Context) error {
	return resil.Soft(ctx, func(ctx context.Context) error {
		return c.fuse.Do(ctx, c.once) // want "resil.Soft repeats this call when the breaker is open, too, .*: its error, a failures.Error, counts as one that may go away"
	})
}

func (c *client) coded(ctx context.Context) error {
	return resil.Coded(ctx, func(ctx context.Context) error {
		return c.fuse.Do(ctx, c.once) // want "resil.Coded repeats this call when the breaker is open"
	})
}

// The operation has a name.
func (c *client) guarded(ctx context.Context) error { return c.fuse.Do(ctx, c.once) }

func (c *client) named(ctx context.Context) error {
	return resil.Soft(ctx, c.guarded) // want "resil.Soft repeats this call when the breaker is open"
}

// Every error is repeated.
func (c *client) any(ctx context.Context) (int, error) {
	return resil.Any(ctx, func() (int, error) {
		return c.trips.Do(func() (int, error) { return 0, c.once(ctx) }) // want "resil.Any repeats this call when the breaker is open, too, which refuses every attempt until its time is over. End the retry there"
	})
}

// A loop of its own.
func (c *client) inLoop(ctx context.Context) (err error) {
	for range 3 {
		if err = c.gate.Do(ctx, c.once); err == nil {
			return nil
		}
		select {
		case <-time.After(time.Second): // want "this retry goes on when the breaker is open, .*: leave the loop at the breaker's own error"
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return err
}
