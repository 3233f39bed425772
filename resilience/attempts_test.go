package resilience

import (
	"context"
	"errors"
	"testing"
)

// A Policy without layers makes the first pass of a loop on a way of its own: the
// budget has to come out as on the usual one.
func TestAttemptsWithoutLayers(t *testing.T) {
	failure := errors.New("failure")
	for _, test := range []struct {
		name   string
		body   func(a *Attempt) (leave bool)
		passes int
		spent  int64 // tokens, in thousandths, after one was spent before
	}{
		{"success", func(*Attempt) bool { return true }, 1, 900},
		{"failed, but left", func(a *Attempt) bool {
			if err := a.Failed(failure); err != nil {
				t.Errorf("no retry: %v", err)
			}
			return true
		}, 1, 2000},
		{"failed for good", func(a *Attempt) bool {
			if err := a.Failed(Permanent(failure)); !errors.Is(err, failure) {
				t.Errorf("Failed returned %v", err)
			}
			return false
		}, 1, 1000},
		{"failed each time", func(a *Attempt) bool {
			a.Failed(failure)
			return false
		}, 3, 4000},
		{"without a word", func(*Attempt) bool { return false }, 3, 4000},
		{"success at last", func(a *Attempt) bool {
			if a.Number() == 3 {
				return true
			}
			a.Failed(failure)
			return false
		}, 3, 2900},
	} {
		p := Must(New(Config{Backoff: Backoff{Base: 1, Cap: 1}}))
		p.own.pay()
		passes := 0
		for a := range Attempts(context.Background(), p) {
			passes++
			if a.Number() != passes {
				t.Errorf("%s: pass %d is attempt %d", test.name, passes, a.Number())
			}
			if test.body(a) {
				break
			}
		}
		if passes != test.passes {
			t.Errorf("%s: %d passes, want %d", test.name, passes, test.passes)
		}
		if spent := p.own.spent.Load(); spent != test.spent {
			t.Errorf("%s: %d thousandths are spent, want %d", test.name, spent, test.spent)
		}
	}
}
