package bench

import (
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/sony/gobreaker/v2"

	"github.com/reslint/reslint/resilience"
)

// BenchmarkBreakerClosed is leave for a call and the report that it went well.
// No other library here looks at how long the call took; that takes two readings
// of the clock.
func BenchmarkBreakerClosed(b *testing.B) {
	var counter atomic.Int64
	measure(b, "floor-atomic-add", func(n int) error {
		for range n {
			counter.Add(1)
		}
		return nil
	})
	measure(b, "floor-two-clock-readings", func(n int) error {
		start := time.Now()
		for range n {
			keep(time.Since(start))
			keep(time.Since(start))
		}
		return nil
	})
	for _, c := range []struct {
		name   string
		config resilience.BreakerConfig
	}{
		{"resilience", resilience.BreakerConfig{}},
		{"resilience-without-slow-calls", resilience.BreakerConfig{Count: 100, Slow: -1}},
	} {
		breaker := resilience.Must(resilience.NewBreaker(c.config))
		measure(b, c.name, func(n int) error {
			for range n {
				permit, err := breaker.Allow()
				if err != nil {
					return err
				}
				permit.Done(nil)
			}
			return nil
		})
	}
	for _, c := range []struct {
		name     string
		settings gobreaker.Settings
	}{
		{"gobreaker", gobreaker.Settings{}},
		{"gobreaker-rolling", gobreaker.Settings{Interval: time.Minute, BucketPeriod: 6 * time.Second}},
	} {
		breaker := gobreaker.NewCircuitBreaker[int](c.settings)
		measure(b, c.name, func(n int) error {
			for range n {
				if _, err := breaker.Execute(opWithResultOnly); err != nil {
					return err
				}
			}
			return nil
		})
	}
	twoStep := gobreaker.NewTwoStepCircuitBreaker[int](gobreaker.Settings{})
	measure(b, "gobreaker-two-step", func(n int) error {
		for range n {
			done, err := twoStep.Allow()
			if err != nil {
				return err
			}
			done(nil)
		}
		return nil
	})
	for _, c := range []struct {
		name    string
		breaker circuitbreaker.CircuitBreaker[any]
	}{
		{"failsafe-count", circuitbreaker.NewBuilder[any]().WithFailureThresholdRatio(50, 100).Build()},
		{"failsafe-time", newFailsafeBreaker()},
	} {
		measure(b, c.name, func(n int) error {
			for range n {
				if !c.breaker.TryAcquirePermit() {
					return circuitbreaker.ErrOpen
				}
				c.breaker.RecordSuccess()
			}
			return nil
		})
	}
	executor := failsafe.With[any](newFailsafeBreaker())
	measure(b, "failsafe-run", func(n int) error {
		for range n {
			if err := executor.Run(opWithoutContext); err != nil {
				return err
			}
		}
		return nil
	})
}

func newFailsafeBreaker() circuitbreaker.CircuitBreaker[any] {
	return circuitbreaker.NewBuilder[any]().WithFailureRateThreshold(0.5, 20, time.Minute).WithDelay(time.Hour).Build()
}

// BenchmarkBreakerOpen is a call that an open breaker refuses.
func BenchmarkBreakerOpen(b *testing.B) {
	start := time.Now()
	measure(b, "floor-clock-reading", func(n int) error {
		for range n {
			keep(time.Since(start))
		}
		return nil
	})
	ours := resilience.Must(resilience.NewBreaker(resilience.BreakerConfig{MinCalls: 1, OpenFor: time.Hour}))
	permit, err := ours.Allow()
	if err != nil {
		b.Fatal(err)
	}
	permit.Done(errTest)
	measure(b, "resilience", func(n int) error {
		for range n {
			if _, err := ours.Allow(); err != resilience.ErrOpen {
				return errors.New("not open")
			}
		}
		return nil
	})
	policy := resilience.Must(resilience.New(resilience.Config{Breaker: ours}))
	measure(b, "resilience-run", func(n int) error {
		for range n {
			if err := resilience.Run(ctx, policy, op); err != resilience.ErrOpen {
				return errors.New("not open")
			}
		}
		return nil
	})
	gb := gobreaker.NewCircuitBreaker[int](gobreaker.Settings{
		Timeout:     time.Hour,
		ReadyToTrip: func(gobreaker.Counts) bool { return true },
	})
	if _, err := gb.Execute(func() (int, error) { return 0, errTest }); err != errTest {
		b.Fatal(err)
	}
	measure(b, "gobreaker", func(n int) error {
		for range n {
			if _, err := gb.Execute(opWithResultOnly); err != gobreaker.ErrOpenState {
				return errors.New("not open")
			}
		}
		return nil
	})
	fs := newFailsafeBreaker()
	fs.Open()
	measure(b, "failsafe", func(n int) error {
		for range n {
			if fs.TryAcquirePermit() {
				return errors.New("not open")
			}
		}
		return nil
	})
	executor := failsafe.With[any](fs)
	measure(b, "failsafe-run", func(n int) error {
		for range n {
			if err := executor.Run(opWithoutContext); !errors.Is(err, circuitbreaker.ErrOpen) {
				return errors.New("not open")
			}
		}
		return nil
	})
}
