// Package sethvargo retries through github.com/sethvargo/go-retry.
package sethvargo

import (
	"context"
	"time"

	"github.com/sethvargo/go-retry"
)

type client interface {
	Get(ctx context.Context) error
}

func get(c client) retry.RetryFunc {
	return func(ctx context.Context) error { return retry.RetryableError(c.Get(ctx)) }
}

func constant(ctx context.Context, c client) error {
	b := retry.WithMaxRetries(3, retry.NewConstant(time.Second)) // want "retryloop/constant-backoff: .*\\(1 s, 1 s, 1 s\\): .* Add jitter: retry.WithJitterPercent"
	return retry.Do(ctx, b, func(ctx context.Context) error {
		if err := c.Get(ctx); err != nil {
			return retry.RetryableError(err)
		}
		return nil
	})
}

func doubled(ctx context.Context, c client) error {
	b := retry.NewExponential(100 * time.Millisecond) // want "retryloop/no-jitter: .*\\(100 ms, 200 ms, 400 ms, 800 ms\\)"
	b = retry.WithMaxRetries(4, b)
	b = retry.WithCappedDuration(5*time.Second, b)
	return retry.Do(ctx, b, get(c))
}

func inOne(ctx context.Context, c client) error {
	return retry.Exponential(ctx, time.Second, get(c)) // want "retryloop/no-jitter: .*\\(1 s, 2 s, 4 s, …\\)"
}

func forEver(c client) error {
	return retry.Do(context.Background(), // want "retryloop/unbounded: .*its context never ends: .*\\(also: its waits have no cap\\)"
		retry.WithJitter(50*time.Millisecond, retry.NewFibonacci(time.Second)), get(c))
}

func patient(c client) error {
	b := retry.WithFullJitter(retry.WithMaxRetries(20, retry.NewExponential(time.Second))) // want "retryloop/no-cap: without a cap these waits grow to 6 days \\(1 s, 2 s, 4 s, … 6 days\\)"
	return retry.Do(context.Background(), b, get(c))
}

// The first call that fails leaves no attempts to the others.
var policy = retry.WithMaxRetries(3, retry.WithJitterPercent(10, retry.NewExponential(time.Second)))

func throughPolicy(ctx context.Context, c client) error {
	return retry.Do(ctx, policy, get(c)) // want "retryloop/shared-policy: all calls of throughPolicy share policy, "
}
