package bad

import (
	"time"

	"retryloop/library/lib"
)

// A field that is set at one place holds the same policy in all structs.
type client struct {
	server server
	policy *lib.Policy
}

func newClient(s server) *client {
	return &client{s, &lib.Policy{Attempts: 3}} // want `no jitter \(100 ms, 200 ms\)`
}

func (c *client) ping() error { return lib.Do(c.policy, c.server.Ping) }

func (c client) pingCopy() error { return lib.Do(c.policy, c.server.Ping) }

// A helper whose callers all give the same.
func bothTimes(s server) error {
	p := &lib.Policy{Attempts: 4} // want `no jitter \(100 ms, 200 ms, 400 ms\)`
	if err := with(p, s); err != nil {
		return err
	}
	return with(p, s)
}

func with(p *lib.Policy, s server) error { return lib.Do(p, s.Ping) }

func (c *client) steadily() error { return c.with(lib.Every(time.Minute)) }

func (c *client) with(w lib.Waiter) error { return lib.Do(w, c.server.Ping) } // want `nothing ends this retry, .*\(also: its waits have no jitter\)`

// It is used, kept in a field, and changed by nobody.
type holder struct{ p *lib.Policy }

func kept(s server, h *holder) error {
	p := &lib.Policy{Attempts: 3} // want `no jitter \(100 ms, 200 ms\)`
	h.p = p
	return lib.Do(p, s.Ping)
}
