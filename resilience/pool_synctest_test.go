//go:build go1.25

package resilience

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// ejectedFor lets a host fail and returns how long it is ejected.
func ejectedFor(t *testing.T, p *Pool, name string) time.Duration {
	t.Helper()
	eject(t, p, name)
	start := time.Now()
	for slices.Contains(p.Ejected(), name) {
		time.Sleep(time.Second)
	}
	return time.Since(start)
}

func TestPoolEjectsLonger(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, _ := NewPool(PoolConfig{Rand: noJitter}, "a", "b")
		for i, want := range []int{30, 60, 90, 120, 150, 180, 210, 240, 270, 300, 300, 300} {
			if got := ejectedFor(t, p, "b"); got != time.Duration(want)*time.Second {
				t.Errorf("ejection %d took %v, want %d s", i+1, got, want)
			}
		}
		// One ejection is forgotten every 30 seconds, and no more than there
		// were: ten of 300, then eight, then none.
		for _, tt := range []struct{ back, want int }{{29, 300}, {60, 270}, {3600, 30}, {30, 30}} {
			time.Sleep(time.Duration(tt.back) * time.Second)
			if got := ejectedFor(t, p, "b"); got != time.Duration(tt.want)*time.Second {
				t.Errorf("%d s later the ejection took %v, want %d s", tt.back, got, tt.want)
			}
		}
	})
}

func TestPoolMaxEjectFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, tt := range []struct {
			config PoolConfig
			want   []int
		}{
			{PoolConfig{EjectFor: 10 * time.Second, MaxEjectFor: 25 * time.Second}, []int{10, 20, 25, 25}},
			{PoolConfig{EjectFor: 10 * time.Second, MaxEjectFor: 20 * time.Second}, []int{10, 20, 20}},
			{PoolConfig{EjectFor: 10 * time.Minute}, []int{600, 600}},
			{PoolConfig{EjectFor: 1 << 62}, nil}, // the product would overflow
		} {
			tt.config.Rand = noJitter
			p, err := NewPool(tt.config, "a", "b")
			if err != nil {
				t.Fatal(err)
			}
			for i, want := range tt.want {
				if got := ejectedFor(t, p, "b"); got != time.Duration(want)*time.Second {
					t.Errorf("%+v: ejection %d took %v, want %d s", tt.config, i+1, got, want)
				}
			}
			if tt.want == nil {
				eject(t, p, "b")
				time.Sleep(1000 * time.Hour)
				if got := p.Ejected(); len(got) != 1 {
					t.Errorf("EjectFor %v: ejected %v", tt.config.EjectFor, got)
				}
			}
		}
	})
}

// Clients that eject a host at the same moment return to it at different ones.
func TestPoolJitter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ends := map[time.Time]int{}
		now := time.Now()
		for range 1000 {
			p, _ := NewPool(PoolConfig{}, "a", "b")
			eject(t, p, "b")
			ends[p.out[0].until]++
			if d := p.out[0].until.Sub(now); d < 24*time.Second || d > 30*time.Second {
				t.Errorf("ejected for %v", d)
			}
		}
		if len(ends) < 900 {
			t.Errorf("%d moments for 1000 clients", len(ends))
		}
	})
}

// Calls that began before the ejection and fail long after it, in a time-out,
// must not eject the host again when it is back.
func TestPoolLateResults(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, _ := NewPool(PoolConfig{Rand: noJitter}, "a", "b")
		var late []Host
		for range 10 {
			late = append(late, pick(t, p, "b"))
		}
		eject(t, p, "b")
		late[0].Done(nil)
		if got := p.Ejected(); len(got) != 1 {
			t.Error("a late success brought the host back")
		}
		time.Sleep(31 * time.Second)
		for _, h := range late[1:] {
			h.Done(errHost)
		}
		if got := p.Ejected(); got != nil {
			t.Errorf("late failures ejected %v", got)
		}
	})
}

// If the share is used up, a failing host is ejected as soon as there is room.
func TestPoolWaitsForRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, _ := NewPool(PoolConfig{Rand: noJitter}, "a", "b", "c")
		eject(t, p, "a")
		eject(t, p, "b")
		if got := p.Ejected(); !slices.Equal(got, []string{"a"}) {
			t.Errorf("ejected %v", got)
		}
		time.Sleep(30 * time.Second)
		pick(t, p, "b").Done(errHost)
		if got := p.Ejected(); !slices.Equal(got, []string{"b"}) {
			t.Errorf("ejected %v", got)
		}
	})
}

// A host is back for who only picks, too.
func TestPoolReturns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, _ := NewPool(PoolConfig{Rand: noJitter}, "a", "b")
		eject(t, p, "b")
		time.Sleep(30*time.Second - time.Nanosecond)
		for range 2 {
			if h := p.Pick(); h.Name != "a" {
				t.Errorf("picked %s before its time", h.Name)
			}
		}
		time.Sleep(time.Nanosecond)
		pick(t, p, "b")
	})
}

// Those that return early are those that would return first, not those that
// were ejected first.
func TestPoolSetReturnsTheSoonest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, _ := NewPool(PoolConfig{Share: 0.5, Rand: noJitter}, "a", "b", "c", "d")
		ejectedFor(t, p, "a")
		eject(t, p, "a") // for 60 seconds
		eject(t, p, "b") // for 30
		p.Set("a", "b", "c")
		if got := p.Ejected(); !slices.Equal(got, []string{"a"}) {
			t.Errorf("ejected %v", got)
		}
	})
}

// A poolModel is a Pool said as plainly as can be: every host has a line in a
// table, and each question is answered from the whole of it.
type poolModel struct {
	config PoolConfig
	lines  map[string]*poolLine
	hosts  []string
	n      int // ejections so far
}

type poolLine struct {
	failures, ejections, nth int
	until                    time.Time
}

func (m *poolModel) ejected() []string {
	var names []string
	for _, name := range m.hosts {
		if m.lines[name].until.After(time.Now()) {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(m.lines[a].nth, m.lines[b].nth) })
	return names
}

func (m *poolModel) most() int {
	n := 0
	for float64(n+1) <= m.config.Share*float64(len(m.hosts))+1e-9 {
		n++
	}
	if n == 0 {
		n = 1
	}
	if n == len(m.hosts) {
		n--
	}
	return n
}

func (m *poolModel) set(hosts []string) {
	lines := map[string]*poolLine{}
	for _, name := range hosts {
		lines[name] = m.lines[name]
		if lines[name] == nil {
			lines[name] = &poolLine{}
		}
	}
	m.lines, m.hosts = lines, hosts
	for len(m.ejected()) > m.most() {
		first := slices.MinFunc(m.ejected(), func(a, b string) int {
			return cmp.Or(m.lines[a].until.Compare(m.lines[b].until), cmp.Compare(m.lines[a].nth, m.lines[b].nth))
		})
		m.lines[first].until = time.Now()
	}
}

func (m *poolModel) done(name string, ok bool) {
	line := m.lines[name]
	if ok {
		line.failures = 0
		return
	}
	line.failures++
	if line.failures < m.config.Failures || len(m.ejected()) >= m.most() {
		return
	}
	for back := line.until.Add(m.config.EjectFor); line.ejections > 0 && !back.After(time.Now()); back = back.Add(m.config.EjectFor) {
		line.ejections--
	}
	line.ejections++
	for line.ejections > 1 && time.Duration(line.ejections-1)*m.config.EjectFor >= m.config.MaxEjectFor {
		line.ejections--
	}
	m.n++
	line.nth = m.n
	line.failures = 0
	line.until = time.Now().Add(min(time.Duration(line.ejections)*m.config.EjectFor, m.config.MaxEjectFor))
}

// comparePool does what ops say to a Pool and to the model.
func comparePool(t *testing.T, share float64, ops []byte) {
	config := PoolConfig{Failures: 3, EjectFor: 10 * time.Second, MaxEjectFor: 45 * time.Second, Share: share, Rand: noJitter}
	if config.Share == 0 {
		config.Share = 0.1
	}
	p, err := NewPool(config, hostNames(5)...)
	if err != nil {
		t.Skip(err)
	}
	m := &poolModel{config: config}
	m.set(hostNames(5))
	unpicked := 0 // picks since the hosts or the ejected changed
	var picked []string
	var before string
	for i, op := range ops {
		arg := int(op >> 2)
		switch op & 3 {
		case 0, 1:
			h := p.Pick()
			if h.Name == "" || !slices.Contains(m.hosts, h.Name) {
				t.Fatalf("op %d: picked %q of %v", i, h.Name, m.hosts)
			}
			if slices.Contains(m.ejected(), h.Name) {
				t.Fatalf("op %d: picked %s, which is ejected", i, h.Name)
			}
			picked = append(picked, h.Name)
			unpicked++
			ok := arg%16 == 0 // nearly all fail
			if ok {
				h.Done(nil)
			} else {
				h.Done(errHost)
			}
			m.done(h.Name, ok)
		case 2:
			time.Sleep(time.Duration(arg) * time.Second)
		case 3:
			names := hostNames(1 + arg)
			names = names[arg/3:] // some leave, some come
			if err := p.Set(names...); err != nil {
				t.Fatal(err)
			}
			m.set(names)
			unpicked, picked = 0, nil
		}
		got, want := p.Ejected(), m.ejected()
		if !slices.Equal(got, want) {
			t.Fatalf("op %d: ejected %v, the model says %v", i, got, want)
		}
		if len(got) > m.most() || len(got) >= len(m.hosts) {
			t.Fatalf("op %d: ejected %v of %v", i, got, m.hosts)
		}
		if now := fmt.Sprint(got); now != before {
			before, unpicked, picked = now, 0, nil
		}
		// Every host in the pool has had its turn.
		if healthy := len(m.hosts) - len(got); unpicked == healthy {
			slices.Sort(picked)
			if len(slices.Compact(picked)) != healthy {
				t.Fatalf("op %d: %d picks gave %v of %v without %v", i, unpicked, picked, m.hosts, got)
			}
			unpicked, picked = 0, nil
		}
	}
}

func FuzzPool(f *testing.F) {
	f.Add(0.1, []byte("\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x2a\x04\x04\x04\x0f"))
	f.Add(1.0, []byte("\x04\x08\x0c\x04\x08\x0c\x04\x08\x0c\x04\x08\x0c\x04\x08\x0c\x03\x07\xff"))
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		ops := make([]byte, 500)
		for i := range ops {
			ops[i] = byte(rnd.Uint32())
		}
		f.Add(rnd.Float64(), ops)
		for i := range ops { // more calls, and time and hosts change more seldom
			if ops[i]&2 != 0 && rnd.IntN(20) > 0 {
				ops[i] &^= 2
			}
		}
		f.Add(rnd.Float64(), ops)
	}
	f.Fuzz(func(t *testing.T, share float64, ops []byte) {
		synctest.Test(t, func(t *testing.T) { comparePool(t, share, ops) })
	})
}
