package failsafe

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/failsafe-go/failsafe-go/fallback"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
)

var (
	breaker = circuitbreaker.NewWithDefaults[string]() // want "layering/breaker-settings: this breaker opens on a single failed call, which is the library's default"
	again   = retrypolicy.NewBuilder[string]().WithBackoff(100*time.Millisecond, 5*time.Second).WithJitterFactor(0.25).Build()

	shared  = failsafe.With[string](breaker)
	started = failsafe.With[string](breaker)
	other   = failsafe.With[string](breaker)
)

// Each call adds one more retry around what all later calls do.
func grows(op func() (string, error)) (string, error) {
	return shared.Compose(again).Get(op) // want "retryloop/shared-policy: Compose changes shared itself, which all calls of grows share: "
}

func growsWithContext(ctx context.Context, op func() (string, error)) (string, error) {
	return other.Compose(again).WithContext(ctx).Get(op) // want "shared-policy: Compose changes other itself"
}

// Composed once, where the program starts: it is the executor itself that changes.
func setup() { started.Compose(again) }

var once sync.Once

func throughStarted(op func() (string, error)) (string, error) {
	once.Do(setup)
	return started.Get(op)
}

// An executor for each call.
func fresh(op func() (string, error)) (string, error) {
	return failsafe.With[string](breaker).Compose(again).Get(op) // want "layering/policy-order: the breaker is around the retry"
}

// A copy has a context of its own, and the policies of all.
func withContext(ctx context.Context, op func() (string, error)) (string, error) {
	return started.WithContext(ctx).Get(op)
}

func composed(policies ...failsafe.Policy[string]) failsafe.Executor[string] {
	all := failsafe.With[string](fallback.NewWithError[string](errors.New("no answer")))
	for _, p := range policies {
		all = all.Compose(p)
	}
	return all
}
