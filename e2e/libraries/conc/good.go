// Package conc holds what github.com/sourcegraph/conc is known for against the library.
package conc

import (
	"context"

	"github.com/sourcegraph/conc/pool"
	"github.com/sourcegraph/conc/stream"
)

func limited(ctx context.Context, n int) error {
	ids, err := list()
	if err != nil {
		return err
	}
	p := pool.New().WithMaxGoroutines(10).WithErrors().WithContext(ctx)
	for _, id := range ids {
		p.Go(func(context.Context) error { return notify(id) })
	}
	q := pool.New().WithErrors().WithMaxGoroutines(n)
	for _, id := range ids {
		q.Go(func() error { return notify(id) })
	}
	r := pool.NewWithResults[string]().WithMaxGoroutines(4)
	for _, id := range ids {
		r.Go(func() string { _ = notify(id); return id })
	}
	s := stream.New().WithMaxGoroutines(4)
	for _, id := range ids {
		s.Go(func() stream.Callback { _ = notify(id); return func() {} })
	}
	s.Wait()
	r.Wait()
	if err := q.Wait(); err != nil {
		return err
	}
	return p.Wait()
}

func later() {
	ids, _ := list()
	p := pool.New()
	p.WithMaxGoroutines(4)
	for _, id := range ids {
		p.Go(func() { _ = notify(id) })
	}
	p.Wait()
}
