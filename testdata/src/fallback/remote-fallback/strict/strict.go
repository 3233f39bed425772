// Package strict is reported where every decision has to be written down.
package strict

import (
	"context"
	"time"

	"fallback/remote-fallback/dep"
)

func negotiated(ctx context.Context, c *dep.Cache, id string) (*dep.User, error) {
	u, err := c.Get(ctx, id)
	if err != nil {
		return c.GetV1(ctx, id) // want `\(\*dep.Cache\).GetV1 answers in its place`
	}
	return u, nil
}

func replica(ctx context.Context, primary, other *dep.Cache, id string) (*dep.User, error) {
	u, err := primary.Get(ctx, id)
	if err != nil {
		return other.Get(ctx, id) // want `the next one is asked only when \(\*dep.Cache\).Get has failed: one that hangs uses up the time of all; give each attempt a deadline of its own`
	}
	return u, nil
}

func replicas(ctx context.Context, all []*dep.Cache, id string) (u *dep.User, err error) {
	for _, c := range all {
		if u, err = c.Get(ctx, id); err == nil { // want `the next one is asked only when`
			return u, nil
		}
	}
	return nil, err
}

// A deadline alone bounds the time, and not how many come at once.
func ownDeadline(ctx context.Context, c *dep.Cache, t *dep.Table, id string) (*dep.User, error) {
	u, err := c.Get(ctx, id)
	if err != nil {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		return t.Load(ctx, id) // want `\(\*dep.Table\).Load answers in its place`
	}
	return u, nil
}

type breaker struct{}

func (*breaker) Execute(do func() (*dep.User, error)) (*dep.User, error) { return do() }

// Both are there.
func protected(ctx context.Context, c *dep.Cache, t *dep.Table, b *breaker, id string) (*dep.User, error) {
	u, err := c.Get(ctx, id)
	if err != nil {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		return b.Execute(func() (*dep.User, error) { return t.Load(ctx, id) })
	}
	return u, nil
}
