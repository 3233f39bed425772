//go:build go1.25

package resilience

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// A breaker that times nothing does so while it ramps, or the ramp would have no
// end.
func TestUntimedBreakerRamps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := Must(NewBreaker(BreakerConfig{Count: 1, Slow: -1, OpenFor: time.Second, Trials: 1, Ramp: time.Minute}))
		call := func(outcome error) error {
			permit, err := b.Allow()
			if err == nil {
				permit.Done(outcome)
			}
			return err
		}
		call(errors.New("failure"))
		time.Sleep(2 * time.Second)
		if err := call(nil); err != nil { // the trial
			t.Fatal(err)
		}
		refused := func() (n int) {
			for range 1000 {
				if call(nil) != nil {
					n++
				}
			}
			return n
		}
		if n := refused(); n < 500 {
			t.Errorf("at the ramp's beginning %d of 1000 calls are refused, want about 800", n)
		}
		time.Sleep(time.Minute)
		if n := refused(); n > 0 {
			t.Errorf("after the ramp %d of 1000 calls are refused", n)
		}
	})
}
