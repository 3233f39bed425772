package good

import (
	"context"
	"errors"
	"sync"
	"time"
)

var errOpen = errors.New("open")

type breaker struct {
	mu     sync.Mutex
	limit  int
	failed int
	opened time.Time
}

func newBreaker(limit int) *breaker { return &breaker{limit: limit} }

func (b *breaker) call(op func() error) error {
	b.mu.Lock()
	open := b.failed >= b.limit && time.Since(b.opened) < time.Minute
	b.mu.Unlock()
	if open {
		return errOpen
	}
	err := op()
	b.mu.Lock()
	defer b.mu.Unlock()
	if err != nil {
		b.failed++
		b.opened = time.Now()
	} else {
		b.failed = 0
	}
	return err
}

type client struct{ b *breaker }

func newClient() *client { return &client{b: newBreaker(5)} }

func (c *client) kept(ctx context.Context, fetch func(context.Context) error) error {
	return c.b.call(func() error { return fetch(ctx) })
}

// For all of a list.
func list(ctx context.Context, fetch func(context.Context) error, n int) {
	b := newBreaker(5)
	for range n {
		_ = b.call(func() error { return fetch(ctx) })
	}
}

// It lives on in the literal.
func wrapped(fetch func(context.Context) error) func(context.Context) error {
	b := newBreaker(5)
	return func(ctx context.Context) error {
		return b.call(func() error { return fetch(ctx) })
	}
}

var (
	once   sync.Once
	shared *breaker
)

// Made at the first call.
func lazily(ctx context.Context, fetch func(context.Context) error) error {
	once.Do(func() { shared = newBreaker(5) })
	return shared.call(func() error { return fetch(ctx) })
}

// Somebody else has it, too.
func handedOn(ctx context.Context, fetch func(context.Context) error, keep func(*breaker)) error {
	b := newBreaker(5)
	keep(b)
	return b.call(func() error { return fetch(ctx) })
}

func main() {
	b := newBreaker(5)
	_ = b.call(func() error { return nil })
}
