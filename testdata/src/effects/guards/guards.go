// Package guards has circuit breakers in the shapes in which people write them.
package guards

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

var ErrOpen = errors.New("open")

type state int

const (
	closed state = iota
	open
	halfOpen
)

// Counter has a method for each outcome.
type Counter struct {
	mu     sync.Mutex
	fails  int
	opened time.Time
}

func (b *Counter) allow() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.fails < 5 || time.Since(b.opened) > time.Minute
}

func (b *Counter) failed() {
	b.mu.Lock()
	b.fails++
	b.opened = time.Now()
	b.mu.Unlock()
}

func (b *Counter) succeeded() {
	b.mu.Lock()
	b.fails = 0
	b.mu.Unlock()
}

func (b *Counter) Execute(fn func() error) error { // want Execute:`guards1\(effects/guards.ErrOpen\)`
	if !b.allow() {
		return ErrOpen
	}
	err := fn()
	if err != nil {
		b.failed()
	} else {
		b.succeeded()
	}
	return err
}

// Machine has states, and learns behind a defer.
type Machine[T any] struct {
	mu    sync.Mutex
	state state
	fails int
	until time.Time
	clock func() time.Time
}

func (m *Machine[T]) enter() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch m.state {
	case open:
		if m.clock().Before(m.until) {
			return ErrOpen
		}
		m.state = halfOpen
	case halfOpen:
		return ErrOpen
	}
	return nil
}

func (m *Machine[T]) leave(ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if ok {
		m.state, m.fails = closed, 0
		return
	}
	if m.fails++; m.fails > 3 {
		m.state, m.until = open, m.clock().Add(time.Minute)
	}
}

func (m *Machine[T]) Do(fn func() (T, error)) (result T, err error) { // want Do:`guards1\(effects/guards.ErrOpen\)`
	if err := m.enter(); err != nil {
		return result, err
	}
	defer func() { m.leave(err == nil) }()
	result, err = fn()
	return result, err
}

// Selective counts some errors only.
type Selective struct {
	fails atomic.Int32
	until atomic.Int64
	name  string
}

func (s *Selective) Run(fn func() error) error { // want Run:`guards1\(effects/guards.ErrOpen\)`
	if s.fails.Load() >= 10 && time.Now().UnixNano() < s.until.Load() {
		return fmt.Errorf("%s: %w", s.name, ErrOpen)
	}
	err := fn()
	if isFailure(err) {
		s.fails.Add(1)
		s.until.Store(time.Now().Add(time.Second).UnixNano())
	}
	return err
}

func isFailure(err error) bool { return err != nil && !errors.Is(err, ErrOpen) }

type client struct{ b Counter }

// Protect hands its parameter on.
func (c *client) Protect(fn func() error) error { return c.b.Execute(fn) } // want Protect:`guards1\(effects/guards.ErrOpen\)`

func (c *client) Inside(fn func(int) error) error { // want Inside:`guards1\(effects/guards.ErrOpen\)`
	return c.b.Execute(func() error { return fn(1) })
}

// Fetch is called through the breaker itself.
func (c *client) Fetch() error { // want Fetch:`guards-1\(effects/guards.ErrOpen\)`
	if err := c.b.Execute(func() error { return nil }); err != nil {
		return fmt.Errorf("fetch: %w", err)
	}
	return nil
}

// Handled knows what an open breaker means.
func (c *client) Handled(fn func() error) error { // want Handled:`guards1\(\)`
	err := c.b.Execute(fn)
	if errors.Is(err, ErrOpen) {
		return nil
	}
	return err
}

// Limiter refuses by the time alone.
type Limiter struct {
	mu   sync.Mutex
	last time.Time
}

func (l *Limiter) Do(fn func() error) error {
	l.mu.Lock()
	if time.Since(l.last) < time.Second {
		l.mu.Unlock()
		return ErrOpen
	}
	l.last = time.Now()
	l.mu.Unlock()
	return fn()
}

// Conn is lost for good.
type Conn struct{ lost bool }

func (c *Conn) Do(fn func() error) error {
	if c.lost {
		return ErrOpen
	}
	err := fn()
	if err != nil {
		c.lost = true
	}
	return err
}

// Stats remembers, and refuses nothing.
type Stats struct {
	failed int
	at     time.Time
}

func (s *Stats) Do(name string, fn func() error) error {
	if name == "" {
		return errors.New("no name")
	}
	err := fn()
	if err != nil {
		s.failed++
		s.at = time.Now()
	}
	return err
}
