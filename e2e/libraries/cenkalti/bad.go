// Package cenkalti retries through github.com/cenkalti/backoff, versions 5 to 7.
package cenkalti

import (
	"context"
	"time"

	"github.com/cenkalti/backoff/v5"
	backoff6 "github.com/cenkalti/backoff/v6"
	backoff7 "github.com/cenkalti/backoff/v7"
)

type client interface {
	Pull(ctx context.Context) (string, error)
}

func constant(ctx context.Context, c client) (string, error) {
	return backoff.Retry(ctx, func() (string, error) { return c.Pull(ctx) },
		backoff.WithBackOff(backoff.NewConstantBackOff(5*time.Second)), // want "retryloop/constant-backoff: .*\\(5 s, 5 s, 5 s, …\\): .* Add jitter: backoff.ExponentialBackOff"
		backoff.WithMaxElapsedTime(time.Minute))
}

func constant6(ctx context.Context, c client) (string, error) {
	bo := backoff6.NewConstantBackOff(5 * time.Second) // want "constant-backoff"
	return backoff6.Retry(ctx, func() (string, error) { return c.Pull(ctx) }, backoff6.WithBackOff(bo))
}

func constant7(ctx context.Context, c client) (string, error) {
	return backoff7.Retry(ctx, func() (string, error) { return c.Pull(ctx) },
		backoff7.WithBackOff(&backoff7.ConstantBackOff{Interval: time.Second})) // want "constant-backoff"
}

func withoutJitter(ctx context.Context, c client) (string, error) {
	return backoff.Retry(ctx, func() (string, error) { return c.Pull(ctx) },
		backoff.WithMaxTries(4),
		backoff.WithBackOff(&backoff.ExponentialBackOff{ // want "retryloop/no-jitter: .*\\(1 s, 2 s, 4 s\\)"
			InitialInterval: time.Second,
			Multiplier:      2,
			MaxInterval:     30 * time.Second,
		}))
}

// Without a multiplier and a cap there is one wait only.
func forgotten(ctx context.Context, c client) (string, error) {
	return backoff.Retry(ctx, func() (string, error) { return c.Pull(ctx) },
		backoff.WithBackOff(&backoff.ExponentialBackOff{ // want "retryloop/no-backoff: with MaxInterval 0 the waits are 1 s, 0 s, 0 s, …"
			InitialInterval:     time.Second,
			RandomizationFactor: 0.5,
		}))
}

func forEver(c client) (string, error) {
	ctx := context.Background()
	return backoff.Retry(ctx, func() (string, error) { return c.Pull(ctx) }, // want "retryloop/unbounded: .*its context never ends"
		backoff.WithMaxElapsedTime(0))
}

var shared = backoff7.NewExponentialBackOff()

func throughShared(ctx context.Context, c client) (string, error) {
	return backoff7.Retry(ctx, func() (string, error) { return c.Pull(ctx) }, backoff7.WithBackOff(shared)) // want "retryloop/shared-policy"
}
