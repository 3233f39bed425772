package bench

import (
	"context"
	"testing"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/hedgepolicy"

	"github.com/reslint/reslint/resilience"
)

// BenchmarkHedge is a call that is answered before its copy would be sent.
func BenchmarkHedge(b *testing.B) {
	measure(b, "floor-goroutine-channel-timer", func(n int) error {
		for range n {
			if err := hedgeByHand(); err != nil {
				return err
			}
		}
		return nil
	})
	var policy resilience.Policy
	for _, c := range []struct {
		name   string
		hedger *resilience.Hedger
	}{
		{"resilience", &resilience.Hedger{After: time.Second}},
		{"resilience-measured", &resilience.Hedger{}},
	} {
		measure(b, c.name, func(n int) error {
			for range n {
				if _, err := resilience.Hedge(ctx, &policy, c.hedger, opWithResult); err != nil {
					return err
				}
			}
			return nil
		})
	}
	executor := failsafe.With(hedgepolicy.NewWithDelay[any](time.Second))
	measure(b, "failsafe", func(n int) error {
		for range n {
			if err := executor.WithContext(ctx).RunWithExecution(func(e failsafe.Execution[any]) error { return op(e.Context()) }); err != nil {
				return err
			}
		}
		return nil
	})
}

func hedgeByHand() error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	answers := make(chan error, 2)
	go func() { answers <- op(ctx) }()
	timer := time.NewTimer(time.Second)
	defer timer.Stop()
	select {
	case err := <-answers:
		return err
	case <-timer.C:
		return context.DeadlineExceeded
	}
}
