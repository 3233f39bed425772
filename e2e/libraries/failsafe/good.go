package failsafe

import (
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
)

func spread(op func() (string, error)) (string, error) {
	policy := retrypolicy.NewBuilder[string]().
		HandleIf(func(string, error) bool { return true }).
		WithBackoff(100*time.Millisecond, 5*time.Second).
		WithJitterFactor(0.25).
		Build()
	return failsafe.With(policy).Get(op)
}

func random(op func() (string, error)) (string, error) {
	return failsafe.With(retrypolicy.NewBuilder[string]().WithRandomDelay(time.Second, 3*time.Second).Build()).Get(op)
}

func computed(op func() (string, error), delay failsafe.DelayFunc[string]) (string, error) {
	return failsafe.With(retrypolicy.NewBuilder[string]().WithDelayFunc(delay).Build()).Get(op)
}

// A builder changes itself.
func byStatement(op func() (string, error)) (string, error) {
	b := retrypolicy.NewBuilder[string]()
	b.WithBackoff(time.Second, time.Minute)
	b.WithJitter(100 * time.Millisecond)
	return failsafe.With(b.Build()).Get(op)
}

func configured(op func() (string, error), delay time.Duration, jitter float64) (string, error) {
	return failsafe.With(retrypolicy.NewBuilder[string]().WithDelay(delay).WithJitterFactor(jitter).Build()).Get(op)
}
