package bench

import (
	"context"
	"testing"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/bulkhead"
	fstimeout "github.com/failsafe-go/failsafe-go/timeout"
	sethvargo "github.com/sethvargo/go-retry"
	"github.com/sony/gobreaker/v2"
	"golang.org/x/sync/semaphore"

	"github.com/reslint/reslint/resilience"
)

// newPolicy has everything: retries, budget, bulkhead, breaker and timeout.
func newPolicy() *resilience.Policy {
	return resilience.Must(resilience.New(resilience.Config{
		AttemptTimeout: timeout,
		Breaker:        new(resilience.Breaker),
		Bulkhead:       resilience.NewBulkhead(places),
	}))
}

// BenchmarkComposed is a call that succeeds at once through retries, a bulkhead, a
// breaker and a timeout for the attempt.
func BenchmarkComposed(b *testing.B) {
	measure(b, "floor-WithTimeout", func(n int) error {
		for range n {
			if err := withTimeout(ctx, op); err != nil {
				return err
			}
		}
		return nil
	})
	policy := newPolicy()
	measure(b, "resilience", func(n int) error {
		for range n {
			if err := resilience.Run(ctx, policy, op); err != nil {
				return err
			}
		}
		return nil
	})
	// No attempt can take longer than the caller has, so that it gets no context
	// of its own.
	inTime, cancel := context.WithTimeout(ctx, timeout*1000)
	defer cancel()
	patient := resilience.Must(resilience.New(resilience.Config{
		AttemptTimeout: timeout * 2000,
		Breaker:        new(resilience.Breaker),
		Bulkhead:       resilience.NewBulkhead(places),
	}))
	measure(b, "resilience-under-earlier-deadline", func(n int) error {
		for range n {
			if err := resilience.Run(inTime, patient, op); err != nil {
				return err
			}
		}
		return nil
	})
	guard := newGuard()
	measure(b, "sethvargo+gobreaker+x-sync", func(n int) error {
		for range n {
			if err := sethvargo.Do(ctx, newSethvargo(), guard.call); err != nil {
				return err
			}
		}
		return nil
	})
	measure(b, "cenkalti-v7+gobreaker+x-sync", func(n int) error {
		for range n {
			if err := retryCenkalti7(ctx, func() (int, error) { return 0, guard.call(ctx) }); err != nil {
				return err
			}
		}
		return nil
	})
	measure(b, "avast+gobreaker+x-sync", func(n int) error {
		for range n {
			if err := newAvast(ctx).Do(func() error { return guard.call(ctx) }); err != nil {
				return err
			}
		}
		return nil
	})
	executor := failsafe.With[any](newFailsafeRetry(), bulkhead.New[any](places), newFailsafeBreaker(), fstimeout.New[any](timeout))
	measure(b, "failsafe", func(n int) error {
		for range n {
			if err := executor.WithContext(ctx).RunWithExecution(func(e failsafe.Execution[any]) error { return op(e.Context()) }); err != nil {
				return err
			}
		}
		return nil
	})
}

func withTimeout(ctx context.Context, op func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	return op(ctx)
}

// A guard is what a library that only retries is combined with.
type guard struct {
	breaker *gobreaker.CircuitBreaker[struct{}]
	places  *semaphore.Weighted
}

func newGuard() *guard {
	return &guard{gobreaker.NewCircuitBreaker[struct{}](gobreaker.Settings{}), semaphore.NewWeighted(places)}
}

func (g *guard) call(ctx context.Context) error {
	if !g.places.TryAcquire(1) {
		return errRefused
	}
	defer g.places.Release(1)
	_, err := g.breaker.Execute(func() (struct{}, error) { return struct{}{}, withTimeout(ctx, op) })
	return err
}
