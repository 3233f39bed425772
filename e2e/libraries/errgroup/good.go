// Package errgroup holds what golang.org/x/sync is known for, and x/time/rate, against it.
package errgroup

import (
	"context"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"
	"golang.org/x/time/rate"
)

const timeout = time.Second

func (c *client) limited(ctx context.Context) error {
	orders, err := c.list(ctx)
	if err != nil {
		return err
	}
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(4)
	for _, o := range orders {
		g.Go(func() error { return c.notify(ctx, o.ID) })
	}
	return g.Wait()
}

// Who hands a group over may have limited it.
func (c *client) given(ctx context.Context, g *errgroup.Group) error {
	orders, err := c.list(ctx)
	if err != nil {
		return err
	}
	for _, o := range orders {
		g.Go(func() error { return c.notify(ctx, o.ID) })
	}
	return nil
}

func limit(g *errgroup.Group, n int) { g.SetLimit(n) }

func (c *client) limitedElsewhere(ctx context.Context) error {
	orders, err := c.list(ctx)
	if err != nil {
		return err
	}
	g := new(errgroup.Group)
	limit(g, 4)
	for _, o := range orders {
		g.Go(func() error { return c.notify(ctx, o.ID) })
	}
	return g.Wait()
}

// A few parts, all written down.
func (c *client) parts(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, id := range []string{"a", "b", "c"} {
		g.Go(func() error { return c.notify(ctx, id) })
	}
	return g.Wait()
}

func (c *client) channel(ctx context.Context) error {
	orders, err := c.list(ctx)
	if err != nil {
		return err
	}
	sem := make(chan bool, 4)
	var g errgroup.Group
	for _, o := range orders {
		sem <- true
		g.Go(func() error {
			defer func() { <-sem }()
			return c.notify(ctx, o.ID)
		})
	}
	return g.Wait()
}

func (c *client) weighted(ctx context.Context) error {
	orders, err := c.list(ctx)
	if err != nil {
		return err
	}
	sem := semaphore.NewWeighted(4)
	for _, o := range orders {
		if err := sem.Acquire(ctx, 1); err != nil {
			return err
		}
		go func() {
			defer sem.Release(1)
			_ = c.notify(ctx, o.ID)
		}()
	}
	return sem.Acquire(ctx, 4)
}

// The goroutines are many, the calls are not.
func (c *client) weightedInside(ctx context.Context) error {
	orders, err := c.list(ctx)
	if err != nil {
		return err
	}
	sem := semaphore.NewWeighted(4)
	g, ctx := errgroup.WithContext(ctx)
	for _, o := range orders {
		g.Go(func() error {
			if err := sem.Acquire(ctx, 1); err != nil {
				return err
			}
			defer sem.Release(1)
			return c.notify(ctx, o.ID)
		})
	}
	return g.Wait()
}

func (c *client) paced(ctx context.Context) error {
	orders, err := c.list(ctx)
	if err != nil {
		return err
	}
	l := rate.NewLimiter(10, 1)
	for _, o := range orders {
		if err := l.Wait(ctx); err != nil {
			return err
		}
		go c.notify(ctx, o.ID)
	}
	return nil
}

// What finds no room is done here.
func (c *client) tries(ctx context.Context) error {
	orders, err := c.list(ctx)
	if err != nil {
		return err
	}
	var g errgroup.Group
	g.SetLimit(4)
	for _, o := range orders {
		if !g.TryGo(func() error { return c.notify(ctx, o.ID) }) {
			if err := c.notify(ctx, o.ID); err != nil {
				return err
			}
		}
	}
	return g.Wait()
}

// One group for each chunk.
func (c *client) chunked(ctx context.Context) error {
	orders, err := c.list(ctx)
	if err != nil {
		return err
	}
	for len(orders) > 0 {
		n := min(10, len(orders))
		g, ctx := errgroup.WithContext(ctx)
		for _, o := range orders[:n] {
			g.Go(func() error { return c.notify(ctx, o.ID) })
		}
		if err := g.Wait(); err != nil {
			return err
		}
		orders = orders[n:]
	}
	return nil
}
