// Package bench measures package resilience beside other libraries for the same
// purpose, and beside what each part costs at least. The benchmarks are called
// Benchmark<Path>/<library>; a library called floor-… is no library, but the least
// that could do.
package bench

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"testing"
	"time"
)

// A loop makes n calls. It is in each benchmark's hands, so that the loop's own
// cost is not that of a call.
type loop func(n int) error

// measure runs the loops of as many goroutines as there are cores, which share the
// work: with two cores, half the time of one is perfect, and more is what the
// cores lose by sharing memory.
func measure(b *testing.B, library string, calls loop) {
	b.Run(library, func(b *testing.B) {
		b.ReportAllocs()
		cores := runtime.GOMAXPROCS(0)
		if cores == 1 {
			if err := calls(b.N); err != nil {
				b.Fatal(err)
			}
			return
		}
		var wg sync.WaitGroup
		for i := range cores {
			wg.Go(func() {
				if err := calls((b.N + i) / cores); err != nil {
					b.Error(err)
				}
			})
		}
		wg.Wait()
	})
}

// What all policies here have in common, as far as they have it.
const (
	attempts = 3
	base     = 100 * time.Millisecond
	limit    = 5 * time.Second
	timeout  = time.Second
	places   = 20
)

var (
	ctx     = context.Background()
	errTest = errors.New("test")
)

//go:noinline
func op(context.Context) error { return nil }

//go:noinline
func opWithoutContext() error { return nil }

//go:noinline
func opWithResult(context.Context) (int, error) { return 0, nil }

func opWithResultOnly() (int, error) { return opWithResult(ctx) }
