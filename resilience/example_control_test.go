package resilience_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/reslint/reslint/resilience"
)

// A TokenBudget stops retries when too much fails, and starts them again when it
// doesn't.
func ExampleTokenBudget() {
	var b resilience.TokenBudget
	for range 50 {
		b.End(false, resilience.Failure)
	}
	fmt.Println(b.Tokens(), b.Retry())
	b.End(false, resilience.Success)
	fmt.Println(b.Tokens(), b.Retry())
	// Output:
	// 50 false
	// 50.1 true
}

func ExampleNewTokenBudget() {
	b, err := resilience.NewTokenBudget(10, 0.1)
	fmt.Println(b.Tokens(), err)
	// Output:
	// 10 <nil>
}

func ExampleTokenBudget_Begin() {
	var b resilience.TokenBudget
	b.Begin() // costs nothing
	fmt.Println(b.Tokens())
	// Output:
	// 100
}

func ExampleTokenBudget_Retry() {
	var b resilience.TokenBudget
	fmt.Println(b.Retry())
	// Output:
	// true
}

func ExampleTokenBudget_End() {
	var b resilience.TokenBudget
	b.End(false, resilience.Failure)
	b.End(true, resilience.Failure)
	b.End(true, resilience.Ignored)
	b.End(true, resilience.Success)
	fmt.Println(b.Tokens())
	// Output:
	// 98.1
}

func ExampleTokenBudget_Tokens() {
	var b resilience.TokenBudget
	fmt.Println(b.Tokens())
	// Output:
	// 100
}

// Policies for one dependency share its budget; each dependency has its own.
func ExampleBudget() {
	var budget resilience.Budget = new(resilience.TokenBudget)
	read := resilience.Must(resilience.New(resilience.Config{Name: "orders: read", Budget: budget, Backoff: quick}))
	list := resilience.Must(resilience.New(resilience.Config{Name: "orders: list", Budget: budget, Backoff: quick}))
	for range 25 {
		_ = resilience.Run(context.Background(), read, func(context.Context) error { return errBusy })
	}
	err := resilience.Run(context.Background(), list, func(context.Context) error { return errBusy })
	fmt.Println(err)
	// Output:
	// orders: list: after 1 attempt, retry budget is spent: busy
}

func ExampleOutcome() {
	fmt.Println(resilience.Success, resilience.Failure, resilience.Ignored)
	// Output:
	// success failure ignored
}

func ExampleOutcome_String() {
	fmt.Println(resilience.Failure.String())
	// Output:
	// failure
}

func ExampleRatioBudget() {
	var b resilience.RatioBudget // 10 % of the last 10 s, and 10 in any case
	for range 500 {
		b.Begin()
	}
	n := 0
	for b.Retry() {
		n++
		b.End(true, resilience.Failure)
	}
	fmt.Println(n)
	// Output:
	// 50
}

func ExampleNewRatioBudget() {
	_, err := resilience.NewRatioBudget(1.5, time.Minute, 0)
	fmt.Println(err)
	// Output:
	// resilience: a retry share is from 0 to 1
}

func ExampleRatioBudget_Begin() {
	b, _ := resilience.NewRatioBudget(1, time.Minute, -1)
	fmt.Println(b.Retry())
	b.Begin()
	fmt.Println(b.Retry())
	// Output:
	// false
	// true
}

func ExampleRatioBudget_Retry() {
	b, _ := resilience.NewRatioBudget(0.1, time.Minute, 1)
	fmt.Println(b.Retry(), b.Retry())
	// Output:
	// true false
}

func ExampleRatioBudget_End() {
	b, _ := resilience.NewRatioBudget(0.1, time.Minute, 1)
	fmt.Println(b.Retry())
	b.End(true, resilience.Success) // what was sent was sent
	fmt.Println(b.Retry())
	// Output:
	// true
	// false
}

func ExampleActiveBudget() {
	var b resilience.ActiveBudget // Envoy's: a fifth of what is active, and 3 in any case
	for range 40 {
		b.Begin()
	}
	n := 0
	for b.Retry() {
		n++
	}
	fmt.Println(n)
	// Output:
	// 9
}

func ExampleNewActiveBudget() {
	b, err := resilience.NewActiveBudget(0.1, 1)
	fmt.Println(b.Retry(), b.Retry(), err)
	// Output:
	// true false <nil>
}

func ExampleActiveBudget_Begin() {
	b, _ := resilience.NewActiveBudget(1, -1)
	fmt.Println(b.Retry())
	b.Begin()
	fmt.Println(b.Retry())
	// Output:
	// false
	// true
}

func ExampleActiveBudget_Retry() {
	var b resilience.ActiveBudget
	fmt.Println(b.Retry(), b.Retry(), b.Retry(), b.Retry())
	// Output:
	// true true true false
}

func ExampleActiveBudget_End() {
	b, _ := resilience.NewActiveBudget(0.2, 1)
	fmt.Println(b.Retry(), b.Retry())
	b.End(true, resilience.Failure)
	fmt.Println(b.Retry())
	// Output:
	// true false
	// true
}

// A breaker by itself, around a call that has a deadline.
func ExampleBreaker() {
	b := resilience.Must(resilience.NewBreaker(resilience.BreakerConfig{MinCalls: 2}))
	call := func(op func() error) (err error) {
		permit, err := b.Allow()
		if err != nil {
			return err
		}
		defer func() { permit.Done(err) }()
		return op()
	}
	for range 3 {
		err := call(func() error { return errBusy })
		fmt.Println(err, errors.Is(err, resilience.ErrOpen))
	}
	// Output:
	// busy false
	// busy false
	// resilience: breaker is open true
}

func ExampleNewBreaker() {
	_, err := resilience.NewBreaker(resilience.BreakerConfig{Count: 10, MinCalls: 20})
	fmt.Println(err)
	// Output:
	// resilience: a breaker that looks at 10 calls never has the 20 it is to judge by
}

func ExampleBreakerConfig() {
	b := resilience.Must(resilience.NewBreaker(resilience.BreakerConfig{
		MinCalls: 1,
		OnChange: func(from, to resilience.State) { fmt.Println(from, "to", to) },
	}))
	permit, _ := b.Allow()
	permit.Done(errBusy)
	// Output:
	// closed to open
}

func ExampleBreaker_Allow() {
	var b resilience.Breaker
	permit, err := b.Allow()
	fmt.Println(err)
	permit.Done(nil)
	// Output:
	// <nil>
}

func ExamplePermit() {
	var b resilience.Breaker
	permit, err := b.Allow()
	if err != nil {
		return
	}
	defer permit.Done(nil)
	fmt.Println(b.State())
	// Output:
	// closed
}

func ExamplePermit_Done() {
	b := resilience.Must(resilience.NewBreaker(resilience.BreakerConfig{MinCalls: 1}))
	for _, err := range []error{nil, context.Canceled, errBusy} { // who cancelled says nothing about the dependency
		permit, _ := b.Allow()
		permit.Done(err)
		fmt.Println(err, b.State())
	}
	// Output:
	// <nil> closed
	// context canceled closed
	// busy open
}

func ExampleBreaker_State() {
	var b resilience.Breaker
	fmt.Println(b.State() == resilience.Closed)
	// Output:
	// true
}

func ExampleBreaker_ForceOpen() {
	var b resilience.Breaker
	b.ForceOpen()
	_, err := b.Allow()
	fmt.Println(err, b.State() == resilience.ForcedOpen)
	// Output:
	// resilience: breaker is open true
}

func ExampleBreaker_Disable() {
	var b resilience.Breaker
	b.Disable()
	fmt.Println(b.State() == resilience.Disabled)
	// Output:
	// true
}

func ExampleBreaker_Reset() {
	var b resilience.Breaker
	b.ForceOpen()
	b.Reset()
	fmt.Println(b.State())
	// Output:
	// closed
}

func ExampleState() {
	fmt.Println(resilience.Closed, resilience.Open, resilience.HalfOpen, resilience.ForcedOpen, resilience.Disabled)
	// Output:
	// closed open half-open forced-open disabled
}

func ExampleState_String() {
	fmt.Println(resilience.HalfOpen.String())
	// Output:
	// half-open
}

// One breaker for each operation: writes that fail don't stop the reads.
func ExampleBreakerSet() {
	var breakers resilience.BreakerSet
	p := resilience.Must(resilience.New(resilience.Config{Name: "orders", Breakers: &breakers}))
	breakers.Get("orders", "write").ForceOpen()
	for _, operation := range []string{"read", "write"} {
		ctx := resilience.WithOperation(context.Background(), operation)
		fmt.Println(operation, resilience.Run(ctx, p, func(context.Context) error { return nil }))
	}
	// Output:
	// read <nil>
	// write orders: breaker is open
}

func ExampleNewBreakerSet() {
	s, err := resilience.NewBreakerSet(resilience.BreakerConfig{MinCalls: 10}, 100)
	fmt.Println(s.Len(), err)
	// Output:
	// 0 <nil>
}

func ExampleBreakerSet_Get() {
	var s resilience.BreakerSet
	b := s.Get("orders", "read")
	fmt.Println(b == s.Get("orders", "read"))
	// Output:
	// true
}

func ExampleBreakerSet_Len() {
	var s resilience.BreakerSet
	s.Get("orders", "read")
	fmt.Println(s.Len())
	// Output:
	// 1
}

func ExampleBreakerSet_All() {
	var s resilience.BreakerSet
	s.Get("orders", "read")
	s.Get("orders", "write").ForceOpen()
	for scope, b := range s.All() {
		fmt.Println(scope.Dependency, scope.Operation, b.State())
	}
	// Output:
	// orders write forced-open
	// orders read closed
}

func ExampleScope() {
	fmt.Println(resilience.Scope{Dependency: "orders", Operation: "read"})
	// Output:
	// {orders read}
}

func ExampleWithOperation() {
	breakers := new(resilience.BreakerSet)
	p := resilience.Must(resilience.New(resilience.Config{Name: "orders", Breakers: breakers}))
	ctx := resilience.WithOperation(context.Background(), "GET /orders/{id}")
	_ = resilience.Run(ctx, p, func(context.Context) error { return nil })
	for scope := range breakers.All() {
		fmt.Println(scope)
	}
	// Output:
	// {orders GET /orders/{id}}
}

func ExampleBulkhead() {
	b := resilience.NewBulkhead(1)
	p := resilience.Must(resilience.New(resilience.Config{Name: "reports", Bulkhead: b}))
	err := resilience.Run(context.Background(), p, func(ctx context.Context) error {
		// All places are taken: a second call is refused at once.
		return resilience.Run(ctx, p, func(context.Context) error { return nil })
	})
	fmt.Println(err, errors.Is(err, resilience.ErrFull))
	// Output:
	// reports: bulkhead is full true
}

func ExampleNewBulkhead() {
	b := resilience.NewBulkhead(2)
	fmt.Println(b.TryAcquire(), b.TryAcquire(), b.TryAcquire())
	// Output:
	// true true false
}

func ExampleBulkhead_TryAcquire() {
	var b resilience.Bulkhead
	if b.TryAcquire() {
		defer b.Release()
		fmt.Println("one of 20")
	}
	// Output:
	// one of 20
}

func ExampleBulkhead_Release() {
	b := resilience.NewBulkhead(1)
	b.TryAcquire()
	b.Release()
	fmt.Println(b.TryAcquire())
	// Output:
	// true
}

func ExampleBulkhead_InUse() {
	var b resilience.Bulkhead
	b.TryAcquire()
	fmt.Println(b.InUse())
	// Output:
	// 1
}

// The first copy hangs, and the second answers.
func ExampleHedge() {
	h := &resilience.Hedger{After: time.Millisecond}
	copies := make(chan int, 3)
	copies <- 1
	copies <- 2
	copies <- 3
	answer, err := resilience.Hedge(context.Background(), orders, h, func(ctx context.Context) (string, error) {
		if <-copies == 1 {
			<-ctx.Done()
			return "", ctx.Err()
		}
		return "from another replica", nil
	})
	fmt.Println(answer, err)
	// Output:
	// from another replica <nil>
}

func ExampleHedger() {
	var h resilience.Hedger // measures the 95th percentile first
	_, known := h.Delay()
	fmt.Println(known)
	// Output:
	// false
}

func ExampleHedger_Delay() {
	h := resilience.Hedger{After: 10 * time.Millisecond}
	fmt.Println(h.Delay())
	// Output:
	// 10ms true
}

// The screen without the part that failed, and the rate at which that happens.
func ExampleFallback() {
	down := new(resilience.Breaker)
	down.ForceOpen()
	p := resilience.Must(resilience.New(resilience.Config{Name: "telemetry", Breaker: down}))
	panel, err := resilience.Fallback(context.Background(), p,
		func(context.Context) (string, error) { return "21 °C", nil },
		func(cause error) (string, error) { return "unavailable", nil })
	fmt.Println(panel, err, p.Stats().FallbackRate())
	// Output:
	// unavailable <nil> 1
}

func ExampleStale() {
	var last resilience.Stale[string, string]
	breaker := new(resilience.Breaker)
	p := resilience.Must(resilience.New(resilience.Config{Name: "telemetry", Breaker: breaker}))
	show := func() {
		v, err := last.Do(context.Background(), p, "area 1", func(context.Context) (string, error) { return "21 °C", nil })
		fmt.Println(v.Value, v.Stale(), err)
	}
	show()
	breaker.ForceOpen()
	show()
	// Output:
	// 21 °C false <nil>
	// 21 °C true <nil>
}

func ExampleNewStale() {
	last, err := resilience.NewStale[string, int](100, 5*time.Minute)
	last.Put("a", 1)
	v, ok := last.Get("a")
	fmt.Println(v.Value, ok, err)
	// Output:
	// 1 true <nil>
}

func ExampleStale_Put() {
	var last resilience.Stale[string, int]
	last.Put("a", 1)
	last.Put("a", 2)
	v, _ := last.Get("a")
	fmt.Println(v.Value)
	// Output:
	// 2
}

func ExampleStale_Get() {
	var last resilience.Stale[string, int]
	_, ok := last.Get("a")
	fmt.Println(ok)
	// Output:
	// false
}

func ExampleStale_Do() {
	var last resilience.Stale[string, int]
	_, err := last.Do(context.Background(), orders, "a", func(context.Context) (int, error) {
		return 0, resilience.Permanent(errBusy)
	})
	fmt.Println(err)
	// Output:
	// busy
}

func ExampleValue() {
	v := resilience.Value[string]{Value: "21 °C", AsOf: time.Date(2026, 11, 30, 14, 2, 0, 0, time.UTC), Err: errBusy}
	if v.Stale() {
		fmt.Printf("%s as of %s\n", v.Value, v.AsOf.Format("15:04"))
	}
	// Output:
	// 21 °C as of 14:02
}

func ExampleValue_Stale() {
	fmt.Println(resilience.Value[int]{}.Stale())
	// Output:
	// false
}
