// Package avast_v4 retries through github.com/avast/retry-go/v4.
package avast_v4

import (
	"context"
	"time"

	"github.com/avast/retry-go/v4"
)

type client interface {
	Get(ctx context.Context) (string, error)
	Close() error
}

func fixed(c client) error {
	return retry.Do(c.Close, retry.Attempts(3), retry.Delay(time.Second),
		retry.DelayType(retry.FixedDelay)) // want "retryloop/constant-backoff: .*\\(1 s, 1 s\\): .* Add jitter: retry.CombineDelay"
}

func doubled(c client) error {
	return retry.Do(func() error { return c.Close() },
		retry.Attempts(4),
		retry.DelayType(retry.BackOffDelay), // want "retryloop/no-jitter: .*\\(500 ms, 1 s, 2 s\\)"
		retry.Delay(500*time.Millisecond))
}

func forEver(c client) error {
	return retry.Do(c.Close, retry.Attempts(0), retry.MaxDelay(time.Second)) // want "retryloop/unbounded"
}

func untilSucceeded(c client) error {
	return retry.Do(c.Close, retry.UntilSucceeded()) // want "unbounded: .*\\(also: its waits have no cap\\)"
}

func patient(c client) error {
	return retry.Do(c.Close, retry.Attempts(20)) // want "retryloop/no-cap: without a cap these waits grow to 7 h 17 min \\(100 ms, 200 ms, 400 ms, … 7 h 17 min\\)"
}

func deaf(ctx context.Context, c client) (string, error) {
	return retry.DoWithData(func() (string, error) { // want "retryloop/deaf-sleep: the operation ends with ctx, .*it goes on for 51.1 s, .* Pass it by retry.Context"
		return c.Get(ctx)
	}, retry.LastErrorOnly(true))
}

func deafForEver(ctx context.Context, c client) (string, error) {
	return retry.DoWithData(func() (string, error) { return c.Get(ctx) }, retry.Attempts(0), retry.MaxDelay(5*time.Second)) // want "unbounded: .*\\(also: it does not listen to ctx\\)"
}

func atOnce(c client) error {
	return retry.Do(c.Close, retry.Delay(0), retry.DelayType(retry.FixedDelay)) // want "retryloop/no-backoff"
}
