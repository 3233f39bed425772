package behaviour

import (
	"fmt"
	"testing"
	"time"

	after "github.com/reslint/reslint/e2e/behaviour/after"
	before "github.com/reslint/reslint/e2e/behaviour/before"
)

const clients = 200

// Clients that failed together come back together, and no longer. None waits longer
// than it did.
func TestSpread(t *testing.T) {
	for _, tt := range []struct {
		name  string
		floor bool // half of the wait stays
	}{
		{"constant", true}, {"linear", false}, {"doubling", false}, {"given", true}, {"helper", false}, {"timer", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			was := observe(t, before.All[tt.name], clients, 100, 0)
			is := observe(t, after.All[tt.name], clients, 100, 0)
			attempts := len(was[0].attempts)
			if attempts < 4 {
				t.Fatalf("%d attempts", attempts)
			}
			for n := range attempts {
				if p := peak(starts(t, was, n), 0); p != 1 {
					t.Errorf("before: at attempt %d, at most %.0f %% of the clients are together", n+1, 100*p)
				}
				if n == 0 {
					continue
				}
				longest := was[0].wait(n)
				if longest == 0 {
					continue // nothing to spread
				}
				if p := peak(starts(t, is, n), longest/20); p > 0.25 {
					t.Errorf("after: at attempt %d, %.0f %% of the clients are within a 20th of the wait", n+1, 100*p)
				}
				for _, s := range is {
					if w := s.wait(n); w > longest || w < 0 || tt.floor && w < longest/2 {
						t.Errorf("after: a wait of %v, where it was %v", w, longest)
					}
				}
			}
		})
	}
}

// starts are the moments at which the clients make an attempt, which all of them do.
func starts(t *testing.T, all []schedule, attempt int) []time.Duration {
	t.Helper()
	var list []time.Duration
	for _, s := range all {
		if attempt >= len(s.attempts) {
			t.Fatalf("only %d attempts", len(s.attempts))
		}
		list = append(list, s.attempts[attempt])
	}
	return list
}

// A wait of less than nothing stays none.
func TestNothing(t *testing.T) {
	for _, s := range observe(t, after.All["nothing"], 1, 100, 0) {
		if len(s.attempts) != 4 || s.returned != 4*latency {
			t.Errorf("attempts at %v, returned at %v", s.attempts, s.returned)
		}
	}
}

// Waits grew beyond all use, and do so up to the cap.
func TestCap(t *testing.T) {
	const limit = 30 * time.Second
	for _, name := range []string{"uncapped", "shift", "steps"} {
		t.Run(name, func(t *testing.T) {
			const attempts = 20
			if w := observe(t, before.All[name], 1, attempts, 0)[0].wait(attempts - 1); w < 3*limit/2 {
				t.Errorf("before: the longest wait is %v", w)
			}
			longest := time.Duration(0)
			for _, s := range observe(t, after.All[name], clients, attempts, 0) {
				for n := 1; n < attempts; n++ {
					longest = max(longest, s.wait(n))
				}
			}
			if longest > limit || longest < limit/3 {
				t.Errorf("after: the longest wait is %v", longest)
			}
		})
	}
}

// The caller gives up in the middle of a wait. The loops worked on for nobody, and
// end now within 50 ms.
func TestCancel(t *testing.T) {
	for _, name := range []string{"deaf", "branches", "worker", "yes or no"} {
		for _, cancelled := range []time.Duration{100 * time.Millisecond, 999 * time.Millisecond} {
			t.Run(fmt.Sprint(name, " at ", cancelled), func(t *testing.T) {
				s := observe(t, before.All[name], 1, 20, cancelled)[0]
				if s.after(cancelled) == 0 || s.returned < cancelled+time.Second {
					t.Errorf("before: attempts at %v, returned at %v", s.attempts, s.returned)
				}
				for _, s := range observe(t, after.All[name], clients, 20, cancelled) {
					if s.after(cancelled) > 0 || s.returned > cancelled+50*time.Millisecond {
						t.Errorf("after: attempts at %v, returned at %v", s.attempts, s.returned)
					}
				}
			})
		}
	}
}
