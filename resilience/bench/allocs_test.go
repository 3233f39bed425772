package bench

import (
	"testing"

	"github.com/reslint/reslint/resilience"
)

// What is on the way of every call allocates nothing of its own.
func TestAllocations(t *testing.T) {
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	var policy resilience.Policy
	var breaker resilience.Breaker
	counting := resilience.Must(resilience.NewBreaker(resilience.BreakerConfig{Count: 100, Slow: -1}))
	guarded := resilience.Must(resilience.New(resilience.Config{Breaker: new(resilience.Breaker), Bulkhead: resilience.NewBulkhead(places)}))
	open := new(resilience.Breaker)
	open.ForceOpen()
	refusing := resilience.Must(resilience.New(resilience.Config{Name: "orders", Breaker: open}))
	bulkhead := resilience.NewBulkhead(places)
	composed := newPolicy()
	allow := func(b *resilience.Breaker) {
		permit, err := b.Allow()
		must(err)
		permit.Done(nil)
	}
	budget := func(b resilience.Budget) {
		b.Begin()
		b.End(false, resilience.Failure)
		b.Begin()
		b.Retry()
		b.End(true, resilience.Success)
	}

	timeout := testing.AllocsPerRun(100, func() { must(withTimeout(ctx, op)) })
	for _, test := range []struct {
		name string
		want float64
		call func()
	}{
		{"Run", 0, func() { must(resilience.Run(ctx, &policy, op)) }},
		{"Do", 0, func() {
			_, err := resilience.Do(ctx, &policy, opWithResult)
			must(err)
		}},
		{"Attempts", 0, func() {
			err := resilience.ErrNotTried
			for a := range resilience.Attempts(ctx, &policy) {
				if err = op(ctx); err == nil {
					break
				}
				err = a.Failed(err)
			}
			must(err)
		}},
		{"Run with breaker and bulkhead", 0, func() { must(resilience.Run(ctx, guarded, op)) }},
		{"Run, refused", 0, func() {
			if resilience.Run(ctx, refusing, op) == nil {
				t.Fatal("not refused")
			}
		}},
		{"Breaker", 0, func() { allow(&breaker) }},
		{"Breaker of a count", 0, func() { allow(counting) }},
		{"TokenBudget", 0, func() { budget(new(resilience.TokenBudget)) }},
		{"Bulkhead", 0, func() {
			if !bulkhead.TryAcquire() {
				t.Fatal("full")
			}
			bulkhead.Release()
		}},
		{"all composed, as context.WithTimeout alone", timeout, func() { must(resilience.Run(ctx, composed, op)) }},
	} {
		if got := testing.AllocsPerRun(100, test.call); got != test.want {
			t.Errorf("%s: %v allocations, want %v", test.name, got, test.want)
		}
	}
}
