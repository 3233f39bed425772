package behaviour

import (
	"context"
	"net/http"
	"testing"
	"time"

	attempts "github.com/reslint/reslint/e2e/behaviour/attempts"
	before "github.com/reslint/reslint/e2e/behaviour/before"
	calls "github.com/reslint/reslint/e2e/behaviour/calls"
	sleeps "github.com/reslint/reslint/e2e/behaviour/sleeps"
)

// TestRuntime looks at what the alternatives make of the loops.
func TestRuntime(t *testing.T) {
	for _, tt := range []struct {
		name      string
		mended    func(context.Context, *http.Client) error
		attempts  int
		base      time.Duration // of the waits
		floor     bool          // half of which stays
		unlimited bool          // before
	}{
		{"five at once", attempts.Shapes["five at once"], 5, 100 * time.Millisecond, false, false},
		{"five at once", calls.Shapes["five at once"], 5, 100 * time.Millisecond, false, false},
		{"inside", attempts.Shapes["inside"], 4, time.Second, true, false},
		{"last", attempts.Shapes["last"], 3, 200 * time.Millisecond, true, false},
		{"numbered", attempts.Shapes["numbered"], 8, 200 * time.Millisecond, false, false},
		{"endless", attempts.Shapes["endless"], 3, 100 * time.Millisecond, false, true},
		{"endless", calls.Shapes["endless"], 3, 100 * time.Millisecond, false, true},
		{"with a result", attempts.Shapes["with a result"], 5, 100 * time.Millisecond, false, false},
		{"with a result", calls.Shapes["with a result"], 5, 100 * time.Millisecond, false, false},
		{"nobody asks", attempts.Shapes["nobody asks"], 3, 100 * time.Millisecond, true, false},
		{"listens", attempts.Shapes["listens"], 3, 100 * time.Millisecond, true, false},
		{"listens", calls.Shapes["listens"], 3, 100 * time.Millisecond, true, false},
		{"commented", attempts.Shapes["commented"], 3, 100 * time.Millisecond, true, false},
		{"two", attempts.Shapes["two"], 3, 100 * time.Millisecond, false, false},
		{"of a type", attempts.Shapes["of a type"], 5, 100 * time.Millisecond, false, false},
		{"of a type", calls.Shapes["of a type"], 5, 100 * time.Millisecond, false, false},
		{"in between", attempts.Shapes["in between"], 3, 100 * time.Millisecond, true, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			const most = 12
			was := observe(t, before.Shapes[tt.name], 1, most, 0)[0]
			if n := len(was.attempts); tt.unlimited && n != most || !tt.unlimited && n != tt.attempts {
				t.Fatalf("before: %d attempts", n)
			}
			is := observe(t, tt.mended, 1, most, 0)[0]
			if len(is.attempts) != tt.attempts {
				t.Fatalf("after: %d attempts, want %d", len(is.attempts), tt.attempts)
			}
			if w := is.wait(1); w > tt.base || tt.floor && w < tt.base/2 {
				t.Errorf("after: the first wait is %v", w)
			}
			// The end comes with the last failure: there is nothing to wait for.
			if end := is.attempts[tt.attempts-1] + latency; is.returned != end {
				t.Errorf("after: returned at %v, the last attempt had failed at %v", is.returned, end)
			}

			// The caller gives up while the first attempt is under way.
			const cancelled = latency / 2
			if s := observe(t, tt.mended, 1, most, cancelled)[0]; s.after(cancelled) > 0 || s.returned != cancelled {
				t.Errorf("after: attempts at %v, returned at %v", s.attempts, s.returned)
			}
			// A caller that has given up before must not take no attempt for a success.
			gone, cancel := context.WithCancel(t.Context())
			cancel()
			if err := tt.mended(gone, &http.Client{Transport: http.DefaultTransport}); err == nil {
				t.Error("after: no attempt, and no error")
			}

			// Many fail together. The budget that they share lets about fifty of them
			// try again, and not all at one moment.
			total, again := 0, []time.Duration{}
			for _, s := range observe(t, tt.mended, clients, most, 0) {
				total += len(s.attempts)
				if len(s.attempts) > 1 {
					again = append(again, s.attempts[1])
				}
			}
			if total > clients+60 {
				t.Errorf("after: %d attempts of %d clients", total, clients)
			}
			if p := peak(again, tt.base/20); len(again) > 10 && p > 0.4 {
				t.Errorf("after: %.0f %% of %d clients return together", 100*p, len(again))
			}
		})
	}
}

// TestSleep looks at loops that stay as they are, and wait with the runtime.
func TestSleep(t *testing.T) {
	for _, tt := range []struct {
		name  string
		floor bool
	}{
		{"permanent", true}, {"both", true}, {"last", true}, {"numbered", false}, {"forever", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			const most = 8
			was := observe(t, before.Shapes[tt.name], 1, most, 0)[0]
			is := observe(t, sleeps.Shapes[tt.name], clients, most, 0)
			for n := 1; n < len(was.attempts); n++ {
				longest := was.wait(n)
				if p := peak(starts(t, is, n), longest/20); p > 0.25 {
					t.Errorf("at attempt %d, %.0f %% of the clients are within a 20th of the wait", n+1, 100*p)
				}
				for _, s := range is {
					if w := s.wait(n); w > longest || w < 0 || tt.floor && w < longest/2 {
						t.Errorf("a wait of %v, where it was %v", w, longest)
					}
				}
			}
			// The caller gives up in the first wait, which is 50 ms at least or, of
			// those without a floor, mostly longer than 5 ms.
			const cancelled = 5 * time.Millisecond
			for _, s := range observe(t, sleeps.Shapes[tt.name], clients, most, cancelled) {
				if s.after(cancelled) > 0 || s.returned > cancelled+latency {
					t.Errorf("attempts at %v, returned at %v", s.attempts, s.returned)
				}
			}
		})
	}
}
