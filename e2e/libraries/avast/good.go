package avast

import (
	"context"
	"time"

	"github.com/avast/retry-go/v5"
)

var retrier = retry.New(retry.Attempts(5), retry.MaxDelay(5*time.Second))

func throughRetrier(c client) error { return retrier.Do(c.Close) }

func listens(ctx context.Context, c client) (string, error) {
	return retry.NewWithData[string](retry.UntilSucceeded(), retry.MaxDelay(time.Minute), retry.Context(ctx)).Do(func() (string, error) {
		return c.Get(ctx)
	})
}

// A budget ends it.
func throttled(c client) error {
	return retry.New(retry.UntilSucceeded(), retry.MaxDelay(time.Minute),
		retry.WithFixedTokenBucketThrottle(retry.FixedTokenBucketThrottleConfig{})).Do(c.Close)
}

type holder struct{ r *retry.Retrier }

func (h holder) close(c client) error { return h.r.Do(c.Close) }

var listening *retry.Retrier

// The context of the process ends the retrier and what it repeats.
func run(ctx context.Context, c client) error {
	listening = retry.New(retry.Context(ctx), retry.Attempts(5), retry.Delay(time.Second))
	return listening.Do(func() error {
		_, err := c.Get(ctx)
		return err
	})
}

// Made anew with the context of each call.
func newRetrier(ctx context.Context) *retry.Retrier {
	return retry.New(retry.Context(ctx), retry.Attempts(5), retry.Delay(time.Second))
}

func throughNew(ctx context.Context, c client) error {
	return newRetrier(ctx).Do(func() error {
		_, err := c.Get(ctx)
		return err
	})
}
