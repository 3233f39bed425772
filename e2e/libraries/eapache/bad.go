// Package eapache retries through github.com/eapache/go-resiliency.
package eapache

import (
	"context"
	"time"

	"github.com/eapache/go-resiliency/retrier"
)

type client interface {
	Get(ctx context.Context) error
}

func constant(ctx context.Context, c client) error {
	r := retrier.New(retrier.ConstantBackoff(3, 100*time.Millisecond), nil) // want "retryloop/constant-backoff: .*\\(100 ms, 100 ms, 100 ms\\)"
	return r.RunCtx(ctx, func(ctx context.Context) error { return c.Get(ctx) })
}

func deaf(ctx context.Context, c client) error {
	return retrier.New(retrier.ExponentialBackoff(5, time.Second), nil).Run(func() error { // want "retryloop/no-jitter: .*\\(1 s, 2 s, 4 s, … 16 s\\): .*\\(also: it does not listen to ctx\\)"
		return c.Get(ctx)
	})
}

func patient(c client) error {
	return retrier.New(retrier.ExponentialBackoff(16, time.Second), nil).Run(func() error { // want "retryloop/no-cap: without a cap these waits grow to 9 h 6 min"
		return c.Get(context.Background())
	})
}

func forEver(c client) error {
	r := retrier.New(retrier.LimitedExponentialBackoff(5, 100*time.Millisecond, time.Second), nil).WithInfiniteRetry()
	return r.Run(func() error { return c.Get(context.Background()) }) // want "retryloop/unbounded: .*\\(also: its waits have no jitter\\)"
}
