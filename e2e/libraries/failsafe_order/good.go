package failsafe_order

import (
	"context"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/bulkhead"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/failsafe-go/failsafe-go/fallback"
	"github.com/failsafe-go/failsafe-go/ratelimiter"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/failsafe-go/failsafe-go/timeout"
)

// The usual order.
func usual(ctx context.Context, op func() (string, error)) (string, error) {
	return failsafe.With[string](answer, timeout.New[string](5*time.Second), again, bulkhead.New[string](10), breaker, timeout.New[string](time.Second)).
		WithContext(ctx).Get(op)
}

// A breaker beside a limiter.
func limited(op func() (string, error)) (string, error) {
	return failsafe.With[string](ratelimiter.NewSmooth[string](100, time.Second), breaker).Get(op)
}

// The fallback makes an error of an error: the retry sees it.
func errorInside(op func() (string, error)) (string, error) {
	return failsafe.With[string](again, fallback.NewWithError[string](errNone)).Get(op)
}

// It answers in the place of one error.
func someInside(op func() (string, error)) (string, error) {
	return failsafe.With[string](again, fallback.NewBuilderWithResult("none").HandleErrors(errNone).Build()).Get(op)
}

// Who knows what is inside.
func given(inner failsafe.Policy[string], op func() (string, error)) (string, error) {
	return failsafe.With[string](breaker, inner).Get(op)
}

// Nothing is repeated.
func onceInside(op func() (string, error)) (string, error) {
	return failsafe.With[string](breaker, retrypolicy.NewBuilder[string]().WithMaxAttempts(1).Build()).Get(op)
}

// The waits are longer than the breaker is open.
var quick = circuitbreaker.NewBuilder[string]().WithFailureThreshold(5).WithDelay(time.Second).WithJitterFactor(0.1).Build()

func waitsForIt(op func() (string, error)) (string, error) {
	retries := retrypolicy.NewBuilder[string]().WithBackoff(time.Second, 5*time.Second).WithJitterFactor(0.25).Build()
	return failsafe.With[string](retries, quick).Get(op)
}

func rated() circuitbreaker.CircuitBreaker[string] {
	return circuitbreaker.NewBuilder[string]().WithFailureThresholdPeriod(5, time.Minute).WithDelay(time.Minute).WithJitter(10 * time.Second).Build()
}

func delayed(f failsafe.DelayFunc[string]) circuitbreaker.CircuitBreaker[string] {
	return circuitbreaker.NewBuilder[string]().WithFailureThreshold(3).WithDelayFunc(f).OnOpen(func(circuitbreaker.StateChangedEvent) {}).Build()
}

func configured(limit uint) circuitbreaker.CircuitBreaker[string] {
	return circuitbreaker.NewBuilder[string]().WithFailureThreshold(limit).WithJitterFactor(0.25).Build()
}
