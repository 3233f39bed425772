package bench

import (
	"sync"
	"sync/atomic"
	"testing"

	"golang.org/x/sync/errgroup"

	"github.com/reslint/reslint/resilience"
)

const (
	tasks   = 100
	workers = 10
)

// BenchmarkFanOut runs a hundred short tasks, ten at a time.
func BenchmarkFanOut(b *testing.B) {
	measure(b, "floor-workers", func(n int) error {
		for range n {
			var wg sync.WaitGroup
			var next atomic.Int64
			for range workers {
				wg.Go(func() {
					for next.Add(1) <= tasks {
						opWithoutContext()
					}
				})
			}
			wg.Wait()
		}
		return nil
	})
	measure(b, "resilience", func(n int) error {
		for range n {
			g, _ := resilience.NewGroup(ctx, workers)
			for range tasks {
				g.Go(opWithoutContext)
			}
			if err := g.Wait(); err != nil {
				return err
			}
		}
		return nil
	})
	measure(b, "x-sync", func(n int) error {
		for range n {
			g, _ := errgroup.WithContext(ctx)
			g.SetLimit(workers)
			for range tasks {
				g.Go(opWithoutContext)
			}
			if err := g.Wait(); err != nil {
				return err
			}
		}
		return nil
	})
	measure(b, "x-sync-unlimited", func(n int) error {
		for range n {
			g, _ := errgroup.WithContext(ctx)
			for range tasks {
				g.Go(opWithoutContext)
			}
			if err := g.Wait(); err != nil {
				return err
			}
		}
		return nil
	})
}
