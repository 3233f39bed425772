package sethvargo

import (
	"context"
	"errors"
	"time"

	"github.com/sethvargo/go-retry"
)

func spread(ctx context.Context, c client) error {
	b := retry.WithMaxRetries(3, retry.WithJitterPercent(10, retry.NewConstant(time.Second)))
	return retry.Do(ctx, b, get(c))
}

// A deadline may end it.
func reconnect(ctx context.Context, c client) error {
	return retry.Do(ctx, retry.WithCappedDuration(time.Minute, retry.WithFullJitter(retry.NewExponential(time.Second))), get(c))
}

func limited(c client) error {
	b := retry.WithMaxDuration(time.Minute, retry.WithFullJitter(retry.NewExponential(time.Second)))
	return retry.Do(context.Background(), b, get(c))
}

// What is not marked is not repeated: it polls.
func polls(ctx context.Context, c client, done func() bool) error {
	return retry.Do(ctx, retry.WithMaxRetries(60, retry.NewConstant(time.Second)), func(ctx context.Context) error {
		if err := c.Get(ctx); err != nil {
			return err
		}
		if !done() {
			return retry.RetryableError(errors.New("not done yet"))
		}
		return nil
	})
}

func wrapped(ctx context.Context, c client, wrap func(retry.Backoff) retry.Backoff) error {
	return retry.Do(ctx, wrap(retry.NewConstant(time.Second)), get(c))
}

func counted(ctx context.Context, c client, n uint64, percent uint64) error {
	return retry.Do(ctx, retry.WithMaxRetries(n, retry.WithJitterPercent(percent, retry.NewConstant(time.Second))), get(c))
}
