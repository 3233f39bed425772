package gobreaker

import (
	"context"
	"errors"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
	"github.com/sony/gobreaker/v2"
)

func ends(err error) bool {
	return !errors.Is(err, gobreaker.ErrOpenState) && !errors.Is(err, gobreaker.ErrTooManyRequests)
}

// The right order, and the retry ends when the breaker is open.
func retryOutside(ctx context.Context, c *client) (int, error) {
	return retry.DoWithData(func() (int, error) {
		return c.breaker.Execute(func() (int, error) { return c.status(ctx) })
	}, retry.Attempts(3), retry.Context(ctx), retry.RetryIf(ends))
}

func permanentWhenOpen(ctx context.Context, c *client) error {
	return backoff.Retry(func() error {
		_, err := c.guarded(ctx)
		if errors.Is(err, gobreaker.ErrOpenState) {
			return backoff.Permanent(err)
		}
		return err
	}, backoff.WithContext(backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 3), ctx))
}

func isTransient(err error) bool {
	var t interface{ Temporary() bool }
	return errors.As(err, &t) && t.Temporary()
}

// Who knows of which kind the breaker's error is.
func onlyTransient(ctx context.Context, c *client) error {
	return backoff.Retry(func() error {
		_, err := c.guarded(ctx)
		if err != nil && !isTransient(err) {
			return backoff.Permanent(err)
		}
		return err
	}, backoff.WithContext(backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 3), ctx))
}

// No retry at all.
func once(ctx context.Context, c *client) (int, error) {
	return c.breaker.Execute(func() (int, error) {
		return retry.DoWithData(func() (int, error) { return c.status(ctx) }, retry.Attempts(1), retry.Context(ctx))
	})
}

// The breaker is open for a second, and the retry waits for longer.
var short = gobreaker.NewCircuitBreaker[int](gobreaker.Settings{Timeout: time.Second})

func waitsForIt(ctx context.Context, c *client) error {
	return retry.Do(func() error {
		_, err := short.Execute(func() (int, error) { return c.status(ctx) })
		return err
	}, retry.Attempts(8), retry.Context(ctx))
}

// What is repeated inside stays on this machine.
func local(c *client) (int, error) {
	n := 0
	return c.breaker.Execute(func() (int, error) {
		return n, retry.Do(func() error {
			if n++; n < 2 {
				return errors.New("not yet")
			}
			return nil
		})
	})
}

// An endless connection, and one breaker around its first step.
func eachStep(ctx context.Context, c *client) (int, error) {
	if _, err := c.breaker.Execute(func() (int, error) { return c.status(ctx) }); err != nil {
		return 0, err
	}
	return c.patient(ctx)
}
