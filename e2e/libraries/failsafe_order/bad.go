// Package failsafe_order puts policies of github.com/failsafe-go/failsafe-go around each
// other.
package failsafe_order

import (
	"errors"
	"net/http"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/failsafe-go/failsafe-go/failsafehttp"
	"github.com/failsafe-go/failsafe-go/fallback"
	"github.com/failsafe-go/failsafe-go/hedgepolicy"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/failsafe-go/failsafe-go/timeout"
)

var (
	breaker = circuitbreaker.NewBuilder[string]().WithFailureRateThreshold(0.5, 20, time.Minute).WithJitterFactor(0.25).Build()
	again   = retrypolicy.NewBuilder[string]().
		WithBackoff(100*time.Millisecond, time.Second).
		WithJitterFactor(0.25).
		AbortOnErrors(circuitbreaker.ErrOpen).
		Build()
	hedge  = hedgepolicy.NewBuilderWithDelay[string](time.Second).WithMaxHedges(2).Build()
	answer = fallback.NewWithResult("none")
)

func breakerFirst(op func() (string, error)) (string, error) {
	return failsafe.With[string](breaker, again).Get(op) // want "layering/policy-order: the breaker is around the retry: it records a single failure where 3 calls failed"
}

// It ends at another error, and goes on when the breaker is open: no exchange is offered.
var elsewhere = retrypolicy.NewBuilder[string]().WithJitterFactor(0.25).WithBackoff(100*time.Millisecond, time.Second).AbortOnErrors(errNone).Build()

func endsElsewhere(op func() (string, error)) (string, error) {
	return failsafe.With[string](breaker, elsewhere).Get(op) // want "policy-order: the breaker is around the retry"
}

// It repeats one error, which is not the breaker's.
var onlyOne = retrypolicy.NewBuilder[string]().WithJitterFactor(0.25).WithBackoff(100*time.Millisecond, time.Second).HandleErrors(errNone).Build()

func repeatsOne(op func() (string, error)) (string, error) {
	return failsafe.With[string](breaker, onlyOne).Get(op) // want "policy-order: the breaker is around the retry"
}

func composed(op func() (string, error)) (string, error) {
	return failsafe.With[string](breaker).Compose(again).Get(op) // want "policy-order: the breaker is around the retry"
}

// The fallback stands between them.
func answersInside(op func() (string, error)) (string, error) {
	return failsafe.With[string](again, answer).Get(op) // want "policy-order: the fallback is inside the retry, and its answer is no failure: nothing is ever repeated"
}

func answersInBreaker(op func() (string, error)) (string, error) {
	return failsafe.With[string](breaker, fallback.NewBuilderWithResult("none").Build()).Get(op) // want "the fallback is inside the breaker, .*: the breaker never opens"
}

func longInside(op func() (string, error)) (string, error) {
	return failsafe.With[string](timeout.New[string](time.Second), again, timeout.NewBuilder[string](5*time.Second).Build()).Get(op) // want "policy-order: the timeout of 5 s is inside one of 1 s, so that it never ends anything: the first attempt may use up the time of all"
}

func hedgedRetry(op func() (string, error)) (string, error) {
	return failsafe.With[string](hedge, again).Get(op) // want "layering/hedge-with-retry: the hedge is around the retry: .* 3 × 3 = 9 calls go out for one"
}

func retriedHedge(op func() (string, error)) (string, error) {
	return failsafe.With[string](again, hedgepolicy.NewWithDelay[string](time.Second)).Get(op) // want "the retry is around the hedge: .* 3 × 2 = 6 calls go out"
}

func roundTripper() http.RoundTripper {
	return failsafehttp.NewRoundTripper(nil, // want "policy-order: the breaker is around the retry"
		circuitbreaker.NewBuilder[*http.Response]().WithFailureThreshold(5).WithRandomDelay(time.Second, time.Minute).Build(),
		retrypolicy.NewBuilder[*http.Response]().WithBackoff(100*time.Millisecond, time.Second).WithJitter(time.Second).Build())
}

// The retry goes on for less than a second, the breaker is open for a minute.
func goesOn(op func() (string, error)) (string, error) {
	retries := retrypolicy.NewBuilder[string]().WithBackoff(100*time.Millisecond, time.Second).WithJitterFactor(0.25).Build()
	return failsafe.With[string](retries, breaker).Get(op) // want "layering/retry-when-open: this retry goes on when the breaker inside it is open, which refuses every attempt for 60 s, .*: let it end at circuitbreaker.ErrOpen"
}

func onFirst() circuitbreaker.CircuitBreaker[string] {
	return circuitbreaker.NewWithDefaults[string]() // want "layering/breaker-settings: this breaker opens on a single failed call, which is the library's default: .*; and it stays open for 60 s in each instance"
}

func firstOfTen() circuitbreaker.CircuitBreaker[string] {
	return circuitbreaker.NewBuilder[string]().WithFailureThresholdRatio(1, 10).WithJitter(time.Second).Build() // want "opens on a single failed call: "
}

func together() circuitbreaker.CircuitBreaker[string] {
	return circuitbreaker.NewBuilder[string]().WithFailureThreshold(5).WithDelay(30 * time.Second).Build() // want "this breaker stays open for 30 s in each instance: .* Add jitter"
}

func rateOfOne() circuitbreaker.CircuitBreaker[string] {
	return circuitbreaker.NewBuilder[string]().WithFailureRateThreshold(0.5, 1, time.Minute).WithJitterFactor(0.1).Build() // want "judges by a rate from the first call on"
}

// A breaker for each call.
func anew(op func() (string, error)) (string, error) {
	cb := circuitbreaker.NewBuilder[string]().WithFailureThreshold(5).WithJitterFactor(0.25).Build()
	return failsafe.With[string](again, cb).Get(op) // want "layering/breaker-scope: this breaker is made anew for each call of anew"
}

var errNone = errors.New("none")
