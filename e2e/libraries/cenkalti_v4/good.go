package cenkalti_v4

import (
	"context"
	"errors"
	"os"
	"time"

	"github.com/cenkalti/backoff/v4"
)

func defaults(c client) error {
	return backoff.Retry(c.Close, backoff.NewExponentialBackOff())
}

func limited(ctx context.Context, c client) error {
	bo := backoff.WithContext(backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 5), ctx)
	return backoff.Retry(func() error { return c.Push(ctx, "hello") }, bo)
}

// It waits half a second at most.
func short(ctx context.Context, c client) error {
	bo := backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 1)
	return backoff.Retry(func() error { return c.Push(ctx, "hello") }, bo)
}

// It looks at the context by itself.
func asks(ctx context.Context, c client) error {
	return backoff.Retry(func() error {
		err := c.Push(ctx, "hello")
		if ctx.Err() != nil {
			return backoff.Permanent(err)
		}
		return err
	}, backoff.NewExponentialBackOff())
}

// What it repeats does not end with the context.
func detached(ctx context.Context, c client) error {
	ctx = context.WithoutCancel(ctx)
	return backoff.Retry(func() error { return c.Push(ctx, "goodbye") }, backoff.NewExponentialBackOff())
}

// A reconnect that ends with the process.
func reconnect(ctx context.Context, c client) error {
	bo := backoff.NewExponentialBackOff()
	bo.MaxElapsedTime = 0
	return backoff.Retry(c.Close, backoff.WithContext(bo, ctx))
}

// How long is decided elsewhere.
func configured(c client, limit time.Duration, factor float64) error {
	bo := backoff.NewExponentialBackOff()
	bo.MaxElapsedTime = limit
	bo.RandomizationFactor = factor
	return backoff.Retry(c.Close, bo)
}

func changedOnOneWay(c client, quick bool) error {
	bo := backoff.NewExponentialBackOff()
	if quick {
		bo.RandomizationFactor = 0
		bo.MaxElapsedTime = 0
	}
	return backoff.Retry(c.Close, bo)
}

func given(c client, bo backoff.BackOff) error {
	return backoff.Retry(c.Close, bo)
}

func tuned(bo *backoff.ExponentialBackOff) { bo.RandomizationFactor = 0.3 }

func changedElsewhere(c client) error {
	bo := backoff.NewExponentialBackOff()
	bo.RandomizationFactor = 0
	tuned(bo)
	return backoff.Retry(c.Close, bo)
}

func overwritten(c client) error {
	bo := backoff.NewExponentialBackOff()
	bo.RandomizationFactor = 0
	bo.RandomizationFactor = 0.2
	return backoff.Retry(c.Close, bo)
}

// All that repeats it is of its own making: it polls.
func polls(c client) error {
	return backoff.Retry(func() error {
		state, err := c.Pull()
		if err != nil {
			return backoff.Permanent(err)
		}
		if state != "done" {
			return errors.New("not done yet")
		}
		return nil
	}, backoff.WithMaxRetries(backoff.NewConstantBackOff(5*time.Second), 60))
}

// A file on this machine is no dependency.
func local(name string) error {
	return backoff.Retry(func() error { return os.Remove(name) }, backoff.WithMaxRetries(backoff.NewConstantBackOff(time.Second), 3))
}

func once(c client) error {
	return backoff.Retry(c.Close, &backoff.StopBackOff{})
}

func noRetries(c client) error {
	return backoff.Retry(c.Close, backoff.WithMaxRetries(backoff.NewConstantBackOff(time.Second), 0))
}

// A function that makes the policy is looked through.
func policy() backoff.BackOff {
	return backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 5)
}

func throughPolicy(c client) error { return backoff.Retry(c.Close, policy()) }
