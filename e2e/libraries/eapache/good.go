package eapache

import (
	"context"
	"time"

	"github.com/eapache/go-resiliency/retrier"
)

func spread(ctx context.Context, c client) error {
	r := retrier.New(retrier.ExponentialBackoff(4, 100*time.Millisecond), nil)
	r.SetJitter(0.5)
	return r.RunCtx(ctx, func(ctx context.Context) error { return c.Get(ctx) })
}

func byHand(ctx context.Context, c client) error {
	r := retrier.New([]time.Duration{time.Second, 3 * time.Second}, nil)
	return r.RunCtx(ctx, func(ctx context.Context) error { return c.Get(ctx) })
}

func given(ctx context.Context, c client, r *retrier.Retrier) error {
	return r.RunCtx(ctx, func(ctx context.Context) error { return c.Get(ctx) })
}
