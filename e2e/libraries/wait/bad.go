// Package wait retries through k8s.io/apimachinery and client-go.
package wait

import (
	"context"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/retry"
)

type client interface {
	Get(ctx context.Context) error
}

func newBackoff() wait.Backoff {
	return wait.Backoff{ // want "retryloop/no-cap: without a cap these waits grow to 292 years \\(2 s, 3 s, 4.5 s, … 292 years\\): "
		Duration: 2 * time.Second,
		Factor:   1.5,
		Jitter:   1.0,
		Steps:    100,
	}
}

func untilReady(cond func() (bool, error)) error {
	return wait.ExponentialBackoff(newBackoff(), cond)
}

func withoutJitter(ctx context.Context, c client) error {
	backoff := wait.Backoff{Duration: 500 * time.Millisecond, Factor: 2, Steps: 4} // want "retryloop/no-jitter: .*\\(500 ms, 1 s, 2 s\\): .* Add jitter: set Jitter to 0.1"
	return wait.ExponentialBackoffWithContext(ctx, backoff, func(ctx context.Context) (bool, error) {
		if err := c.Get(ctx); err != nil {
			return false, nil
		}
		return true, nil
	})
}

func constant(ctx context.Context, c client) error {
	return retry.OnError(wait.Backoff{ // want "retryloop/constant-backoff: .*\\(9 × 1 s\\)"
		Duration: time.Second,
		Steps:    10,
	}, apierrors.IsServerTimeout, func() error {
		return c.Get(ctx)
	})
}

var patience = wait.Backoff{ // want "no-jitter: .*\\(10 ms, 50 ms, 250 ms\\)"
	Duration: 10 * time.Millisecond,
	Factor:   5,
	Steps:    4,
}

func withPatience(c client) error {
	return retry.OnError(patience, apierrors.IsInternalError, func() error {
		return c.Get(context.Background())
	})
}

func changed(c client) error {
	backoff := retry.DefaultBackoff
	backoff.Jitter = 0 // want "no-jitter"
	return retry.OnError(backoff, apierrors.IsInternalError, func() error {
		return c.Get(context.Background())
	})
}
