//go:build go1.25

package resilience

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// copies returns an operation whose nth copy takes d[n-1] and ends with err[n-1],
// and returns its number.
func copies(d []time.Duration, err []error) (op func(context.Context) (int, error), calls *atomic.Int32) {
	calls = new(atomic.Int32)
	return func(ctx context.Context) (int, error) {
		n := int(calls.Add(1))
		if cut := Sleep(ctx, d[n-1]); cut != nil {
			return n, cut
		}
		return n, err[n-1]
	}, calls
}

func TestHedge(t *testing.T) {
	ms := time.Millisecond
	tests := []struct {
		name    string
		config  Config
		took    []time.Duration
		errs    []error
		left    int // retries in the budget
		mark    func(context.Context) context.Context
		result  int
		is      error
		calls   int32
		after   time.Duration
		hedges  uint64
		retries uint64
		refused uint64 // by the budget
	}{
		{name: "the first is quick", took: []time.Duration{9 * ms}, errs: []error{nil}, left: 9, result: 1, calls: 1, after: 9 * ms},
		{name: "the second is quicker", took: []time.Duration{time.Hour, 5 * ms}, errs: []error{nil, nil}, left: 9, result: 2, calls: 2, after: 15 * ms, hedges: 1},
		{name: "the first is slow, and quicker", took: []time.Duration{12 * ms, time.Hour}, errs: []error{nil, nil}, left: 9, result: 1, calls: 2, after: 12 * ms, hedges: 1},
		{name: "a failure is followed at once", took: []time.Duration{3 * ms, 4 * ms}, errs: []error{errDown, nil}, left: 9, result: 2, calls: 2, after: 7 * ms, retries: 1},
		{name: "unless the server asks for time", took: []time.Duration{3 * ms, 4 * ms}, errs: []error{After(errDown, 100*ms), nil}, left: 9, result: 2, calls: 2, after: 157 * ms, retries: 1},
		{name: "a final failure ends it", took: []time.Duration{time.Hour, 5 * ms}, errs: []error{nil, Permanent(errDown)}, left: 9, is: errDown, calls: 2, after: 15 * ms, hedges: 1},
		{name: "a copy that fails leaves the others", took: []time.Duration{50 * ms, 5 * ms, time.Hour}, errs: []error{nil, errDown, nil}, left: 9, result: 1, calls: 3, after: 50 * ms, hedges: 1, retries: 1},
		{name: "all fail", took: []time.Duration{1 * ms, 1 * ms, 1 * ms}, errs: []error{errDown, errDown, errDown}, left: 9, is: ErrAttempts, calls: 3, after: 3 * ms, retries: 2},
		{name: "a third copy", took: []time.Duration{time.Hour, time.Hour, 5 * ms}, errs: []error{nil, nil, nil}, left: 9, result: 3, calls: 3, after: 25 * ms, hedges: 2},
		{name: "not more copies than attempts", took: []time.Duration{time.Second, time.Hour, time.Hour}, errs: []error{nil, nil, nil}, left: 9, result: 1, calls: 3, after: time.Second, hedges: 2},
		{name: "who has given up sends no more", took: []time.Duration{50 * ms, 5 * ms}, errs: []error{nil, errDown}, left: 1, result: 1, calls: 2, after: 50 * ms, hedges: 1, refused: 1},
		{name: "no budget, no hedge", took: []time.Duration{time.Second}, errs: []error{nil}, left: 0, result: 1, calls: 1, after: time.Second, refused: 1},
		{name: "no budget, no retry", took: []time.Duration{ms}, errs: []error{errDown}, left: 0, is: ErrBudget, calls: 1, after: ms, refused: 1},
		{name: "one attempt is one copy", config: Config{Attempts: 1}, took: []time.Duration{time.Second}, errs: []error{nil}, left: 9, result: 1, calls: 1, after: time.Second},
		{name: "not idempotent", mark: NonIdempotent, took: []time.Duration{time.Second}, errs: []error{nil}, left: 9, result: 1, calls: 1, after: time.Second},
		{name: "not idempotent, with a key", mark: func(ctx context.Context) context.Context { return WithKey(NonIdempotent(ctx), "k") }, took: []time.Duration{time.Second, ms}, errs: []error{nil, nil}, left: 9, result: 2, calls: 2, after: 11 * ms, hedges: 1},
		{name: "the bulkhead has no place for a copy", config: Config{Bulkhead: NewBulkhead(1)}, took: []time.Duration{time.Second}, errs: []error{nil}, left: 9, result: 1, calls: 1, after: time.Second},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				budget := &aBudget{left: test.left}
				config := test.config
				config.Budget = budget
				config.Backoff = Backoff{Rand: always(0.5)}
				p := Must(New(config))
				op, calls := copies(test.took, test.errs)
				ctx := t.Context()
				if test.mark != nil {
					ctx = test.mark(ctx)
				}
				began := time.Now()
				result, err := Hedge(ctx, p, &Hedger{After: 10 * ms}, op)
				if after := time.Since(began); after != test.after {
					t.Errorf("ended after %v, want %v", after, test.after)
				}
				synctest.Wait() // for those that lost
				if !errors.Is(err, test.is) || err == nil && result != test.result {
					t.Errorf("Hedge = %d, %v; want %d, %v", result, err, test.result, test.is)
				}
				if calls.Load() != test.calls {
					t.Errorf("%d copies, want %d", calls.Load(), test.calls)
				}
				if budget.net != 0 || budget.begun != 1 {
					t.Errorf("budget %+v", budget)
				}
				if stats := p.Stats(); stats.Hedges != test.hedges || stats.Retries != test.retries || stats.RejectedByBudget != test.refused {
					t.Errorf("stats %+v", stats)
				}
			})
		})
	}
}

// A copy that lost is nobody's failure.
func TestHedgeLoser(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		breaker := Must(NewBreaker(BreakerConfig{MinCalls: 1}))
		budget := &aBudget{left: 9}
		p := Must(New(Config{Breaker: breaker, Budget: budget}))
		got, err := Hedge(t.Context(), p, &Hedger{After: time.Millisecond}, func(ctx context.Context) (string, error) {
			if budget.waiting() == 1 {
				return "second", nil
			}
			<-ctx.Done()
			return "first", errors.New("connection torn down")
		})
		synctest.Wait()
		if got != "second" || err != nil || breaker.State() != Closed || budget.failure != 0 {
			t.Errorf("Hedge = %q, %v; breaker %v, budget %+v", got, err, breaker.State(), budget)
		}
	})
}

func TestHedgeCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 25*time.Millisecond)
		defer cancel()
		op, calls := copies([]time.Duration{time.Hour, time.Hour, time.Hour}, []error{nil, nil, nil})
		began := time.Now()
		_, err := Hedge(ctx, new(Policy), &Hedger{After: 10 * time.Millisecond}, op)
		if !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != 25*time.Millisecond || calls.Load() != 3 {
			t.Errorf("%v after %v and %d copies", err, time.Since(began), calls.Load())
		}
	})
}

func TestHedgeGoexit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, err := Hedge(t.Context(), Must(New(Config{Attempts: 1})), new(Hedger), func(context.Context) (int, error) {
			runtime.Goexit()
			return 0, nil
		})
		if !errors.Is(err, errUnfinished) {
			t.Errorf("error %v", err)
		}
	})
}

// The delay is measured: unknown at first, then the 95th percentile; copies that
// lost count as long as they were waited for, or hedging would feed on itself.
func TestHedgerMeasures(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var h Hedger
		p := Must(New(Config{Budget: &aBudget{left: 1 << 30}}))
		var slow atomic.Uint64
		call := func(i int) {
			var copies atomic.Int32
			_, err := Hedge(t.Context(), p, &h, func(ctx context.Context) (int, error) {
				d := 10 * time.Millisecond
				if copies.Add(1) == 1 && i%10 == 9 { // a slow tail of 10 %
					d = time.Second
					slow.Add(1)
				}
				return 0, Sleep(ctx, d)
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		for i := range hedgeSamples - 1 {
			call(i)
			if d, known := h.Delay(); known {
				t.Fatalf("after %d answers the delay is %v already", i+1, d)
			}
		}
		for i := range 200 {
			call(i)
		}
		d, known := h.Delay()
		if !known || d < 10*time.Millisecond {
			t.Errorf("delay %v, known %v", d, known)
		}
		hedges := p.Stats().Hedges
		if hedges == 0 || hedges > slow.Load() {
			t.Errorf("%d hedges for %d slow calls", hedges, slow.Load())
		}
	})
}
