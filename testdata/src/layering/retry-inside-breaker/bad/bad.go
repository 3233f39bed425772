package bad

import (
	"context"
	"iter"
	"net/http"
	"time"

	"layering/nested-retry/repo"
	"layering/retry-when-open/resil"
)

type client struct {
	hc    *http.Client
	fuse  resil.Fuse
	trips *resil.Switch[int]
}

func (c *client) once(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://orders.test", nil)
	if err != nil {
		return err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// A helper of another package repeats the call.
func (c *client) around(ctx context.Context) error {
	return c.fuse.Do(ctx, func(ctx context.Context) error { // want "the breaker is around a retry: it records a single failure where 4 calls failed, .* Put the retry outside, and Fuse.Do around each attempt"
		return resil.Soft(ctx, c.once)
	})
}

func (c *client) threeTimes(ctx context.Context) (err error) {
	for range 3 {
		if err = c.once(ctx); err == nil {
			return nil
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return err
}

// A method value.
func (c *client) aroundMethod(ctx context.Context) error {
	return c.fuse.Do(ctx, c.threeTimes) // want "where 3 calls failed"
}

// A generic breaker.
func (c *client) aroundGeneric(ctx context.Context) (int, error) {
	return c.trips.Do(func() (int, error) { // want "where 3 calls failed, .* Switch.Do around each attempt"
		return 1, c.threeTimes(ctx)
	})
}

// A helper around the breaker of the package.
func (c *client) protect(ctx context.Context, op func(context.Context) error) error {
	return c.fuse.Do(ctx, func(ctx context.Context) error { return op(ctx) })
}

func (c *client) aroundHelper(ctx context.Context) error {
	return c.protect(ctx, c.threeTimes) // want "where 3 calls failed, .* client.protect around each attempt"
}

// The retry stands in another package.
func (c *client) aroundOther(ctx context.Context, r *repo.Client) error {
	return c.fuse.Do(ctx, func(ctx context.Context) error { // want "where 3 calls failed"
		return r.Get(ctx)
	})
}

func (c *client) aroundOnce(ctx context.Context, r *repo.Client) error {
	return c.fuse.Do(ctx, func(ctx context.Context) error { return r.Once(ctx) })
}

// An iterator knows how often.
func (c *client) aroundRanged(ctx context.Context, attempts iter.Seq[int]) error {
	return c.fuse.Do(ctx, func(ctx context.Context) (err error) { // want "however many calls the retry inside has made"
		for range attempts {
			if err = c.once(ctx); err == nil {
				break
			}
		}
		return err
	})
}
