package bad

import (
	"context"

	"layering/retry-inside-breaker/behind"
)

type guarded struct {
	*client
	guard behind.Guard
	own   executor
}

// The breaker stands behind an interface of another package.
func (g *guarded) around(ctx context.Context) error {
	return g.guard.Execute(ctx, g.threeTimes) // want "the breaker is around a retry: it records a single failure where 3 calls failed, .* Guard.Execute around each attempt"
}

func newGuarded(c *client, on bool) *guarded {
	return &guarded{client: c, guard: behind.New(on, nil), own: newExecutor(on)}
}

// And behind one of this package.
type executor interface {
	run(op func() (int, error)) (int, error)
}

type always struct{}

func (always) run(op func() (int, error)) (int, error) { return op() }

type throughBreaker struct{ b *breaker[int] }

func (t throughBreaker) run(op func() (int, error)) (int, error) { return t.b.call(op) }

func newExecutor(on bool) executor {
	if on {
		return throughBreaker{new(breaker[int])}
	}
	return always{}
}

func (g *guarded) aroundOwn(ctx context.Context) (int, error) {
	return g.own.run(func() (int, error) { // want "records a single failure where 3 calls failed, .* executor.run around each attempt"
		return 0, g.threeTimes(ctx)
	})
}
