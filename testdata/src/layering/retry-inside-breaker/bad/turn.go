package bad

import (
	"context"
	"errors"
	"sync"
	"time"
)

var errOpen = errors.New("open")

// breaker is another one, of this package.
type breaker[T any] struct {
	mu     sync.Mutex
	failed int
	opened time.Time
}

func (b *breaker[T]) call(op func() (T, error)) (T, error) {
	b.mu.Lock()
	open := b.failed >= 5 && time.Since(b.opened) < time.Minute
	b.mu.Unlock()
	var none T
	if open {
		return none, errOpen
	}
	v, err := op()
	b.mu.Lock()
	defer b.mu.Unlock()
	if err != nil {
		b.failed++
		b.opened = time.Now()
	} else {
		b.failed = 0
	}
	return v, err
}

func repeat[T any](ctx context.Context, n int, op func() (T, error), final func(error) bool) (v T, err error) {
	for range n {
		if v, err = op(); err == nil || final(err) {
			return v, err
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return v, ctx.Err()
		}
	}
	return v, err
}

func isOpen(err error) bool { return errors.Is(err, errOpen) }

type orders struct {
	c *client
	b *breaker[string]
}

// The retry ends when the breaker is open: the two can be turned round.
func (o *orders) status(ctx context.Context) (string, error) {
	return o.b.call(func() (string, error) { // want "the breaker is around a retry: .*, and breaker.call around each attempt"
		return repeat(ctx, 3, func() (string, error) {
			// one attempt
			err := o.c.once(ctx)
			return "done", err
		}, isOpen)
	})
}

// Comments stay.
func (o *orders) commented(ctx context.Context) (string, error) {
	return o.b.call(func() (string, error) { // want "the breaker is around a retry"
		// all attempts
		return repeat(ctx, 3, func() (string, error) { return "done", o.c.once(ctx) }, isOpen)
	})
}
