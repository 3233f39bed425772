package good

import (
	"context"
	"errors"
	"net/http"
	"time"

	"layering/retry-when-open/failures"
	"layering/retry-when-open/resil"
)

type client struct {
	hc    *http.Client
	fuse  resil.Fuse
	gate  *resil.Gate
	pool  *resil.Pool
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

// Its refusals are no such errors.
func (c *client) typed(ctx context.Context) error {
	return resil.Soft(ctx, func(ctx context.Context) error { return c.gate.Do(ctx, c.once) })
}

// The retry knows the variable.
func (c *client) tripped(ctx context.Context) (int, error) {
	return resil.UntilTripped(ctx, func() (int, error) {
		return c.trips.Do(func() (int, error) { return 0, c.once(ctx) })
	})
}

// A pool that is full is no open breaker.
func (c *client) full(ctx context.Context) error {
	return resil.Soft(ctx, func(ctx context.Context) error { return c.pool.Do(ctx, c.once) })
}

// The waits are as long as the breaker is open.
func (c *client) patient(ctx context.Context) error {
	return resil.Patient(ctx, func(ctx context.Context) error { return c.gate.Do(ctx, c.once) })
}

// The breaker is around the retry: that is another fault.
func (c *client) marked(ctx context.Context) error {
	return resil.Soft(ctx, func(ctx context.Context) error {
		err := c.gate.Do(ctx, c.once)
		var refused failures.Refused
		if errors.As(err, &refused) {
			return failures.Bad(refused.For)
		}
		return err
	})
}

// The loop leaves at the type of the refusals.
func (c *client) inLoop(ctx context.Context) (err error) {
	for range 3 {
		err = c.gate.Do(ctx, c.once)
		var refused failures.Refused
		if err == nil || errors.As(err, &refused) {
			return err
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return err
}

// No breaker at all.
func (c *client) bare(ctx context.Context) error { return resil.Soft(ctx, c.once) }
