package bench

import (
	"math/rand/v2"
	"testing"
	"time"

	avast "github.com/avast/retry-go/v5"
	sethvargo "github.com/sethvargo/go-retry"

	"github.com/reslint/reslint/resilience"
)

// BenchmarkBackoff draws the wait before the third retry. Where the backoff has
// state, it goes on from one to the next.
func BenchmarkBackoff(b *testing.B) {
	measure(b, "floor-random-number", func(n int) error {
		for range n {
			keep(rand.N(4 * base))
		}
		return nil
	})
	full := resilience.Backoff{}
	measure(b, "resilience", func(n int) error {
		for range n {
			keep(full.Wait(2, 0))
		}
		return nil
	})
	decorrelated := resilience.Backoff{Jitter: resilience.DecorrelatedJitter}
	measure(b, "resilience-decorrelated", func(n int) error {
		var previous time.Duration
		for range n {
			previous = decorrelated.Wait(2, previous)
		}
		keep(previous)
		return nil
	})
	measure(b, "cenkalti-v5", func(n int) error {
		state := newCenkalti5()
		for range n {
			keep(state.NextBackOff())
		}
		return nil
	})
	measure(b, "cenkalti-v7", func(n int) error {
		state := newCenkalti7()
		for range n {
			keep(state.NextBackOff())
		}
		return nil
	})
	retrier := newAvast(ctx)
	measure(b, "avast", func(n int) error {
		for range n {
			keep(avast.FullJitterBackoffDelay(2, nil, retrier))
		}
		return nil
	})
	measure(b, "sethvargo", func(n int) error {
		state := sethvargo.WithFullJitter(sethvargo.WithCappedDuration(limit, sethvargo.NewExponential(base)))
		for range n {
			d, _ := state.Next()
			keep(d)
		}
		return nil
	})
}

//go:noinline
func keep(time.Duration) {}
