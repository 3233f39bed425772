// Package good uses a retry helper well, or in ways that nobody can judge.
package good

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"retryloop/library/lib"
)

type server interface {
	Get(ctx context.Context) error
	Ping() error
}

func defaults(s server) error { return lib.Do(lib.Default, s.Ping) }

func spread(s server) error {
	return lib.Do(lib.Times(3, lib.Spread(lib.Every(time.Second))), s.Ping)
}

func listens(ctx context.Context, s server) error {
	return lib.Do(lib.Until(lib.Spread(lib.Every(time.Second)), ctx), func() error { return s.Get(ctx) })
}

// Parameters and configuration decide.
func given(s server, w lib.Waiter) error { return lib.Do(w, s.Ping) }

func configured(s server, n int, jitter float64) error {
	return lib.Do(&lib.Policy{Attempts: n, Jitter: jitter, Max: time.Second}, s.Ping)
}

type config struct{ Policy lib.Policy }

func (c *config) ping(s server) error { return lib.Do(&c.Policy, s.Ping) }

func onOneWay(s server, calm bool) error {
	p := &lib.Policy{Attempts: 3}
	if calm {
		p.Jitter = 0.5
	}
	return lib.Do(p, s.Ping)
}

func oneOfTwo(s server, calm bool) error {
	w := lib.Every(time.Second)
	if calm {
		w = lib.Spread(w)
	}
	return lib.Do(lib.Times(3, w), s.Ping)
}

func tune(p *lib.Policy) { p.Jitter = 0.2 }

func changedByFunction(s server) error {
	p := &lib.Policy{Attempts: 3}
	tune(p)
	return lib.Do(p, s.Ping)
}

func changedByLiteral(s server) error {
	p := &lib.Policy{Attempts: 3}
	func() { p.Jitter = 0.2 }()
	return lib.Do(p, s.Ping)
}

func changedByAddress(s server, set func(*float64)) error {
	p := &lib.Policy{Attempts: 3}
	set(&p.Jitter)
	return lib.Do(p, s.Ping)
}

func copiedOnOneWay(s server, calm bool) error {
	p := lib.Policy{Attempts: 3, Jitter: 0.2}
	if calm {
		p = lib.Policy{Attempts: 3}
	}
	return lib.Do(&p, s.Ping)
}

type holder struct{ p *lib.Policy }

func (h *holder) spread() { h.p.Jitter = 0.5 }

func kept(s server, h *holder) error {
	p := &lib.Policy{Attempts: 3}
	h.p = p
	return lib.Do(p, s.Ping)
}

// Anybody can replace or change it.
var Public = &lib.Policy{Attempts: 3}

func throughPublic(s server) error { return lib.Do(Public, s.Ping) }

var replaced = &lib.Policy{Attempts: 3}

func init() { replaced = lib.Default }

func throughReplaced(s server) error { return lib.Do(replaced, s.Ping) }

var tuned = &lib.Policy{Attempts: 3}

func setJitter(f float64) { tuned.Jitter = f }

func throughTuned(s server) error { return lib.Do(tuned, s.Ping) }

func more(s server, opts ...lib.Option) error {
	return lib.Call(s.Ping, append([]lib.Option{lib.Waiting(lib.Steady)}, opts...)...)
}

func unknownOption(ctx context.Context, s server, own lib.Option) error {
	return lib.Call(func() error { return s.Get(ctx) }, lib.Waiting(lib.Steady), own)
}

func unknownFunction(s server, f func() time.Duration) error {
	return lib.Call(s.Ping, lib.Waiting(f))
}

func once(s server) error { return lib.Do(lib.Times(0, lib.Every(time.Second)), s.Ping) }

// It polls: a failure ends it.
func polls(s server, done func() bool) error {
	return lib.Do(lib.Times(60, lib.Every(time.Second)), func() error {
		if err := s.Ping(); err != nil {
			return lib.Stop(err)
		}
		if !done() {
			return errors.New("not done yet")
		}
		return nil
	})
}

// What it wraps is nil there.
func pollsAndWraps(s server, done func() bool) error {
	return lib.Do(lib.Times(60, lib.Every(time.Second)), func() error {
		err := s.Ping()
		if err != nil {
			return lib.Stop(err)
		}
		if !done() {
			return fmt.Errorf("not done yet: %w", err)
		}
		return nil
	})
}

var errPending = errors.New("pending")

func pollsForVariable(s server, done func() bool) error {
	return lib.Do(lib.Times(60, lib.Every(time.Second)), func() error {
		if !done() {
			return errPending
		}
		return lib.Stop(s.Ping())
	})
}

// A file is no dependency.
func local(name string) error {
	return lib.Do(lib.Times(3, lib.Every(time.Second)), func() error { return remove(name) })
}

func remove(name string) error { return os.Remove(name) }

// The context is not the caller's.
func fresh(s server) error {
	ctx := context.Background()
	return lib.Call(func() error { return s.Get(ctx) }, lib.Waiting(lib.Spreading))
}

func detached(ctx context.Context, s server) error {
	ctx = context.WithoutCancel(ctx)
	return lib.Call(func() error { return s.Get(ctx) }, lib.Waiting(lib.Spreading))
}

// A literal may set it to one that lives on.
func outlives(ctx context.Context, detach func(func()), s server) error {
	current := ctx
	detach(func() { current = context.WithoutCancel(ctx) })
	return lib.Call(func() error { return s.Get(current) }, lib.Waiting(lib.Spreading))
}

// It asks the context by itself.
func asks(ctx context.Context, s server) error {
	return lib.Call(func() error {
		if ctx.Err() != nil {
			return lib.Stop(ctx.Err())
		}
		return s.Get(ctx)
	}, lib.Waiting(lib.Spreading))
}

// Perhaps it knows the errors of contexts.
func marks(ctx context.Context, s server, temporary func(error) bool) error {
	return lib.Call(func() error {
		err := s.Get(ctx)
		if !temporary(err) {
			return lib.Stop(err)
		}
		return err
	}, lib.Waiting(lib.Spreading))
}

func judges(ctx context.Context, s server) error {
	return lib.Call(func() error {
		err := s.Get(ctx)
		if errors.Is(err, context.Canceled) {
			return lib.Stop(err)
		}
		return err
	}, lib.Waiting(lib.Spreading))
}

// The waits are made random by hand, or never waited for.
func byHand(s server, random func(time.Duration) time.Duration) {
	p := &lib.Policy{Wait: time.Second}
	for s.Ping() != nil {
		time.Sleep(random(p.Next()))
	}
}

func printed() string {
	p := &lib.Policy{Wait: time.Second}
	return p.Next().String()
}
