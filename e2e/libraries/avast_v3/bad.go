// Package avast_v3 retries through github.com/avast/retry-go, version 3.
package avast_v3

import (
	"context"
	"time"

	"github.com/avast/retry-go"
)

type client interface {
	Get(ctx context.Context) error
}

func doubled(ctx context.Context, c client) error {
	return retry.Do(func() error {
		return c.Get(ctx)
	},
		retry.Attempts(3),
		retry.Delay(time.Second),
		retry.DelayType(retry.BackOffDelay)) // want "retryloop/no-jitter: .*\\(1 s, 2 s\\): .*\\(also: it does not listen to ctx\\)"
}

func deaf(ctx context.Context, c client) error {
	return retry.Do(func() error { return c.Get(ctx) }) // want "retryloop/deaf-sleep: .*it goes on for 51.1 s"
}
