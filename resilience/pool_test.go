package resilience

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

var errHost = errors.New("connection refused")

// noJitter makes a Pool begin with its first host and eject for the whole time.
func noJitter(int64) int64 { return 0 }

func hostNames(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprint("host", i)
	}
	return names
}

// pick picks until it gets the named host.
func pick(t *testing.T, p *Pool, name string) Host {
	t.Helper()
	for range len(p.hosts) {
		if h := p.Pick(); h.Name == name {
			return h
		}
	}
	t.Fatalf("%s isn't picked", name)
	panic("unreachable")
}

// eject lets a host fail for as often as it takes.
func eject(t *testing.T, p *Pool, name string) {
	t.Helper()
	for range p.config.Failures {
		pick(t, p, name).Done(errHost)
	}
}

func TestPoolConfigErrors(t *testing.T) {
	for _, tt := range []struct {
		config PoolConfig
		hosts  []string
		want   string
	}{
		{PoolConfig{Failures: -1}, hostNames(1), "Failures is -1"},
		{PoolConfig{EjectFor: -time.Second}, hostNames(1), "EjectFor is -1s"},
		{PoolConfig{MaxEjectFor: -time.Second}, hostNames(1), "MaxEjectFor is -1s"},
		{PoolConfig{EjectFor: time.Minute, MaxEjectFor: time.Second}, hostNames(1), "EjectFor is 1m0s, more than MaxEjectFor, 1s"},
		{PoolConfig{Share: -0.1}, hostNames(1), "Share is -0.1"},
		{PoolConfig{Share: 10}, hostNames(1), "Share is 10"},
		{PoolConfig{Share: math.NaN()}, hostNames(1), "Share is NaN"},
		{PoolConfig{}, nil, "pool without hosts"},
		{PoolConfig{}, []string{"a", ""}, "a host without a name"},
	} {
		p, err := NewPool(tt.config, tt.hosts...)
		if p != nil || err == nil || !strings.HasPrefix(err.Error(), "resilience: pool") || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: got %v, want %q", tt.config, err, tt.want)
		}
	}
}

func TestPoolShare(t *testing.T) {
	for _, tt := range []struct {
		share float64
		hosts int
		want  int
	}{
		{0, 1, 0}, {0, 2, 1}, {0, 10, 1}, {0, 19, 1}, {0, 20, 2}, {0, 30, 3}, {0, 100, 10},
		{1, 1, 0}, {1, 2, 1}, {1, 10, 9}, {0.29, 100, 29}, {0.5, 5, 2},
	} {
		p, err := NewPool(PoolConfig{Share: tt.share}, hostNames(tt.hosts)...)
		if err != nil {
			t.Fatal(err)
		}
		for range 2000 {
			p.Pick().Done(errHost)
		}
		if got := len(p.Ejected()); got != tt.want {
			t.Errorf("share %v of %d hosts: %d ejected, want %d", tt.share, tt.hosts, got, tt.want)
		}
		if h := p.Pick(); h.Name == "" || slices.Contains(p.Ejected(), h.Name) {
			t.Errorf("share %v of %d hosts: picked %q", tt.share, tt.hosts, h.Name)
		}
	}
}

func TestPoolRoundRobin(t *testing.T) {
	p, err := NewPool(PoolConfig{Rand: noJitter}, "a", "b", "c", "b")
	if err != nil {
		t.Fatal(err)
	}
	turns := func(n int) (s string) {
		for range n {
			s += p.Pick().Name
		}
		return s
	}
	if got, want := turns(7), "abcabca"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	eject(t, p, "b")
	if got, want := turns(6), "cacaca"; got != want {
		t.Errorf("without b: got %s, want %s", got, want)
	}
}

// Where a client begins is left to chance.
func TestPoolBegins(t *testing.T) {
	begins := map[string]bool{}
	for range 200 {
		p, _ := NewPool(PoolConfig{}, hostNames(3)...)
		begins[p.Pick().Name] = true
	}
	if len(begins) != 3 {
		t.Errorf("pools begin with %v", begins)
	}
}

func TestPoolRowOfFailures(t *testing.T) {
	notFound, down := &StatusError{Code: 404}, &StatusError{Code: 503}
	for _, tt := range []struct {
		name  string
		calls []error
		want  bool // ejected
	}{
		{"four", []error{errHost, errHost, errHost, errHost}, false},
		{"five", []error{errHost, errHost, errHost, errHost, errHost}, true},
		{"a success between", []error{errHost, errHost, errHost, errHost, nil, errHost, errHost, errHost, errHost}, false},
		{"the caller's doing", []error{context.Canceled, context.Canceled, context.Canceled, context.Canceled, context.Canceled}, false},
		{"what the host refuses", []error{notFound, notFound, notFound, notFound, notFound}, false},
		{"what the host can't do", []error{down, down, down, down, down}, true},
		{"the caller's doing between", []error{errHost, errHost, errHost, errHost, context.Canceled, errHost}, true},
	} {
		p, _ := NewPool(PoolConfig{}, "a", "b")
		for _, err := range tt.calls {
			pick(t, p, "b").Done(err)
		}
		if got := len(p.Ejected()) == 1; got != tt.want {
			t.Errorf("%s: ejected %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestPoolIgnore(t *testing.T) {
	p, _ := NewPool(PoolConfig{Ignore: func(err error) bool { return err == errHost }}, "a", "b")
	for range 20 {
		p.Pick().Done(errHost)
	}
	if got := p.Ejected(); got != nil {
		t.Errorf("%v ejected", got)
	}
	for range 10 {
		p.Pick().Done(context.Canceled)
	}
	if got := p.Ejected(); len(got) != 1 {
		t.Errorf("%v ejected", got)
	}
}

func TestPoolZero(t *testing.T) {
	var p Pool
	h := p.Pick()
	h.Done(errHost)
	Host{}.Done(nil)
	if h.Name != "" || p.Ejected() != nil {
		t.Errorf("picked %q, ejected %v", h.Name, p.Ejected())
	}
	if err := p.Set(hostNames(2)...); err != nil {
		t.Fatal(err)
	}
	eject(t, &p, "host1")
	if got := p.Ejected(); !slices.Equal(got, []string{"host1"}) {
		t.Errorf("ejected %v", got)
	}
}

func TestPoolSet(t *testing.T) {
	p, _ := NewPool(PoolConfig{Share: 0.5, Rand: noJitter}, "a", "b", "c", "d")
	eject(t, p, "a")
	eject(t, p, "b")
	late := pick(t, p, "c")

	if err := p.Set(); err == nil {
		t.Error("a pool of no hosts")
	}
	for _, tt := range []struct {
		hosts, ejected []string
	}{
		{[]string{"e", "a", "b", "c"}, []string{"a", "b"}}, // as they were
		{[]string{"a", "b", "c"}, []string{"b"}},           // fewer may be out: the first returns
		{[]string{"b", "a"}, []string{"b"}},
		{[]string{"b"}, nil}, // never the last one
		{[]string{"a", "b", "c", "d"}, nil},
	} {
		if err := p.Set(tt.hosts...); err != nil {
			t.Fatal(err)
		}
		if got := p.Ejected(); !slices.Equal(got, tt.ejected) {
			t.Errorf("hosts %v: ejected %v, want %v", tt.hosts, got, tt.ejected)
		}
		var picked []string
		for range len(tt.hosts) - len(tt.ejected) {
			picked = append(picked, p.Pick().Name)
		}
		if want := len(slices.Compact(slices.Sorted(slices.Values(picked)))); want != len(picked) {
			t.Errorf("hosts %v: picked %v", tt.hosts, picked)
		}
	}

	// A host that was away begins anew, and calls of the old one tell nothing.
	for range 10 {
		late.Done(errHost)
	}
	if got := p.Ejected(); got != nil {
		t.Errorf("ejected %v", got)
	}
	if len(p.out) != 0 {
		t.Errorf("%d hosts are out that nobody knows", len(p.out))
	}
}

func TestPoolConcurrent(t *testing.T) {
	p, _ := NewPool(PoolConfig{EjectFor: time.Nanosecond}, hostNames(10)...)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := range 500 {
				h := p.Pick()
				if h.Name == "" {
					t.Error("no host")
				}
				runtime.Gosched()
				if j%3 == 0 {
					h.Done(nil)
				} else {
					h.Done(errHost)
				}
				if j%50 == 0 {
					p.Set(hostNames(1 + (i+j)%20)...)
				}
				p.Ejected()
			}
		}()
	}
	wg.Wait()
}
