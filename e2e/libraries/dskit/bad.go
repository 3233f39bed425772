// Package dskit waits by github.com/grafana/dskit/backoff.
package dskit

import (
	"context"
	"time"

	"github.com/grafana/dskit/backoff"
)

type client interface {
	Push(ctx context.Context) error
}

func forEver(c client) error {
	b := backoff.New(context.Background(), backoff.Config{MinBackoff: 100 * time.Millisecond, MaxBackoff: 10 * time.Second}) // want "retryloop/unbounded: nothing ends this retry, no number of attempts and no time, and its context never ends"
	for b.Ongoing() {
		if err := c.Push(context.Background()); err == nil {
			return nil
		}
		b.Wait()
	}
	return b.Err()
}

func atOnce(ctx context.Context, c client) error {
	b := backoff.New(ctx, backoff.Config{MaxRetries: 5}) // want "retryloop/no-backoff"
	for b.Ongoing() {
		if err := c.Push(ctx); err == nil {
			return nil
		}
		b.Wait()
	}
	return b.Err()
}

// No wait is shorter than the first, and none longer than the longest.
func inStep(ctx context.Context, c client) error {
	b := backoff.New(ctx, backoff.Config{MinBackoff: time.Second, MaxRetries: 5}) // want "retryloop/constant-backoff: with a first wait of 1 s and a longest of 0 s this retry always waits for 1 s"
	for b.Ongoing() {
		if err := c.Push(ctx); err == nil {
			return nil
		}
		b.Wait()
	}
	return b.Err()
}
