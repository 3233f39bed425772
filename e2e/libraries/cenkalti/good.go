package cenkalti

import (
	"context"
	"errors"
	"time"

	"github.com/cenkalti/backoff/v5"
	backoff7 "github.com/cenkalti/backoff/v7"
)

func defaults(ctx context.Context, c client) (string, error) {
	return backoff.Retry(ctx, func() (string, error) { return c.Pull(ctx) })
}

func limited(ctx context.Context, c client) (string, error) {
	bo := backoff7.NewExponentialBackOff()
	bo.InitialInterval = 200 * time.Millisecond
	bo.MaxInterval = 5 * time.Second
	return backoff7.Retry(ctx, func() (string, error) { return c.Pull(ctx) },
		backoff7.WithBackOff(bo), backoff7.WithMaxTries(5), backoff7.WithNotify(nil))
}

// It ends with its context.
func reconnect(ctx context.Context, c client) (string, error) {
	return backoff.Retry(ctx, func() (string, error) { return c.Pull(ctx) }, backoff.WithMaxElapsedTime(0))
}

func counted(c client) (string, error) {
	ctx := context.Background()
	return backoff.Retry(ctx, func() (string, error) { return c.Pull(ctx) }, backoff.WithMaxElapsedTime(0), backoff.WithMaxTries(3))
}

// The options may be anything.
func open(ctx context.Context, c client, opts ...backoff.RetryOption) (string, error) {
	opts = append([]backoff.RetryOption{backoff.WithBackOff(backoff.NewConstantBackOff(time.Second))}, opts...)
	return backoff.Retry(ctx, func() (string, error) { return c.Pull(ctx) }, opts...)
}

func polls(ctx context.Context, c client) (string, error) {
	return backoff.Retry(ctx, func() (string, error) {
		s, err := c.Pull(ctx)
		if err != nil {
			return "", backoff.Permanent(err)
		}
		if s == "" {
			return "", errors.New("not there yet")
		}
		return s, nil
	}, backoff.WithBackOff(backoff.NewConstantBackOff(5*time.Second)))
}
