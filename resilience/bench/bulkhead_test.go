package bench

import (
	"testing"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/bulkhead"
	"golang.org/x/sync/semaphore"

	"github.com/reslint/reslint/resilience"
)

// BenchmarkBulkhead takes a free place and gives it back.
func BenchmarkBulkhead(b *testing.B) {
	channel := make(chan struct{}, places)
	measure(b, "floor-channel", func(n int) error {
		for range n {
			select {
			case channel <- struct{}{}:
				<-channel
			default:
				return errRefused
			}
		}
		return nil
	})
	ours := resilience.NewBulkhead(places)
	measure(b, "resilience", func(n int) error {
		for range n {
			if !ours.TryAcquire() {
				return errRefused
			}
			ours.Release()
		}
		return nil
	})
	weighted := semaphore.NewWeighted(places)
	measure(b, "x-sync", func(n int) error {
		for range n {
			if !weighted.TryAcquire(1) {
				return errRefused
			}
			weighted.Release(1)
		}
		return nil
	})
	fs := bulkhead.New[any](places)
	measure(b, "failsafe", func(n int) error {
		for range n {
			if !fs.TryAcquirePermit() {
				return errRefused
			}
			fs.ReleasePermit()
		}
		return nil
	})
	executor := failsafe.With[any](fs)
	measure(b, "failsafe-run", func(n int) error {
		for range n {
			if err := executor.Run(opWithoutContext); err != nil {
				return err
			}
		}
		return nil
	})
}
