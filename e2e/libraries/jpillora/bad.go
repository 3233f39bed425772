// Package jpillora waits by github.com/jpillora/backoff.
package jpillora

import (
	"context"
	"time"

	"github.com/jpillora/backoff"
)

type client interface {
	Connect(ctx context.Context) error
}

func connect(ctx context.Context, c client) error {
	b := &backoff.Backoff{Min: 100 * time.Millisecond, Max: 10 * time.Second, Factor: 2} // want "retryloop/no-jitter: these waits grow, but have no jitter \\(100 ms, 200 ms, 400 ms, …\\): .* Add jitter: set Jitter to true"
	for {
		err := c.Connect(ctx)
		if err == nil {
			return nil
		}
		time.Sleep(b.Duration()) // want "retryloop/unbounded: the retry of client.Connect ends only with success: when the context has ended it goes on for ever; sleeps without listening to the context"
	}
}

func connectTo(ctx context.Context, c client) error {
	b := backoff.Backoff{ // want "no-jitter"
		Max: 5 * time.Minute,
	}
	for {
		if err := c.Connect(ctx); err == nil {
			return nil
		}
		d := b.Duration()
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(d):
		}
	}
}

func byAttempt(ctx context.Context, c client) (err error) {
	b := &backoff.Backoff{Jitter: false} // want "no-jitter: .*\\(100 ms, 200 ms, 400 ms, …\\)"
	for i := range 5 {
		if err = c.Connect(ctx); err == nil {
			return nil
		}
		time.Sleep(b.ForAttempt(float64(i))) // want "retryloop/deaf-sleep: the retry of client.Connect sleeps without listening to the context"
	}
	return err
}
