// Package avast retries through github.com/avast/retry-go/v5.
package avast

import (
	"context"
	"time"

	"github.com/avast/retry-go/v5"
)

type client interface {
	Get(ctx context.Context) (string, error)
	Close() error
}

func fixed(c client) error {
	return retry.New(retry.Attempts(5), retry.DelayType(retry.FixedDelay), retry.Delay(time.Second)).Do(c.Close) // want "retryloop/constant-backoff: .*\\(1 s, 1 s, 1 s, 1 s\\)"
}

func forEver(c client) error {
	r := retry.New(retry.UntilSucceeded(), retry.MaxDelay(time.Second))
	return r.Do(c.Close) // want "retryloop/unbounded"
}

func deaf(ctx context.Context, c client) (string, error) {
	return retry.NewWithData[string](retry.Attempts(5), retry.Delay(time.Second)).Do(func() (string, error) { // want "retryloop/deaf-sleep: .*it goes on for 15 s"
		return c.Get(ctx)
	})
}

var doubled = retry.New(retry.DelayType(retry.BackOffDelay)) // want "retryloop/no-jitter"

func throughDoubled(c client) error { return doubled.Do(c.Close) }

var (
	forAll    = retry.New(retry.Context(context.Background()), retry.Attempts(5), retry.Delay(time.Second))
	connected *retry.Retrier
)

func connect(ctx context.Context) {
	connected = retry.New(retry.Context(ctx), retry.Attempts(5), retry.Delay(time.Second))
}

// A retrier has one context for all its calls.
func deafThroughShared(ctx context.Context, c client) error {
	return forAll.Do(func() error { // want "retryloop/deaf-sleep: the operation ends with ctx, but this retry does not listen to it: "
		_, err := c.Get(ctx)
		return err
	})
}

func throughContextOfOthers(ctx context.Context, c client) error {
	return connected.Do(func() error { // want "retryloop/deaf-sleep: all calls of throughContextOfOthers share connected, with the context that it was made with, and not ctx: "
		_, err := c.Get(ctx)
		return err
	})
}
