package resilience

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"
)

// A PoolConfig says when a Pool ejects a host, and for how long. The zero value
// has the numbers of Envoy's outlier detection.
type PoolConfig struct {
	// Failures is how many calls of a host have to fail in a row, with no
	// success between them, for it to be ejected; 0 means 5.
	Failures int

	// EjectFor is how long a host is ejected for the first time; 0 means 30
	// seconds. The second time it is twice as long, then three times, and so
	// on, up to MaxEjectFor. For each EjectFor of time that the host is back
	// in the pool, one of its ejections is forgotten.
	EjectFor time.Duration

	// MaxEjectFor is the longest ejection; 0 means 300 seconds, or EjectFor if
	// that is longer.
	MaxEjectFor time.Duration

	// Share is how much of the pool may be ejected at once; 0 means 0.1. It is
	// rounded down to whole hosts, but of two hosts or more one may always be
	// ejected, and one always stays.
	Share float64

	// Ignore tells which errors say nothing about the host. They neither count
	// as failures nor end a row of failures. Nil means the same errors as for
	// a Breaker: those that are the caller's own doing.
	Ignore func(error) bool

	// Rand returns a number from 0 up to, not including, n. It draws the
	// jitter of the ejections, which are up to a fifth shorter than said
	// above, so that clients don't all return to a host at once, and the host
	// that comes first. It is called by one goroutine at a time. Nil means
	// math/rand/v2.Int64N.
	Rand func(n int64) int64
}

// A Pool chooses among the hosts of one dependency, and for a while leaves out
// those that fail: one bad replica then costs a few calls, where a breaker for
// all of them would trip or, worse, not trip. It never leaves out more than a
// share of them. If more are failing, it isn't the hosts, and the few that are
// left would drown.
//
// Pick and Done go around each attempt, inside of what a Policy repeats: a retry
// then goes to another host, and what the Policy refuses without a call doesn't
// count against any.
//
// A host returns when its time is over, without a probe: the next calls are the
// probe. There is no goroutine behind it: the Pool looks at the clock when it
// is used.
//
// The zero Pool has the zero PoolConfig; it is without hosts until Set. A Pool
// is safe for concurrent use and must not be copied.
type Pool struct {
	config PoolConfig

	mu    sync.Mutex
	hosts []*replica
	next  int        // index of the host whose turn it is
	out   []*replica // the ejected, in the order in which they were
}

// A replica is what a Pool knows of a host.
type replica struct {
	name     string
	failures int // in a row

	out       bool
	until     time.Time // end of the last ejection
	ejections int       // that are not forgotten
	epoch     int       // goes up when the host is ejected or removed: a call from before tells nothing
}

// A Host is a host of a Pool whose turn it is.
type Host struct {
	Name string // as given to the Pool

	pool    *Pool
	replica *replica
	epoch   int
}

// NewPool returns a Pool of the named hosts. It fails if a setting is out of
// its range, or the hosts are not as Set wants them.
func NewPool(config PoolConfig, hosts ...string) (*Pool, error) {
	switch {
	case config.Failures < 0:
		return nil, fmt.Errorf("resilience: pool: Failures is %d", config.Failures)
	case config.EjectFor < 0:
		return nil, fmt.Errorf("resilience: pool: EjectFor is %v", config.EjectFor)
	case config.MaxEjectFor < 0:
		return nil, fmt.Errorf("resilience: pool: MaxEjectFor is %v", config.MaxEjectFor)
	case config.MaxEjectFor > 0 && config.MaxEjectFor < config.EjectFor:
		return nil, fmt.Errorf("resilience: pool: EjectFor is %v, more than MaxEjectFor, %v", config.EjectFor, config.MaxEjectFor)
	case !(config.Share >= 0 && config.Share <= 1):
		return nil, fmt.Errorf("resilience: pool: Share is %v, not between 0 and 1", config.Share)
	}
	p := &Pool{config: config}
	if err := p.Set(hosts...); err != nil {
		return nil, err
	}
	return p, nil
}

// Set replaces the hosts, as discovery finds them. Those that were there before
// stay as they are, ejected or not; but if the pool has become so small that
// more than the share of it is ejected, those return that would first. A host
// that is named twice counts once.
//
// Set fails, and changes nothing, if there is no host or one without a name:
// discovery that finds nothing is broken more often than all hosts are gone.
func (p *Pool) Set(hosts ...string) error {
	if len(hosts) == 0 {
		return errors.New("resilience: pool without hosts")
	}
	if slices.Contains(hosts, "") {
		return errors.New("resilience: pool with a host without a name")
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.defaults()
	old := make(map[string]*replica, len(p.hosts))
	for _, r := range p.hosts {
		old[r.name] = r
	}
	first := len(old) == 0
	p.hosts = nil
	seen := make(map[string]bool, len(hosts))
	for _, name := range hosts {
		if seen[name] {
			continue
		}
		seen[name] = true
		r := old[name]
		if r == nil {
			r = &replica{name: name}
		}
		delete(old, name)
		p.hosts = append(p.hosts, r)
	}
	for _, r := range old {
		r.epoch++
	}
	p.out = slices.DeleteFunc(p.out, func(r *replica) bool { return old[r.name] == r })
	if n := len(p.out) - p.most(); n > 0 {
		now := time.Now()
		soonest := slices.Clone(p.out)
		slices.SortStableFunc(soonest, func(a, b *replica) int { return a.until.Compare(b.until) })
		for _, r := range soonest[:n] {
			if r.until.After(now) {
				r.until = now
			}
		}
		p.readmit(now)
	}
	if first {
		// Clients that start together, or live for a call or two, must not all
		// begin with the same host.
		p.next = int(p.config.Rand(int64(len(p.hosts))))
	}
	p.next %= len(p.hosts)
	return nil
}

// defaults fills in the settings that were left out.
func (p *Pool) defaults() {
	c := &p.config
	c.Failures = cmp.Or(c.Failures, 5)
	c.EjectFor = cmp.Or(c.EjectFor, 30*time.Second)
	c.MaxEjectFor = cmp.Or(c.MaxEjectFor, max(300*time.Second, c.EjectFor))
	c.Share = cmp.Or(c.Share, 0.1)
	if c.Ignore == nil {
		c.Ignore = ignored
	}
	if c.Rand == nil {
		c.Rand = rand.Int64N
	}
}

// most returns how many hosts may be ejected at once.
func (p *Pool) most() int {
	n := len(p.hosts)
	share := int(p.config.Share*float64(n) + 1e-9) // 0.29 × 100 is 28.999999999999996
	return min(max(share, 1), n-1)
}

// Pick returns the host whose turn it is: each that isn't ejected has one after
// the other. Tell the host by Done how the call went. Only a zero Pool, before
// Set, has no host: its Name is empty.
func (p *Pool) Pick() Host {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.out) > 0 {
		p.readmit(time.Now())
	}
	for range p.hosts {
		r := p.hosts[p.next]
		p.next = (p.next + 1) % len(p.hosts)
		if !r.out {
			return Host{r.name, p, r, r.epoch}
		}
	}
	return Host{}
}

// Done tells the Pool how a call of the host ended, which may eject it. It is
// to be called once. A call that began before the host was last ejected is not
// counted: that one has been paid for.
func (h Host) Done(err error) {
	p, r := h.pool, h.replica
	if p == nil || err != nil && p.config.Ignore(err) {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if r.epoch != h.epoch {
		return
	}
	if err == nil {
		r.failures = 0
		return
	}
	r.failures++
	if r.failures >= p.config.Failures {
		p.eject(r)
	}
}

// eject takes r out of the pool, if that is allowed. Else r stays in, and the
// next failure asks again.
func (p *Pool) eject(r *replica) {
	now := time.Now()
	p.readmit(now)
	if len(p.out) >= p.most() {
		return
	}
	most := int((p.config.MaxEjectFor-1)/p.config.EjectFor) + 1 // more make no difference
	if r.ejections > 0 {
		r.ejections -= int(min(now.Sub(r.until)/p.config.EjectFor, time.Duration(r.ejections)))
	}
	r.ejections = min(r.ejections+1, most)
	d := p.config.MaxEjectFor
	if r.ejections < most {
		d = p.config.EjectFor * time.Duration(r.ejections)
	}
	d -= time.Duration(p.config.Rand(int64(d/5) + 1))
	r.until = now.Add(d)
	r.failures = 0
	r.epoch++
	r.out = true
	p.out = append(p.out, r)
}

// readmit takes back the hosts whose time is over.
func (p *Pool) readmit(now time.Time) {
	p.out = slices.DeleteFunc(p.out, func(r *replica) bool {
		r.out = r.until.After(now)
		return !r.out
	})
}

// Ejected returns the names of the hosts that are ejected now, in the order in
// which they were.
func (p *Pool) Ejected() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.readmit(time.Now())
	var names []string
	for _, r := range p.out {
		names = append(names, r.name)
	}
	return names
}
