// Package resil has breakers and retries of its own.
package resil

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"layering/retry-when-open/failures"
)

// A Fuse fails with an error that counts as one that may go away.
type Fuse struct {
	mu    sync.Mutex
	bad   int
	until time.Time
}

func (f *Fuse) Do(ctx context.Context, op func(context.Context) error) error {
	f.mu.Lock()
	if f.bad >= 5 && time.Now().Before(f.until) {
		f.mu.Unlock()
		return failures.Down("too many failures")
	}
	f.mu.Unlock()
	err := op(ctx)
	f.record(err)
	return err
}

func (f *Fuse) record(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err == nil {
		f.bad = 0
		return
	}
	f.bad++
	f.until = time.Now().Add(30 * time.Second)
}

// A Gate has a type for its refusals.
type Gate struct {
	name   string
	failed atomic.Int64
	opened atomic.Int64
}

func (g *Gate) before() error {
	if g.failed.Load() > 3 && time.Now().UnixNano()-g.opened.Load() < int64(time.Minute) {
		return failures.NewRefused(g.name)
	}
	return nil
}

func (g *Gate) Do(ctx context.Context, op func(context.Context) error) error {
	if err := g.before(); err != nil {
		return err
	}
	err := op(ctx)
	if err != nil {
		g.failed.Add(1)
		g.opened.Store(time.Now().UnixNano())
	} else {
		g.failed.Store(0)
	}
	return err
}

// A Switch has a variable for them.
type Switch[T any] struct {
	mu     sync.Mutex
	state  int
	opened time.Time
}

func (s *Switch[T]) Do(op func() (T, error)) (T, error) {
	var none T
	s.mu.Lock()
	if s.state == 1 {
		if time.Since(s.opened) < time.Minute {
			s.mu.Unlock()
			return none, fmt.Errorf("switch: %w", failures.ErrTripped)
		}
		s.state = 2
	}
	s.mu.Unlock()
	v, err := op()
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil {
		s.state, s.opened = 1, time.Now()
		return v, err
	}
	s.state = 0
	return v, nil
}

// A Pool refuses when it is full: that is no breaker, and passes soon.
type Pool struct {
	mu   sync.Mutex
	busy int
	last time.Time
}

func (p *Pool) Do(ctx context.Context, op func(context.Context) error) error {
	p.mu.Lock()
	if p.busy > 10 && time.Since(p.last) < time.Second {
		p.mu.Unlock()
		return failures.Down("full")
	}
	p.busy++
	p.last = time.Now()
	p.mu.Unlock()
	err := op(ctx)
	p.mu.Lock()
	p.busy--
	p.mu.Unlock()
	return err
}

func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(rand.N(d)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func isSoft(err error) bool {
	var e *failures.Error
	return errors.As(err, &e) && e.Soft
}

// Soft repeats what may go away.
func Soft(ctx context.Context, op func(context.Context) error) (err error) {
	for i := range 4 {
		if err = op(ctx); err == nil || !isSoft(err) || i == 3 {
			return err
		}
		if err := wait(ctx, time.Second); err != nil {
			return err
		}
	}
	return err
}

// Coded repeats by a code.
func Coded(ctx context.Context, op func(context.Context) error) (err error) {
	for i := range 4 {
		err = op(ctx)
		var e *failures.Error
		if err == nil || i == 3 || !errors.As(err, &e) || e.Code != failures.Unavailable {
			return err
		}
		if err := wait(ctx, time.Second); err != nil {
			return err
		}
	}
	return err
}

// Any repeats everything but what a caller has cancelled.
func Any[T any](ctx context.Context, op func() (T, error)) (v T, err error) {
	for i := range 4 {
		if v, err = op(); err == nil || errors.Is(err, context.Canceled) || i == 3 {
			return v, err
		}
		if err := wait(ctx, time.Second); err != nil {
			return v, err
		}
	}
	return v, err
}

// Patient waits for as long as a breaker may be open.
func Patient(ctx context.Context, op func(context.Context) error) (err error) {
	for i := range 4 {
		if err = op(ctx); err == nil || i == 3 {
			return err
		}
		select {
		case <-time.After(time.Minute + rand.N(time.Second)):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return err
}

// UntilTripped ends when a switch has.
func UntilTripped[T any](ctx context.Context, op func() (T, error)) (v T, err error) {
	for i := range 4 {
		if v, err = op(); err == nil || errors.Is(err, failures.ErrTripped) || i == 3 {
			return v, err
		}
		if err := wait(ctx, time.Second); err != nil {
			return v, err
		}
	}
	return v, err
}
