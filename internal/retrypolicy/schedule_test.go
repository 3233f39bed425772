package retrypolicy

import (
	"math"
	"testing"
	"time"

	"github.com/reslint/reslint/internal/knowledge"
)

func TestScheduleString(t *testing.T) {
	const ms, s = time.Millisecond, time.Second
	for _, tt := range []struct {
		schedule Schedule
		want     string
		last     time.Duration
		total    time.Duration
	}{
		{Schedule{Wait: 100 * ms, Factor: 1, Waits: 3}, "100 ms, 100 ms, 100 ms", 100 * ms, 300 * ms},
		{Schedule{Wait: 100 * ms, Factor: 1, Waits: 9}, "9 × 100 ms", 100 * ms, 900 * ms},
		{Schedule{Wait: s, Factor: 1}, "1 s, 1 s, 1 s, …", s, 0},
		{Schedule{Wait: 100 * ms, Factor: 2, Waits: 1}, "100 ms", 100 * ms, 100 * ms},
		{Schedule{Wait: 100 * ms, Factor: 2, Waits: 4}, "100 ms, 200 ms, 400 ms, 800 ms", 800 * ms, 1500 * ms},
		{Schedule{Wait: 100 * ms, Factor: 2, Waits: 9}, "100 ms, 200 ms, 400 ms, … 25.6 s", 25600 * ms, 51100 * ms},
		{Schedule{Wait: s, Factor: 2, Cap: 3 * s, Waits: 5}, "1 s, 2 s, 3 s, … 3 s", 3 * s, 12 * s},
		{Schedule{Wait: s, Factor: 2, Cap: 3 * s}, "1 s, 2 s, 3 s, …", 3 * s, 0},
		{Schedule{Wait: s, Factor: 2}, "1 s, 2 s, 4 s, …", math.MaxInt64, 0},
		{Schedule{Wait: s, Factor: 0}, "1 s, 0 s, 0 s, …", s, 0},
		{Schedule{Wait: 2 * s, Factor: 1.5, Waits: 99}, "2 s, 3 s, 4.5 s, … 292 years", math.MaxInt64, math.MaxInt64},
	} {
		if got := tt.schedule.String(); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.schedule, got, tt.want)
		}
		if got := tt.schedule.Last(); got != tt.last {
			t.Errorf("%+v: the last wait is %s, want %s", tt.schedule, got, tt.last)
		}
		if got := tt.schedule.Total(); got != tt.total {
			t.Errorf("%+v: the waits are %s together, want %s", tt.schedule, got, tt.total)
		}
	}
}

func TestFormat(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0:                       "0 s",
		15:                      "15 ns",
		1500:                    "1.5 µs",
		250 * time.Microsecond:  "250 µs",
		1234567:                 "1.23 ms",
		99 * time.Millisecond:   "99 ms",
		999 * time.Millisecond:  "999 ms",
		1500 * time.Millisecond: "1.5 s",
		90 * time.Second:        "90 s",
		2 * time.Minute:         "2 min",
		150 * time.Second:       "2 min 30 s",
		time.Hour:               "1 h",
		26214 * time.Second:     "7 h 17 min",
		25 * time.Hour:          "25 h",
		50 * time.Hour:          "2 days",
		400 * 24 * time.Hour:    "1 year",
		math.MaxInt64:           "292 years",
	} {
		if got := Format(d); got != want {
			t.Errorf("%d: %q, want %q", d, got, want)
		}
	}
}

// A schedule is known only if all its numbers are.
func TestPolicySchedule(t *testing.T) {
	n := func(f float64) Value { return Value{Kind: Number, Number: f} }
	clipped := Value{Kind: Given, By: By{Claim: &knowledge.Claim{Policy: &knowledge.RetryPolicy{Clip: "wait"}}}}
	whole := Policy{
		knowledge.Wait: n(1e9), knowledge.Factor: n(2), knowledge.Cap: {Kind: None},
		knowledge.Attempts: n(4), knowledge.Jitter: n(0.5),
	}
	for _, tt := range []struct {
		name   string
		change Policy
		want   Schedule
		ok     bool
	}{
		{"whole", nil, Schedule{Wait: time.Second, Factor: 2, Waits: 3, Jitter: true}, true},
		{"no jitter", Policy{knowledge.Jitter: n(0)}, Schedule{Wait: time.Second, Factor: 2, Waits: 3}, true},
		{"any number", Policy{knowledge.Attempts: {Kind: None}}, Schedule{Wait: time.Second, Factor: 2, Jitter: true}, true},
		{"configured number", Policy{knowledge.Attempts: {Kind: Given}}, Schedule{Wait: time.Second, Factor: 2, Jitter: true}, true},
		{"capped", Policy{knowledge.Cap: n(3e9)}, Schedule{Wait: time.Second, Factor: 2, Cap: 3 * time.Second, Waits: 3, Jitter: true}, true},
		{"capped at nothing", Policy{knowledge.Cap: n(0)}, Schedule{Wait: time.Second, Waits: 3, Jitter: true}, true},
		{"capped at nothing, but not below the first", Policy{knowledge.Cap: n(0), knowledge.Jitter: clipped}, Schedule{Wait: time.Second, Factor: 1, Waits: 3, Jitter: true}, true},
		{"configured cap", Policy{knowledge.Cap: {Kind: Given}}, Schedule{}, false},
		{"configured cap of equal waits", Policy{knowledge.Cap: {Kind: Given}, knowledge.Factor: n(1)}, Schedule{Wait: time.Second, Factor: 1, Waits: 3, Jitter: true}, true},
		{"configured wait", Policy{knowledge.Wait: {Kind: Given}}, Schedule{}, false},
		{"unknown factor", Policy{knowledge.Factor: {}}, Schedule{}, false},
		{"one attempt", Policy{knowledge.Attempts: n(1)}, Schedule{}, false},
	} {
		if got, ok := whole.over(tt.change).Schedule(); got != tt.want || ok != tt.ok {
			t.Errorf("%s: %+v, %t, want %+v, %t", tt.name, got, ok, tt.want, tt.ok)
		}
	}
}
