package resilience_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/reslint/reslint/resilience"
)

var errBusy = errors.New("busy")

// flaky returns an operation that fails with err the first n times.
func flaky(n int, err error) func(context.Context) (string, error) {
	return func(context.Context) (string, error) {
		if n--; n >= 0 {
			return "", err
		}
		return "42 orders", nil
	}
}

// quick is a backoff for examples that are to end soon.
var quick = resilience.Backoff{Base: time.Microsecond, Cap: time.Microsecond}

// A policy is made once for each dependency, and shared by all its callers.
var orders = resilience.Must(resilience.New(resilience.Config{
	Name:           "orders",
	Timeout:        2 * time.Second,
	AttemptTimeout: 500 * time.Millisecond,
	Backoff:        quick,
}))

func Example() {
	result, err := resilience.Do(context.Background(), orders, flaky(2, errBusy))
	fmt.Println(result, err)
	// Output:
	// 42 orders <nil>
}

// The zero Policy makes three attempts, with full jitter and a retry budget.
func ExamplePolicy() {
	var p resilience.Policy
	err := resilience.Run(context.Background(), &p, func(context.Context) error { return nil })
	fmt.Println(err)
	// Output:
	// <nil>
}

func ExampleNew() {
	_, err := resilience.New(resilience.Config{Timeout: time.Second, AttemptTimeout: 2 * time.Second})
	fmt.Println(err)
	// Output:
	// resilience: an attempt of 2s does not fit into the timeout, 1s
}

// A breaker that takes calls for slow only when they have timed out already is a
// contradiction, and found when the policy is made.
func ExampleConfig() {
	breaker := resilience.Must(resilience.NewBreaker(resilience.BreakerConfig{Slow: 3 * time.Second}))
	_, err := resilience.New(resilience.Config{
		Name:           "telemetry",
		AttemptTimeout: 3 * time.Second,
		Breaker:        breaker,
		Bulkhead:       resilience.NewBulkhead(20),
	})
	fmt.Println(err)
	// Output:
	// resilience: no call can be slower than 3s, the breaker's slow threshold: its deadline is 3s (policy telemetry)
}

func ExampleMust() {
	p := resilience.Must(resilience.New(resilience.Config{Attempts: 2}))
	fmt.Println(p.Stats().Retries)
	// Output:
	// 0
}

func ExampleRun() {
	err := resilience.Run(context.Background(), orders, func(ctx context.Context) error {
		return errBusy
	})
	fmt.Println(err)
	// Output:
	// orders: after 3 attempts, attempts are used up: busy
}

func ExampleDo() {
	result, err := resilience.Do(context.Background(), orders, flaky(1, errBusy))
	fmt.Println(result, err)
	// Output:
	// 42 orders <nil>
}

// A loop of one's own keeps its break, continue and return.
func ExampleAttempts() {
	fetch := flaky(2, errBusy)
	find := func(ctx context.Context) (string, error) {
		err := resilience.ErrNotTried
		for a := range resilience.Attempts(ctx, orders) {
			var found string
			if found, err = fetch(ctx); err == nil {
				return found, nil
			}
			err = a.Failed(err)
		}
		return "", err
	}
	fmt.Println(find(context.Background()))
	// Output:
	// 42 orders <nil>
}

func ExampleAttempt() {
	for a := range resilience.Attempts(context.Background(), orders) {
		fmt.Println("attempt", a.Number())
		if err := a.Failed(errBusy); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// attempt 1
	// attempt 2
	// attempt 3
	// orders: after 3 attempts, attempts are used up: busy
}

func ExampleAttempt_Failed() {
	for a := range resilience.Attempts(context.Background(), orders) {
		fmt.Println(a.Failed(resilience.Permanent(errBusy)))
	}
	// Output:
	// busy
}

func ExampleAttempt_Number() {
	for a := range resilience.Attempts(context.Background(), orders) {
		fmt.Println(a.Number())
		if a.Number() == 2 {
			break
		}
		_ = a.Failed(errBusy)
	}
	// Output:
	// 1
	// 2
}

func ExampleSleep() {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	fmt.Println(resilience.Sleep(ctx, time.Hour))
	// Output:
	// context canceled
}

func ExamplePermanent() {
	calls := 0
	err := resilience.Run(context.Background(), orders, func(context.Context) error {
		calls++
		return resilience.Permanent(io.ErrUnexpectedEOF)
	})
	fmt.Println(calls, err, errors.Is(err, io.ErrUnexpectedEOF))
	// Output:
	// 1 unexpected EOF true
}

// What an inner policy has given up on, no outer one retries.
func ExampleIsPermanent() {
	err := resilience.Run(context.Background(), orders, func(context.Context) error { return errBusy })
	fmt.Println(resilience.IsPermanent(errBusy), resilience.IsPermanent(err))
	// Output:
	// false true
}

// The server's wish is honoured as far as the deadline allows.
func ExampleAfter() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	patient := resilience.Must(resilience.New(resilience.Config{Backoff: resilience.Backoff{Cap: time.Hour}}))
	err := resilience.Run(ctx, patient, func(context.Context) error {
		return resilience.After(errBusy, 10*time.Minute)
	})
	fmt.Println(err)
	fmt.Println(errors.Is(err, resilience.ErrDeadline))
	// Output:
	// after 1 attempt, too little time is left: busy
	// true
}

func ExampleError() {
	err := resilience.Run(context.Background(), orders, func(context.Context) error { return errBusy })
	var gaveUp *resilience.Error
	if errors.As(err, &gaveUp) {
		fmt.Println(gaveUp.Policy, gaveUp.Attempts, gaveUp.Reason, gaveUp.Last)
	}
	// Output:
	// orders 3 resilience: attempts are used up busy
}

func ExampleError_Error() {
	err := &resilience.Error{Policy: "orders", Attempts: 2, Reason: resilience.ErrBudget, Last: errBusy}
	fmt.Println(err.Error())
	// Output:
	// orders: after 2 attempts, retry budget is spent: busy
}

func ExampleError_Unwrap() {
	err := &resilience.Error{Attempts: 3, Reason: resilience.ErrAttempts, Last: errBusy}
	fmt.Println(errors.Is(err, resilience.ErrAttempts), errors.Is(err, errBusy))
	// Output:
	// true true
}

func ExampleError_Timeout() {
	err := &resilience.Error{Attempts: 1, Reason: resilience.ErrDeadline, Last: errBusy}
	fmt.Println(err.Timeout())
	// Output:
	// true
}

// A payment that timed out may have been made: it is not repeated, unless it
// carries a key by which the server knows it again.
func ExampleNonIdempotent() {
	calls := 0
	pay := func(context.Context) error { calls++; return errBusy }
	ctx := resilience.NonIdempotent(context.Background())

	_ = resilience.Run(ctx, orders, pay)
	fmt.Println("without a key:", calls)

	calls = 0
	_ = resilience.Run(resilience.WithKey(ctx, resilience.NewKey()), orders, pay)
	fmt.Println("with one:", calls)
	// Output:
	// without a key: 1
	// with one: 3
}

func ExampleWithKey() {
	ctx := resilience.WithKey(context.Background(), "order-7")
	fmt.Println(resilience.Key(ctx))
	// Output:
	// order-7
}

func ExampleKey() {
	fmt.Printf("%q\n", resilience.Key(context.Background()))
	// Output:
	// ""
}

func ExampleNewKey() {
	key := resilience.NewKey()
	fmt.Println(len(key), key == resilience.NewKey())
	// Output:
	// 32 false
}

func ExampleBackoff() {
	// The middle of each interval, in the place of a random draw.
	middle := func(limit int64) int64 { return limit / 2 }
	for _, jitter := range []resilience.Jitter{
		resilience.FullJitter, resilience.EqualJitter, resilience.DecorrelatedJitter, resilience.NarrowJitter,
	} {
		b := resilience.Backoff{Base: 100 * time.Millisecond, Cap: time.Second, Jitter: jitter, Rand: middle}
		var waits []time.Duration
		var previous time.Duration
		for retry := range 5 {
			previous = b.Wait(retry, previous).Round(time.Millisecond)
			waits = append(waits, previous)
		}
		fmt.Println(jitter, waits)
	}
	// Output:
	// full [50ms 100ms 200ms 400ms 500ms]
	// equal [75ms 150ms 300ms 600ms 750ms]
	// decorrelated [200ms 350ms 550ms 550ms 550ms]
	// narrow [100ms 200ms 400ms 800ms 900ms]
}

func ExampleBackoff_Wait() {
	var b resilience.Backoff
	fmt.Println(b.Wait(0, 0) < 100*time.Millisecond, b.Wait(1000, 0) < 5*time.Second)
	// Output:
	// true true
}

func ExampleJitter() {
	var j resilience.Jitter
	fmt.Println(j)
	// Output:
	// full
}

func ExampleJitter_String() {
	fmt.Println(resilience.NarrowJitter.String())
	// Output:
	// narrow
}

func ExamplePolicy_Stats() {
	p := resilience.Must(resilience.New(resilience.Config{Backoff: quick}))
	_ = resilience.Run(context.Background(), p, func(context.Context) error { return errBusy })
	stats := p.Stats()
	fmt.Println(stats.Retries, stats.GaveUp, stats.RejectedByBudget)
	// Output:
	// 2 1 0
}

// A *Policy is an expvar.Var: expvar.Publish("orders", p).
func ExamplePolicy_String() {
	breaker := new(resilience.Breaker)
	p := resilience.Must(resilience.New(resilience.Config{Name: "orders", Breaker: breaker}))
	fmt.Println(p)
	// Output:
	// {"Name":"orders","Breaker":"closed","Retries":0,"Hedges":0,"GaveUp":0,"RejectedByBreaker":0,"RejectedByBulkhead":0,"RejectedByBudget":0,"RejectedByDeadline":0,"Fallbacks":0,"WithFallback":0,"FallbackRate":0}
}

func ExampleStats() {
	stats := resilience.Stats{WithFallback: 200, Fallbacks: 5}
	fmt.Println(stats.FallbackRate())
	// Output:
	// 0.025
}

func ExampleStats_FallbackRate() {
	fmt.Println(resilience.Stats{}.FallbackRate())
	// Output:
	// 0
}

func ExampleEvent() {
	p := resilience.Must(resilience.New(resilience.Config{
		Name:    "orders",
		Backoff: quick,
		Observer: func(ctx context.Context, e resilience.Event) {
			switch e.Kind {
			case resilience.EventRetry, resilience.EventHedge, resilience.EventReject, resilience.EventFallback:
				fmt.Println(e.Policy, e.Kind, e.Attempt, e.Err)
			case resilience.EventDone:
				fmt.Println(e.Policy, "done after", e.Attempt)
			}
		},
	}))
	_, _ = resilience.Do(context.Background(), p, flaky(1, errBusy))
	// Output:
	// orders retry 1 busy
	// orders done after 2
}

func ExampleEventKind() {
	fmt.Println(resilience.EventRetry, resilience.EventReject)
	// Output:
	// retry reject
}

func ExampleEventKind_String() {
	fmt.Println(resilience.EventFallback.String())
	// Output:
	// fallback
}
