//go:build go1.25

package resilience

import (
	"testing"
	"testing/synctest"
	"time"
)

func TestRatioBudget(t *testing.T) {
	grants := func(b *RatioBudget) (n int) {
		for b.Retry() {
			n++
		}
		return n
	}
	synctest.Test(t, func(t *testing.T) {
		var b RatioBudget
		if n := grants(&b); n != defaultRetryFloor {
			t.Errorf("no requests: %d retries, want the floor of %d", n, defaultRetryFloor)
		}
		for range 1000 {
			b.Begin()
			b.End(false, Failure)
		}
		if n := grants(&b); n != 100-defaultRetryFloor {
			t.Errorf("1000 requests: %d more retries, want %d", n, 100-defaultRetryFloor)
		}
		time.Sleep(defaultRetryWindow / 2)
		for range 500 {
			b.Begin()
		}
		if n := grants(&b); n != 50 {
			t.Errorf("500 requests later in the window: %d more retries, want 50", n)
		}
		time.Sleep(defaultRetryWindow / 2)
		// The first thousand have left the window, and their hundred retries.
		if n := grants(&b); n != 0 {
			t.Errorf("the first half has passed: %d more retries, want 0", n)
		}
		time.Sleep(time.Hour)
		if n := grants(&b); n != defaultRetryFloor {
			t.Errorf("an hour later: %d retries, want %d", n, defaultRetryFloor)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		b, err := NewRatioBudget(0.5, time.Second, -1)
		if err != nil {
			t.Fatal(err)
		}
		if n := grants(b); n != 0 {
			t.Errorf("without a floor: %d retries", n)
		}
		for range 10 {
			b.Begin()
		}
		if n := grants(b); n != 5 {
			t.Errorf("half of 10 requests: %d retries", n)
		}
	})
}

// In a total outage a budgeted client sends at most 1.1 times its usual load.
func TestRatioBudgetInOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, err := NewRatioBudget(0, time.Hour, -1)
		if err != nil {
			t.Fatal(err)
		}
		p := Must(New(Config{Budget: b, Backoff: Backoff{Base: 1, Cap: 1}}))
		op, calls := failing(1<<30, errDown)
		const requests = 5000
		for range requests {
			_ = Run(t.Context(), p, op)
		}
		if *calls != requests*11/10 {
			t.Errorf("%d calls for %d requests", *calls, requests)
		}
	})
}
