package behaviour

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reslint/reslint/resilience/fault"
)

// A request takes a moment, so that a loop that does not wait does not run for ever
// in no time.
const latency = time.Millisecond

// A schedule is what a server saw of one client.
type schedule struct {
	attempts []time.Duration // when each began
	returned time.Duration   // when the client's loop had ended
}

// wait is how long the client waited before an attempt.
func (s schedule) wait(n int) time.Duration { return s.attempts[n] - s.attempts[n-1] - latency }

// after counts the attempts behind a moment.
func (s schedule) after(moment time.Duration) int {
	n := 0
	for _, at := range s.attempts {
		if at > moment {
			n++
		}
	}
	return n
}

// observe runs a loop in many clients at once, whose server fails, in virtual time. A
// loop that has no end gets an answer at last. The context ends at a moment, if that
// is not 0.
func observe(t *testing.T, loop func(context.Context, *http.Client) error, clients, most int, cancelled time.Duration) []schedule {
	all := make([]schedule, clients)
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		start := time.Now()
		if cancelled > 0 {
			time.AfterFunc(cancelled, cancel)
		}
		var down fault.Switch
		down.Set(fault.Fault{Latency: latency, Status: http.StatusServiceUnavailable}, 1)
		var done sync.WaitGroup
		for i := range all {
			server := &recorder{start: start, most: most, fails: &fault.Transport{Switch: &down}}
			done.Go(func() {
				_ = loop(ctx, &http.Client{Transport: server})
				all[i] = schedule{server.attempts, time.Since(start)}
			})
		}
		done.Wait()
	})
	return all
}

// A recorder is the way to a server that fails, and answers in its place at last.
type recorder struct {
	start    time.Time
	most     int
	fails    http.RoundTripper
	attempts []time.Duration
}

// RoundTrip implements http.RoundTripper.
func (r *recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	r.attempts = append(r.attempts, time.Since(r.start))
	if len(r.attempts) < r.most {
		return r.fails.RoundTrip(req)
	}
	return &http.Response{StatusCode: http.StatusOK, Body: http.NoBody, Request: req}, nil
}

// peak is the largest share of moments that lie within a window.
func peak(moments []time.Duration, window time.Duration) float64 {
	moments = slices.Sorted(slices.Values(moments))
	most := 0
	for i, first := 0, 0; i < len(moments); i++ {
		for moments[i]-moments[first] > window {
			first++
		}
		most = max(most, i-first+1)
	}
	return float64(most) / float64(len(moments))
}
