// Package failsafe retries through github.com/failsafe-go/failsafe-go.
package failsafe

import (
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
)

func defaults(op func() (string, error)) (string, error) {
	policy := retrypolicy.NewWithDefaults[string]() // want "retryloop/no-backoff: this retry does not wait between its attempts"
	return failsafe.With(policy).Get(op)
}

func constant(op func() (string, error)) (string, error) {
	policy := retrypolicy.NewBuilder[string](). // want "retryloop/constant-backoff: .*\\(1 s, 1 s, 1 s\\): .* Add jitter: WithJitterFactor"
							WithDelay(time.Second).
							WithMaxRetries(3).
							OnRetry(func(failsafe.ExecutionEvent[string]) {}).
							Build()
	return failsafe.With(policy).Get(op)
}

func doubled(op func() (string, error)) (string, error) {
	policy := retrypolicy.NewBuilder[string]().WithBackoff(100*time.Millisecond, 5*time.Second).WithMaxAttempts(4).Build() // want "retryloop/no-jitter: .*\\(100 ms, 200 ms, 400 ms\\)"
	return failsafe.With(policy).Get(op)
}
