package resilience

import (
	"errors"
	"testing"
	"time"
)

// The number of a slot is looked up from the latest one where it can be.
func TestTimeWindowNumber(t *testing.T) {
	w := newWindow(&BreakerConfig{Window: timeSlots * time.Second}).(*timeWindow)
	for _, now := range []time.Duration{
		5 * time.Second, 6*time.Second - 1, 6 * time.Second, 6*time.Second + 1,
		time.Hour, 5 * time.Second, twoCenturies, twoCenturies + time.Second - 1, twoCenturies + time.Second, 0,
	} {
		if got, want := w.number(now), int64(now/time.Second); got != want {
			t.Errorf("after %v: slot %d, want %d", now, got, want)
		}
	}
}

// A breaker that times nothing has a shorter way for good calls; bad ones count
// as ever.
func TestUntimedBreaker(t *testing.T) {
	failure := errors.New("failure")
	for _, test := range []struct {
		good, bad int
		want      State
	}{
		{10, 0, Closed},
		{6, 4, Closed},
		{5, 5, Open},
		{20, 4, Closed},
		{20, 5, Open},
		{0, 10, Open},
	} {
		b := Must(NewBreaker(BreakerConfig{Count: 10, Slow: -1}))
		for i := range test.good + test.bad {
			permit, err := b.Allow()
			if err != nil {
				t.Fatal(err)
			}
			if i < test.good {
				permit.Done(nil)
			} else {
				permit.Done(failure)
			}
		}
		if got := b.State(); got != test.want {
			t.Errorf("after %d good and %d bad calls it is %v, want %v", test.good, test.bad, got, test.want)
		}
	}
}
