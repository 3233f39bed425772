package resilience

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestBreakerConfigErrors(t *testing.T) {
	tests := []struct {
		config BreakerConfig
		want   string
	}{
		{BreakerConfig{Window: 1, Count: 1}, "not both"},
		{BreakerConfig{Count: -1}, "Count is not negative"},
		{BreakerConfig{Ramp: -1}, "Ramp is not negative"},
		{BreakerConfig{Count: 10, MinCalls: 20}, "never has the 20"},
		{BreakerConfig{FailureRate: 1.1}, "rates are from 0 to 1"},
		{BreakerConfig{SlowRate: math.NaN()}, "rates are from 0 to 1"},
	}
	for _, test := range tests {
		if _, err := NewBreaker(test.config); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("NewBreaker(%+v): %v, want an error about %q", test.config, err, test.want)
		}
		if _, err := NewBreakerSet(test.config, 0); err == nil {
			t.Errorf("NewBreakerSet(%+v): no error", test.config)
		}
	}
	if _, err := NewBreakerSet(BreakerConfig{}, -1); err == nil {
		t.Error("a set of negative size: no error")
	}
}

func TestIgnored(t *testing.T) {
	tests := []struct {
		err  error
		want bool
	}{
		{context.Canceled, true},
		{fmt.Errorf("get: %w", context.Canceled), true},
		{&StatusError{Code: 404}, true},
		{&StatusError{Code: 429}, true},
		{&StatusError{Code: 500}, false},
		{context.DeadlineExceeded, false},
		{errors.New("reset"), false},
	}
	for _, test := range tests {
		if got := ignored(test.err); got != test.want {
			t.Errorf("ignored(%v) = %v", test.err, got)
		}
	}
}

// All callers at once, for the race detector: whatever happens, no more calls are
// under way in a half-open breaker than there are trials.
func TestBreakerConcurrent(t *testing.T) {
	b := Must(NewBreaker(BreakerConfig{Count: 10, MinCalls: 5, OpenFor: time.Microsecond, Trials: 2, OnChange: func(from, to State) {}}))
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for n := range 2000 {
				permit, err := b.Allow()
				if err != nil {
					continue
				}
				if p := permit.phase; p.state == HalfOpen {
					p.mu.Lock()
					if p.underWay > 2 {
						t.Errorf("%d trials under way", p.underWay)
					}
					p.mu.Unlock()
				}
				if (n/100+i)%2 == 0 {
					permit.Done(errors.New("down"))
				} else {
					permit.Done(nil)
				}
			}
		}()
	}
	wg.Wait()
}

func TestBreakerSet(t *testing.T) {
	s := Must(NewBreakerSet(BreakerConfig{MinCalls: 1}, 3))
	read := s.Get("orders", "read")
	if s.Get("orders", "read") != read || s.Get("orders", "write") == read || s.Get("stock", "read") == read {
		t.Error("a breaker is not that of its dependency and operation")
	}
	s.Get("orders", "read").ForceOpen()
	s.Get("orders", "write")
	s.Get("stock", "read")
	s.Get("payments", "read") // one too many: the closed one used last goes, not the open one
	if s.Len() != 3 {
		t.Errorf("%d breakers, want 3", s.Len())
	}
	if s.Get("orders", "read") != read {
		t.Error("the open breaker was forgotten")
	}
	var held []string
	for scope, b := range s.All() {
		held = append(held, fmt.Sprint(scope.Dependency, " ", scope.Operation, " ", b.State()))
	}
	if got, want := strings.Join(held, ", "), "orders read forced-open, payments read closed, stock read closed"; got != want {
		t.Errorf("holds %s\nwant  %s", got, want)
	}
	for _, b := range s.All() {
		b.ForceOpen()
	}
	s.Get("users", "read") // all are open: the bound holds all the same
	if s.Len() != 3 {
		t.Errorf("%d breakers, want 3", s.Len())
	}
}

// A policy with a set has a breaker for each operation.
func TestBreakersInPolicy(t *testing.T) {
	p := Must(New(Config{Name: "orders", Attempts: 1, Breakers: Must(NewBreakerSet(BreakerConfig{MinCalls: 1}, 0))}))
	do := func(operation string, err error) error {
		return Run(WithOperation(context.Background(), operation), p, func(context.Context) error { return err })
	}
	_ = do("write", errors.New("down"))
	if err := do("write", nil); !errors.Is(err, ErrOpen) {
		t.Errorf("write: %v, want %v", err, ErrOpen)
	}
	if err := do("read", nil); err != nil {
		t.Errorf("read: %v", err)
	}
	if p.config.Breakers.Get("orders", "write").State() != Open {
		t.Error("the breaker is not that of the policy's name")
	}
}

func TestBulkhead(t *testing.T) {
	b := NewBulkhead(2)
	for i, want := range []bool{true, true, false, false} {
		if got := b.TryAcquire(); got != want {
			t.Errorf("TryAcquire %d = %v", i+1, got)
		}
	}
	if b.InUse() != 2 {
		t.Errorf("%d in use", b.InUse())
	}
	b.Release()
	if !b.TryAcquire() {
		t.Error("a place was given back, and is not there")
	}
	b.Release()
	b.Release()
	func() {
		defer func() {
			if recover() == nil {
				t.Error("Release without TryAcquire went unnoticed")
			}
		}()
		b.Release()
	}()
	var zero Bulkhead
	n := 0
	for zero.TryAcquire() {
		n++
	}
	if n != defaultBulkhead {
		t.Errorf("a zero bulkhead has %d places", n)
	}
}

func TestBulkheadConcurrent(t *testing.T) {
	b := NewBulkhead(3)
	var inside, most int
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range 16 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range 1000 {
				if !b.TryAcquire() {
					continue
				}
				mu.Lock()
				inside++
				most = max(most, inside)
				mu.Unlock()
				mu.Lock()
				inside--
				mu.Unlock()
				b.Release()
			}
		}()
	}
	wg.Wait()
	if most > 3 || b.InUse() != 0 {
		t.Errorf("%d inside at a time, %d left", most, b.InUse())
	}
}

// A full bulkhead refuses at once, is not retried, and takes nothing of the
// breaker: it stands before it.
func TestBulkheadInPolicy(t *testing.T) {
	bulkhead := NewBulkhead(1)
	breaker := new(Breaker)
	p := Must(New(Config{Name: "orders", Bulkhead: bulkhead, Breaker: breaker}))
	err := Run(context.Background(), p, func(context.Context) error {
		return Run(context.Background(), p, func(context.Context) error {
			t.Error("called while the bulkhead was full")
			return nil
		})
	})
	if !errors.Is(err, ErrFull) || err.Error() != "orders: bulkhead is full" {
		t.Errorf("error %v", err)
	}
	if bulkhead.InUse() != 0 {
		t.Errorf("%d in use", bulkhead.InUse())
	}
	if stats := p.Stats(); stats.RejectedByBulkhead != 1 || stats.Retries != 0 {
		t.Errorf("stats %+v", stats)
	}
}
