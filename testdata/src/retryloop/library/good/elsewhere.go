package good

import (
	"time"

	"retryloop/library/lib"
)

// Fields that are set twice, that others set, whose policy is changed, or lent.
type twofold struct{ policy *lib.Policy }

func newOnce() *twofold { return &twofold{&lib.Policy{Attempts: 1}} }

func newOften() *twofold { return &twofold{&lib.Policy{Attempts: 3}} }

func (t *twofold) ping(s server) error { return lib.Do(t.policy, s.Ping) }

type exported struct{ Policy *lib.Policy }

func newExported() *exported { return &exported{&lib.Policy{Attempts: 3}} }

func (e *exported) ping(s server) error { return lib.Do(e.Policy, s.Ping) }

type changed struct{ policy *lib.Policy }

func newChanged() *changed { return &changed{&lib.Policy{Attempts: 3}} }

func (c *changed) spread() { c.policy.Jitter = 0.5 }

func (c *changed) ping(s server) error { return lib.Do(c.policy, s.Ping) }

type returned struct{ policy *lib.Policy }

func newReturned() *returned { return &returned{&lib.Policy{Attempts: 3}} }

func (r *returned) Policy() *lib.Policy { return r.policy }

func (r *returned) ping(s server) error { return lib.Do(r.policy, s.Ping) }

type lent struct{ policy *lib.Policy }

func newLent(load func(**lib.Policy)) *lent {
	l := &lent{&lib.Policy{Attempts: 3}}
	load(&l.policy)
	return l
}

func (l *lent) ping(s server) error { return lib.Do(l.policy, s.Ping) }

// Helpers whose callers differ, are not all seen, or change what they are given.
func differently(s server) error {
	if err := with(&lib.Policy{Attempts: 3}, s); err != nil {
		return err
	}
	return with(&lib.Policy{Attempts: 3, Jitter: 1}, s)
}

func with(p *lib.Policy, s server) error { return lib.Do(p, s.Ping) }

func exportedly(s server) error { return With(&lib.Policy{Attempts: 3}, s) }

func With(p *lib.Policy, s server) error { return lib.Do(p, s.Ping) }

func asValue(s server) (func(*lib.Policy, server) error, error) {
	return valued, valued(&lib.Policy{Attempts: 3}, s)
}

func valued(p *lib.Policy, s server) error { return lib.Do(p, s.Ping) }

func spreading(s server) error { return spreads(&lib.Policy{Attempts: 3}, s) }

func spreads(p *lib.Policy, s server) error {
	p.Jitter = 0.5
	return lib.Do(p, s.Ping)
}

type pinger interface{ ping(w lib.Waiter) error }

type dynamic struct{ server server }

func (d dynamic) ping(w lib.Waiter) error { return lib.Do(w, d.server.Ping) }

func dynamically(d dynamic, p pinger) error {
	if err := p.ping(lib.Spread(lib.Every(time.Second))); err != nil {
		return err
	}
	return d.ping(lib.Every(time.Second))
}

// It only hands on to itself what it was given.
func again(p *lib.Policy, s server, n int) error {
	if n > 0 {
		return again(p, s, n-1)
	}
	return lib.Do(p, s.Ping)
}
