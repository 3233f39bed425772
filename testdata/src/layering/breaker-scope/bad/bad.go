package bad

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

func anew(ctx context.Context, fetch func(context.Context) error) error {
	b := newBreaker(5)
	return b.call(func() error { return fetch(ctx) }) // want "this breaker is made anew for each call of anew and asked once"
}

func literal(ctx context.Context, fetch func(context.Context) error) error {
	b := &breaker{limit: 5}
	return b.call(func() error { return fetch(ctx) }) // want "made anew for each call of literal"
}

func value(ctx context.Context, fetch func(context.Context) error) error {
	var b breaker
	b.limit = 3
	err := b.call(func() error { return fetch(ctx) }) // want "made anew for each call of value"
	return err
}
