package bench

import (
	"context"
	"testing"

	avast "github.com/avast/retry-go/v5"
	cenkalti5 "github.com/cenkalti/backoff/v5"
	cenkalti7 "github.com/cenkalti/backoff/v7"
	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/budget"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	sethvargo "github.com/sethvargo/go-retry"

	"github.com/reslint/reslint/resilience"
)

// BenchmarkRetry is a call that succeeds at once under a policy of three attempts,
// jittered backoff and, where there is such a thing, a retry budget.
func BenchmarkRetry(b *testing.B) {
	measure(b, "floor-call", func(n int) error {
		for range n {
			if err := op(ctx); err != nil {
				return err
			}
		}
		return nil
	})
	var policy resilience.Policy
	measure(b, "resilience", func(n int) error {
		for range n {
			if err := resilience.Run(ctx, &policy, op); err != nil {
				return err
			}
		}
		return nil
	})
	measure(b, "resilience-result", func(n int) error {
		for range n {
			if _, err := resilience.Do(ctx, &policy, opWithResult); err != nil {
				return err
			}
		}
		return nil
	})
	measure(b, "resilience-loop", func(n int) error {
		for range n {
			err := resilience.ErrNotTried
			for a := range resilience.Attempts(ctx, &policy) {
				if err = op(ctx); err == nil {
					break
				}
				err = a.Failed(err)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	shared := newAvast(ctx)
	measure(b, "avast-fixed-context", func(n int) error {
		for range n {
			if err := shared.Do(opWithoutContext); err != nil {
				return err
			}
		}
		return nil
	})
	measure(b, "avast", func(n int) error {
		for range n {
			if err := newAvast(ctx).Do(opWithoutContext); err != nil {
				return err
			}
		}
		return nil
	})
	measure(b, "sethvargo", func(n int) error {
		for range n {
			if err := sethvargo.Do(ctx, newSethvargo(), op); err != nil {
				return err
			}
		}
		return nil
	})
	measure(b, "cenkalti-v5", func(n int) error {
		for range n {
			if _, err := cenkalti5.Retry(ctx, opWithResultOnly, cenkalti5.WithBackOff(newCenkalti5()), cenkalti5.WithMaxTries(attempts)); err != nil {
				return err
			}
		}
		return nil
	})
	measure(b, "cenkalti-v7", func(n int) error {
		for range n {
			if err := retryCenkalti7(ctx, opWithResultOnly); err != nil {
				return err
			}
		}
		return nil
	})
	executor := failsafe.With(newFailsafeRetry())
	measure(b, "failsafe-fixed-context", func(n int) error {
		for range n {
			if err := executor.Run(opWithoutContext); err != nil {
				return err
			}
		}
		return nil
	})
	measure(b, "failsafe", func(n int) error {
		for range n {
			if err := executor.WithContext(ctx).RunWithExecution(func(e failsafe.Execution[any]) error { return op(e.Context()) }); err != nil {
				return err
			}
		}
		return nil
	})
}

func newAvast(ctx context.Context) *avast.Retrier {
	return avast.New(avast.Context(ctx), avast.Attempts(attempts), avast.Delay(base), avast.MaxDelay(limit),
		avast.DelayType(avast.FullJitterBackoffDelay), avast.WithThrottle(avastThrottle))
}

var avastThrottle = avast.NewFixedTokenBucketThrottle(avast.FixedTokenBucketThrottleConfig{})

// newSethvargo makes a backoff, which has state, and so is made for each request.
func newSethvargo() sethvargo.Backoff {
	return sethvargo.WithMaxRetries(attempts-1, sethvargo.WithFullJitter(sethvargo.WithCappedDuration(limit, sethvargo.NewExponential(base))))
}

// newCenkalti5 makes a backoff, which has state, and so is made for each request.
func newCenkalti5() *cenkalti5.ExponentialBackOff {
	b := cenkalti5.NewExponentialBackOff()
	b.InitialInterval, b.MaxInterval, b.Multiplier = base, limit, 2
	return b
}

func newCenkalti7() *cenkalti7.ExponentialBackOff {
	b := cenkalti7.NewExponentialBackOff()
	b.InitialInterval, b.MaxInterval, b.Multiplier = base, limit, 2
	return b
}

func retryCenkalti7(ctx context.Context, op func() (int, error)) error {
	_, err := cenkalti7.Retry(ctx, op, cenkalti7.WithBackOff(newCenkalti7()), cenkalti7.WithMaxTries(attempts))
	return err
}

func newFailsafeRetry() retrypolicy.RetryPolicy[any] {
	return retrypolicy.NewBuilder[any]().WithMaxAttempts(attempts).WithBackoff(base, limit).WithJitterFactor(0.5).WithBudget(budget.New()).Build()
}
