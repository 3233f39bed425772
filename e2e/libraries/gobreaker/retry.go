package gobreaker

import (
	"context"
	"errors"

	"github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
	"github.com/sony/gobreaker/v2"
)

// The breaker sees one failure for three calls.
func aroundLibrary(ctx context.Context, c *client) (int, error) {
	return c.breaker.Execute(func() (int, error) { // want "layering/retry-inside-breaker: the breaker is around a retry: it records a single failure where 3 calls failed, .* Put the retry outside, and CircuitBreaker.Execute around each attempt"
		return retry.DoWithData(func() (int, error) { return c.status(ctx) }, retry.Attempts(3), retry.Context(ctx))
	})
}

// The retry knows the breaker's error already.
func aroundReady(ctx context.Context, c *client) (int, error) {
	return c.breaker.Execute(func() (int, error) { // want "retry-inside-breaker"
		return retry.DoWithData(func() (int, error) {
			// one attempt
			return c.status(ctx)
		}, retry.Attempts(3), retry.Context(ctx), retry.RetryIf(func(err error) bool { return !errors.Is(err, gobreaker.ErrOpenState) }))
	})
}

func (c *client) patient(ctx context.Context) (int, error) {
	return retry.DoWithData(func() (int, error) { return c.status(ctx) }, retry.Attempts(4), retry.Context(ctx))
}

// Through a method of the package.
func aroundMethod(ctx context.Context, c *client) (int, error) {
	return c.breaker.Execute(func() (int, error) { return c.patient(ctx) }) // want "records a single failure where 4 calls failed"
}

func (c *client) patientInLoop(ctx context.Context) (err error) {
	for range 5 {
		if _, err = c.status(ctx); err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

func otherAround(ctx context.Context, c *client) error {
	return c.other.Run(func() error { return c.patientInLoop(ctx) }) // want "records a single failure where 5 calls failed, .* Breaker.Run around each attempt"
}

// How often is configured.
func aroundConfigured(ctx context.Context, c *client, n uint) (int, error) {
	return c.breaker.Execute(func() (int, error) { // want "records a single failure however many calls the retry inside has made"
		return retry.DoWithData(func() (int, error) { return c.status(ctx) }, retry.Attempts(n), retry.Context(ctx))
	})
}

// A helper hands the operation on.
func (c *client) protect(op func() (int, error)) (int, error) {
	return c.breaker.Execute(op)
}

func aroundHelper(ctx context.Context, c *client) (int, error) {
	return c.protect(func() (int, error) { return c.patient(ctx) }) // want "retry-inside-breaker: .* 4 calls failed"
}

// The retry goes on when the breaker is open.
func libraryGoesOn(ctx context.Context, c *client) error {
	return retry.Do(func() error {
		_, err := c.breaker.Execute(func() (int, error) { return c.status(ctx) }) // want "layering/retry-when-open: retry.Do repeats this call when the breaker is open, too, .* End the retry at gobreaker.ErrOpenState"
		return err
	}, retry.Attempts(3), retry.Context(ctx))
}

func backoffGoesOn(ctx context.Context, c *client) error {
	return backoff.Retry(func() error {
		_, err := c.guarded(ctx) // want "retry-when-open: backoff.Retry repeats this call"
		return err
	}, backoff.WithContext(backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 3), ctx))
}
