package good

import (
	"context"
	"errors"
	"iter"
	"net/http"
	"time"

	"layering/retry-inside-breaker/behind"
	"layering/retry-when-open/resil"
)

type client struct {
	hc   *http.Client
	fuse resil.Fuse
	pool *resil.Pool
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

// One attempt.
func (c *client) single(ctx context.Context) error { return c.fuse.Do(ctx, c.once) }

// A pool counts nothing.
func (c *client) pooled(ctx context.Context) error { return c.pool.Do(ctx, c.threeTimes) }

// All of a list, once each.
func (c *client) all(ctx context.Context, n int) error {
	return c.fuse.Do(ctx, func(ctx context.Context) error {
		for range n {
			if err := c.once(ctx); err != nil {
				return err
			}
		}
		return nil
	})
}

// A connection that was lost refuses for good: that is no breaker.
type conn struct {
	lost   bool
	client *client
}

func (c *conn) do(ctx context.Context, op func(context.Context) error) error {
	if c.lost {
		return errors.New("lost")
	}
	err := op(ctx)
	if err != nil {
		c.lost = true
	}
	return err
}

func (c *conn) retried(ctx context.Context) error { return c.do(ctx, c.client.threeTimes) }

// A cache that is asked again after a minute.
type cache struct {
	at  time.Time
	err error
}

func (c *cache) do(ctx context.Context, op func(context.Context) error) error {
	if time.Since(c.at) < time.Minute {
		return nil
	}
	c.err = op(ctx)
	if c.err == nil {
		c.at = time.Now()
	}
	return c.err
}

func (c *cache) filled(ctx context.Context, cl *client) error { return c.do(ctx, cl.threeTimes) }

// Behind one of two it is no breaker.
func (c *client) mixed(ctx context.Context, r behind.Runner) error {
	return r.Run(func() error { return c.threeTimes(ctx) })
}

// Each of them is asked; that is no retry.
func (c *client) each(ctx context.Context, hosts iter.Seq[string]) error {
	return c.fuse.Do(ctx, func(ctx context.Context) error {
		for range hosts {
			if err := c.once(ctx); err != nil {
				return err
			}
		}
		return nil
	})
}
