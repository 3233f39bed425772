package wait

import (
	"context"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/retry"
)

func defaults(c client) error {
	return retry.OnError(retry.DefaultBackoff, apierrors.IsInternalError, func() error {
		return c.Get(context.Background())
	})
}

// Another client was faster: that is no trouble of the server's.
func conflict(c client) error {
	return retry.RetryOnConflict(wait.Backoff{Duration: 10 * time.Millisecond, Steps: 5}, func() error {
		return c.Get(context.Background())
	})
}

func jittered(ctx context.Context, c client) error {
	backoff := wait.Backoff{Duration: 500 * time.Millisecond, Factor: 2, Steps: 4, Jitter: 0.1, Cap: 10 * time.Second}
	return wait.ExponentialBackoffWithContext(ctx, backoff, func(ctx context.Context) (bool, error) {
		if err := c.Get(ctx); err != nil {
			return false, nil
		}
		return true, nil
	})
}

// A failure ends it: it polls for a state.
func polls(ctx context.Context, ready func(context.Context) (bool, error)) error {
	return wait.ExponentialBackoffWithContext(ctx, wait.Backoff{Duration: time.Second, Steps: 30}, func(ctx context.Context) (bool, error) {
		ok, err := ready(ctx)
		if err != nil {
			return false, err
		}
		return ok, nil
	})
}

// A deadline may cut the waits.
func cutByContext(ctx context.Context, c client) error {
	backoff := wait.Backoff{Duration: 2 * time.Second, Factor: 2, Steps: 50, Jitter: 0.2}
	return wait.ExponentialBackoffWithContext(ctx, backoff, func(ctx context.Context) (bool, error) {
		if err := c.Get(ctx); err != nil {
			return false, nil
		}
		return true, nil
	})
}

func capped(c client) error {
	backoff := wait.Backoff{Duration: 2 * time.Second, Factor: 2, Steps: 50, Jitter: 0.2, Cap: time.Minute}
	return retry.OnError(backoff, apierrors.IsInternalError, func() error { return c.Get(context.Background()) })
}

// How often is decided elsewhere.
func configured(c client, steps int, jitter float64) error {
	backoff := wait.Backoff{Duration: time.Second, Factor: 2, Steps: steps, Jitter: jitter}
	return retry.OnError(backoff, apierrors.IsInternalError, func() error { return c.Get(context.Background()) })
}

// Anybody can set it.
var Patience = wait.Backoff{Duration: time.Second, Factor: 2, Steps: 5}

func withPublicPatience(c client) error {
	return retry.OnError(Patience, apierrors.IsInternalError, func() error { return c.Get(context.Background()) })
}
