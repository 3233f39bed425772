package bench

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	avast "github.com/avast/retry-go/v5"
	"github.com/failsafe-go/failsafe-go/budget"

	"github.com/reslint/reslint/resilience"
)

var errRefused = errors.New("refused")

// listed is the budget of the article that resilience is built on: a mutex and a
// float64.
type listed struct {
	mu         sync.Mutex
	tokens     float64
	max, ratio float64
}

func (b *listed) success() {
	b.mu.Lock()
	b.tokens = min(b.max, b.tokens+b.ratio)
	b.mu.Unlock()
}

func (b *listed) failure() {
	b.mu.Lock()
	b.tokens = max(0, b.tokens-1)
	b.mu.Unlock()
}

func (b *listed) retry() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.tokens > b.max/2
}

// failsafeBudget are the methods by which failsafe's policies use its budget.
type failsafeBudget interface {
	RecordExecution()
	ReleaseExecution()
	TryAcquirePermit() bool
	ReleasePermit()
}

// BenchmarkBudgetFull is what a call that goes well costs a full budget.
func BenchmarkBudgetFull(b *testing.B) {
	var word atomic.Int64
	measure(b, "floor-atomic-load", func(n int) error {
		for range n {
			if word.Load() != 0 {
				return errRefused
			}
		}
		return nil
	})
	var tokens resilience.TokenBudget
	measure(b, "resilience", func(n int) error {
		for range n {
			tokens.End(false, resilience.Success)
		}
		return nil
	})
	var ratio resilience.RatioBudget
	measure(b, "resilience-ratio", func(n int) error {
		for range n {
			ratio.Begin()
			ratio.End(false, resilience.Success)
		}
		return nil
	})
	var active resilience.ActiveBudget
	measure(b, "resilience-active", func(n int) error {
		for range n {
			active.Begin()
			active.End(false, resilience.Success)
		}
		return nil
	})
	throttle := avast.NewFixedTokenBucketThrottle(avast.FixedTokenBucketThrottleConfig{})
	measure(b, "avast", func(n int) error {
		for range n {
			throttle.OnSuccess(0)
		}
		return nil
	})
	fs := budget.New().(failsafeBudget)
	measure(b, "failsafe", func(n int) error {
		for range n {
			fs.RecordExecution()
			fs.ReleaseExecution()
		}
		return nil
	})
	mutex := listed{tokens: 100, max: 100, ratio: 0.1}
	measure(b, "mutex-and-float", func(n int) error {
		for range n {
			mutex.success()
		}
		return nil
	})
}

// BenchmarkBudgetRetry is a failure, leave to retry, and a success.
func BenchmarkBudgetRetry(b *testing.B) {
	tokens := resilience.Must(resilience.NewTokenBudget(100, 1))
	measure(b, "resilience", func(n int) error {
		for range n {
			tokens.End(false, resilience.Failure)
			if !tokens.Retry() {
				return errRefused
			}
			tokens.End(true, resilience.Success)
		}
		return nil
	})
	throttle := avast.NewFixedTokenBucketThrottle(avast.FixedTokenBucketThrottleConfig{})
	measure(b, "avast", func(n int) error {
		for range n {
			if !throttle.AllowRetry(0, errTest) {
				return errRefused
			}
			throttle.OnSuccess(1)
		}
		return nil
	})
	fs := budget.New().(failsafeBudget)
	measure(b, "failsafe", func(n int) error {
		for range n {
			fs.RecordExecution()
			fs.ReleaseExecution()
			if !fs.TryAcquirePermit() {
				return errRefused
			}
			fs.ReleasePermit()
		}
		return nil
	})
	mutex := listed{tokens: 100, max: 100, ratio: 1}
	measure(b, "mutex-and-float", func(n int) error {
		for range n {
			mutex.failure()
			if !mutex.retry() {
				return errRefused
			}
			mutex.success()
		}
		return nil
	})
}
