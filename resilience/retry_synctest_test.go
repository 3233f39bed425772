//go:build go1.25

package resilience

import (
	"context"
	"errors"
	"io"
	"net"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

var errDown = errors.New("down")

// always is a source of randomness that draws the share of the limit.
func always(share float64) func(int64) int64 {
	return func(limit int64) int64 { return min(limit-1, int64(share*float64(limit))) }
}

// failing returns an operation that fails with err the first n times, and a
// count of its calls.
func failing(n int, err error) (op func(context.Context) error, calls *int) {
	calls = new(int)
	return func(context.Context) error {
		if *calls++; *calls <= n {
			return err
		}
		return nil
	}, calls
}

// aBudget counts what it is told, and grants as many retries as there are left.
type aBudget struct {
	mu                                    sync.Mutex
	left                                  int
	begun, success, failure, ignored, net int
}

func (b *aBudget) Begin() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.begun++
}

func (b *aBudget) Retry() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.left == 0 {
		return false
	}
	b.left--
	b.net++
	return true
}

func (b *aBudget) End(retry bool, o Outcome) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch o {
	case Success:
		b.success++
	case Failure:
		b.failure++
	case Ignored:
		b.ignored++
	}
	if retry {
		b.net--
	}
}

// waiting returns how many granted retries have not ended.
func (b *aBudget) waiting() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.net
}

// What a request ends with, how often the operation was called, how long it took
// and what the budget was told: for Run and for a loop over Attempts alike.
func TestRetry(t *testing.T) {
	half := Backoff{Rand: always(0.5)} // 50 ms, 100 ms, 200 ms
	tests := []struct {
		name     string
		config   Config
		context  func(context.Context) (context.Context, context.CancelFunc)
		op       func(calls int) error
		budget   int // retries that it grants
		calls    int
		took     time.Duration
		is       []error // the error is each of these
		isNot    []error
		text     string
		outcomes [3]int // success, failure, ignored
	}{
		{
			name: "first try", op: func(int) error { return nil },
			calls: 1, outcomes: [3]int{1, 0, 0},
		},
		{
			name: "third try", op: func(n int) error { return onlyBefore(3, n, errDown) }, budget: 9,
			calls: 3, took: 150 * time.Millisecond, outcomes: [3]int{1, 2, 0},
		},
		{
			name: "attempts are used up", op: func(int) error { return errDown }, budget: 9,
			calls: 3, took: 150 * time.Millisecond, is: []error{errDown, ErrAttempts},
			text: "after 3 attempts, attempts are used up: down", outcomes: [3]int{0, 3, 0},
		},
		{
			name: "with a name", config: Config{Name: "orders"}, op: func(int) error { return errDown }, budget: 9,
			calls: 3, took: 150 * time.Millisecond, text: "orders: after 3 attempts, attempts are used up: down", outcomes: [3]int{0, 3, 0},
		},
		{
			name: "one attempt is no retry", config: Config{Attempts: 1}, op: func(int) error { return errDown }, budget: 9,
			calls: 1, is: []error{errDown}, isNot: []error{ErrAttempts}, text: "down", outcomes: [3]int{0, 1, 0},
		},
		{
			name: "permanent", op: func(int) error { return Permanent(errDown) }, budget: 9,
			calls: 1, is: []error{errDown}, text: "down", outcomes: [3]int{0, 0, 1},
		},
		{
			name: "permanent at the second try", op: func(n int) error {
				if n == 2 {
					return Permanent(io.EOF)
				}
				return errDown
			}, budget: 9,
			calls: 2, took: 50 * time.Millisecond, is: []error{io.EOF}, isNot: []error{errDown}, outcomes: [3]int{0, 1, 1},
		},
		{
			name: "not retryable", config: Config{Retryable: func(err error) bool { return err != io.EOF }},
			op: func(int) error { return io.EOF }, budget: 9,
			calls: 1, is: []error{io.EOF}, outcomes: [3]int{0, 0, 1},
		},
		{
			name: "a mark outweighs the policy", config: Config{Retryable: func(error) bool { return true }},
			op: func(int) error { return Permanent(io.EOF) }, budget: 9,
			calls: 1, is: []error{io.EOF}, outcomes: [3]int{0, 0, 1},
		},
		{
			name: "somebody cancelled", op: func(int) error { return context.Canceled }, budget: 9,
			calls: 1, is: []error{context.Canceled}, outcomes: [3]int{0, 0, 1},
		},
		{
			name: "an open breaker below is not retried and costs nothing", op: func(int) error { return ErrOpen }, budget: 9,
			calls: 1, is: []error{ErrOpen}, outcomes: [3]int{0, 0, 1},
		},
		{
			name: "a full bulkhead below is not retried and costs nothing", op: func(int) error { return ErrFull }, budget: 9,
			calls: 1, is: []error{ErrFull}, outcomes: [3]int{0, 0, 1},
		},
		{
			name: "a spent budget returns at once", config: Config{Backoff: Backoff{Base: 5 * time.Second, Cap: time.Minute, Rand: always(0.5)}},
			op: func(int) error { return errDown }, budget: 0,
			calls: 1, took: 0, is: []error{errDown, ErrBudget}, text: "after 1 attempt, retry budget is spent: down", outcomes: [3]int{0, 1, 0},
		},
		{
			name: "a wait that the deadline cuts is not begun", config: Config{Backoff: Backoff{Base: 10 * time.Second, Cap: time.Minute, Rand: always(0.999)}},
			context: within(time.Second), op: func(int) error { return errDown }, budget: 9,
			calls: 1, took: 0, is: []error{errDown, ErrDeadline, context.DeadlineExceeded}, outcomes: [3]int{0, 1, 0},
		},
		{
			name: "nor one that leaves less than an attempt", config: Config{MinAttempt: 60 * time.Millisecond},
			context: within(100 * time.Millisecond), op: func(int) error { return errDown }, budget: 9,
			calls: 1, took: 0, is: []error{ErrDeadline}, outcomes: [3]int{0, 1, 0},
		},
		{
			name: "the policy's own deadline", config: Config{Timeout: 100 * time.Millisecond},
			op: func(int) error { return errDown }, budget: 9,
			calls: 2, took: 50 * time.Millisecond, is: []error{errDown, ErrDeadline}, outcomes: [3]int{0, 2, 0},
		},
		{
			name: "the reserve is kept back", config: Config{Reserve: 60 * time.Millisecond},
			context: within(100 * time.Millisecond), op: func(int) error { return errDown }, budget: 9,
			calls: 1, took: 0, is: []error{errDown, ErrDeadline}, outcomes: [3]int{0, 1, 0},
		},
		{
			name: "cancelled while waiting", context: cancelledAfter(60 * time.Millisecond),
			op: func(int) error { return errDown }, budget: 9,
			calls: 2, took: 60 * time.Millisecond, is: []error{errDown, context.Canceled},
			text: "after 2 attempts, context canceled: down", outcomes: [3]int{0, 2, 1},
		},
		{
			name: "cancelled with a cause", context: func(ctx context.Context) (context.Context, context.CancelFunc) {
				ctx, cancel := context.WithCancelCause(ctx)
				time.AfterFunc(60*time.Millisecond, func() { cancel(io.ErrClosedPipe) })
				return ctx, func() { cancel(nil) }
			}, op: func(int) error { return errDown }, budget: 9,
			calls: 2, took: 60 * time.Millisecond, is: []error{errDown, context.Canceled, io.ErrClosedPipe}, outcomes: [3]int{0, 2, 1},
		},
		{
			name: "a context that is done runs nothing", context: cancelledAfter(-1),
			op: func(int) error { return nil }, budget: 9,
			calls: 0, is: []error{context.Canceled},
		},
		{
			name: "too little time runs nothing", config: Config{MinAttempt: time.Second, Timeout: time.Minute},
			context: within(999 * time.Millisecond), op: func(int) error { return nil }, budget: 9,
			calls: 0, is: []error{ErrDeadline},
		},
		{
			name: "the server's wait, and a little more", op: func(n int) error { return onlyBefore(2, n, After(errDown, time.Second)) }, budget: 9,
			calls: 2, took: 1050 * time.Millisecond, outcomes: [3]int{1, 1, 0},
		},
		{
			name: "the server's wait is capped", op: func(n int) error { return onlyBefore(2, n, After(errDown, 24*time.Hour)) }, budget: 9,
			calls: 2, took: 5 * time.Second, outcomes: [3]int{1, 1, 0},
		},
		{
			name: "the server's wait is longer than the deadline", context: within(3 * time.Second),
			op: func(int) error { return After(errDown, 24*time.Hour) }, budget: 9,
			calls: 1, took: 0, is: []error{errDown, ErrDeadline}, outcomes: [3]int{0, 1, 0},
		},
		{
			name: "not idempotent", context: marked(NonIdempotent), op: func(int) error { return errDown }, budget: 9,
			calls: 1, is: []error{errDown}, isNot: []error{ErrAttempts}, outcomes: [3]int{0, 1, 0},
		},
		{
			name: "not idempotent, with a key", context: marked(func(ctx context.Context) context.Context {
				return WithKey(NonIdempotent(ctx), NewKey())
			}), op: func(int) error { return errDown }, budget: 9,
			calls: 3, took: 150 * time.Millisecond, is: []error{ErrAttempts}, outcomes: [3]int{0, 3, 0},
		},
		{
			name: "not idempotent, never sent", context: marked(NonIdempotent),
			op: func(n int) error { return onlyBefore(2, n, &net.OpError{Op: "dial", Err: errDown}) }, budget: 9,
			calls: 2, took: 50 * time.Millisecond, outcomes: [3]int{1, 1, 0},
		},
		{
			name: "not idempotent, no answer", context: marked(NonIdempotent),
			op: func(int) error { return &net.OpError{Op: "read", Err: errDown} }, budget: 9,
			calls: 1, outcomes: [3]int{0, 1, 0},
		},
	}
	forms := map[string]func(ctx context.Context, p *Policy, op func(context.Context) error) error{
		"Run": Run,
		"Attempts": func(ctx context.Context, p *Policy, op func(context.Context) error) error {
			err := ErrNotTried
			for a := range Attempts(ctx, p) {
				if err = op(ctx); err == nil {
					break
				}
				err = a.Failed(err)
			}
			return err
		},
	}
	for _, test := range tests {
		for form, run := range forms {
			t.Run(test.name+"/"+form, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					budget := &aBudget{left: test.budget}
					config := test.config
					config.Budget = budget
					if config.Backoff.Rand == nil {
						config.Backoff = half
					}
					ctx := t.Context()
					if test.context != nil {
						var cancel context.CancelFunc
						ctx, cancel = test.context(ctx)
						defer cancel()
					}
					calls := 0
					began := time.Now()
					err := run(ctx, Must(New(config)), func(context.Context) error {
						calls++
						return test.op(calls)
					})
					if took := time.Since(began); took != test.took {
						t.Errorf("took %v, want %v", took, test.took)
					}
					if calls != test.calls {
						t.Errorf("%d calls, want %d", calls, test.calls)
					}
					if form == "Attempts" && test.calls == 0 {
						if err != ErrNotTried {
							t.Errorf("error %v, want %v", err, ErrNotTried)
						}
						return
					}
					if test.text != "" && (err == nil || err.Error() != test.text) {
						t.Errorf("error %q, want %q", err, test.text)
					}
					if err == nil && test.outcomes[0] == 0 {
						t.Error("no error")
					}
					for _, want := range test.is {
						if !errors.Is(err, want) {
							t.Errorf("error %v is not %v", err, want)
						}
					}
					for _, other := range test.isNot {
						if errors.Is(err, other) {
							t.Errorf("error %v is %v", err, other)
						}
					}
					if got := [3]int{budget.success, budget.failure, budget.ignored}; got != test.outcomes {
						t.Errorf("the budget was told %v, want %v", got, test.outcomes)
					}
					if wantBegun := min(1, test.calls); budget.begun != wantBegun {
						t.Errorf("%d requests begun, want %d", budget.begun, wantBegun)
					}
					if budget.net != 0 {
						t.Errorf("%d granted retries were not ended", budget.net)
					}
				})
			})
		}
	}
}

func onlyBefore(n, call int, err error) error {
	if call < n {
		return err
	}
	return nil
}

func within(d time.Duration) func(context.Context) (context.Context, context.CancelFunc) {
	return func(ctx context.Context) (context.Context, context.CancelFunc) { return context.WithTimeout(ctx, d) }
}

func cancelledAfter(d time.Duration) func(context.Context) (context.Context, context.CancelFunc) {
	return func(ctx context.Context) (context.Context, context.CancelFunc) {
		ctx, cancel := context.WithCancel(ctx)
		if d < 0 {
			cancel()
		} else {
			time.AfterFunc(d, cancel)
		}
		return ctx, cancel
	}
}

func marked(mark func(context.Context) context.Context) func(context.Context) (context.Context, context.CancelFunc) {
	return func(ctx context.Context) (context.Context, context.CancelFunc) { return mark(ctx), func() {} }
}

// The attempt's deadline comes from what remains of the request's.
func TestAttemptTimeout(t *testing.T) {
	tests := []struct {
		name    string
		config  Config
		context time.Duration // 0 is none
		want    []time.Duration
	}{
		{"none", Config{}, 0, []time.Duration{0, 0, 0}},
		{"the context's", Config{}, time.Minute, []time.Duration{60 * time.Second, 59 * time.Second, 58 * time.Second}},
		{"the policy's", Config{Timeout: 10 * time.Second}, 0, []time.Duration{10 * time.Second, 9 * time.Second, 8 * time.Second}},
		{"the attempt's", Config{AttemptTimeout: 5 * time.Second}, 0, []time.Duration{5 * time.Second, 5 * time.Second, 5 * time.Second}},
		{"the attempt's, then what remains", Config{AttemptTimeout: 5 * time.Second, Timeout: 7 * time.Second}, 0, []time.Duration{5 * time.Second, 5 * time.Second, 5 * time.Second}},
		{"what remains is less", Config{AttemptTimeout: 5 * time.Second, Timeout: 6 * time.Second}, 0, []time.Duration{5 * time.Second, 5 * time.Second, 4 * time.Second}},
		{"the context's is less", Config{AttemptTimeout: 5 * time.Second}, 6 * time.Second, []time.Duration{5 * time.Second, 5 * time.Second, 4 * time.Second}},
		{"less the reserve", Config{AttemptTimeout: 5 * time.Second, Reserve: 2 * time.Second}, 7 * time.Second, []time.Duration{5 * time.Second, 4 * time.Second, 3 * time.Second}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx := t.Context()
				if test.context > 0 {
					var cancel context.CancelFunc
					ctx, cancel = context.WithTimeout(ctx, test.context)
					defer cancel()
				}
				test.config.Backoff = Backoff{Base: 2 * time.Second, Rand: always(0.5)} // 1 s, then 2 s
				test.config.Backoff.Cap = 2 * time.Second                               // 1 s each
				var got []time.Duration
				_ = Run(ctx, Must(New(test.config)), func(attempt context.Context) error {
					deadline, ok := attempt.Deadline()
					if !ok {
						got = append(got, 0)
					} else {
						got = append(got, time.Until(deadline))
					}
					return errDown
				})
				if len(got) != len(test.want) {
					t.Fatalf("deadlines %v, want %v", got, test.want)
				}
				for i := range got {
					if got[i] != test.want[i] {
						t.Errorf("deadlines %v, want %v", got, test.want)
					}
				}
			})
		})
	}
}

// A context whose own deadline comes first is passed on as it is.
func TestAttemptTimeoutMakesNoContext(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
	defer cancel()
	p := Must(New(Config{Timeout: 2 * time.Hour, AttemptTimeout: 2 * time.Hour}))
	_ = Run(ctx, p, func(attempt context.Context) error {
		if attempt != ctx {
			t.Error("the attempt has a context of its own, for nothing")
		}
		return nil
	})
}

// An attempt that hangs dies by its own timeout, and the next may do better.
func TestAttemptThatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := Must(New(Config{Timeout: 2 * time.Second, AttemptTimeout: 500 * time.Millisecond, Backoff: Backoff{Rand: always(0)}}))
		calls := 0
		got, err := Do(t.Context(), p, func(ctx context.Context) (string, error) {
			if calls++; calls == 1 {
				<-ctx.Done()
				return "", ctx.Err()
			}
			return "fine", nil
		})
		if got != "fine" || err != nil || calls != 2 {
			t.Errorf("Do = %q, %v after %d calls", got, err, calls)
		}
	})
}

// Layers of policies do not multiply: what one has given up on, no other retries.
func TestLayers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		calls := 0
		op := func(context.Context) error { calls++; return errDown }
		for range 4 {
			inner := op
			p := new(Policy)
			op = func(ctx context.Context) error { return Run(ctx, p, inner) }
		}
		err := op(t.Context())
		if calls != 3 {
			t.Errorf("%d calls through four layers, want 3", calls)
		}
		if !errors.Is(err, errDown) || !IsPermanent(err) {
			t.Errorf("error %v, permanent %v", err, IsPermanent(err))
		}
	})
}

// A policy is shared by all requests: none spends another's attempts.
func TestPolicyIsShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p Policy
		for range 3 {
			op, calls := failing(9, errDown)
			_ = Run(t.Context(), &p, op)
			if *calls != 3 {
				t.Errorf("%d calls, want 3", *calls)
			}
		}
	})
}

// The policy's own budget: fifty failures may be retried, then none, and the
// load of an outage stays at what it was.
func TestOwnBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p Policy
		calls := 0
		const requests = 1000
		for range requests {
			_ = Run(t.Context(), &p, func(context.Context) error { calls++; return errDown })
		}
		if calls > requests*11/10 || calls <= requests {
			t.Errorf("%d calls for %d requests, want at most 1.1 times as many", calls, requests)
		}
		stats := p.Stats()
		if stats.RejectedByBudget == 0 || stats.Retries != uint64(calls-requests) || stats.GaveUp != requests {
			t.Errorf("stats %+v after %d calls", stats, calls)
		}
	})
}

func TestSleep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		if err := Sleep(t.Context(), time.Hour); err != nil || time.Since(began) != time.Hour {
			t.Errorf("Sleep = %v after %v", err, time.Since(began))
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		began = time.Now()
		if err := Sleep(ctx, time.Hour); !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != time.Minute {
			t.Errorf("Sleep = %v after %v", err, time.Since(began))
		}
		if err := Sleep(ctx, 0); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Sleep(0) with a done context = %v", err)
		}
		if err := Sleep(t.Context(), -1); err != nil {
			t.Errorf("Sleep(-1) = %v", err)
		}
	})
}

// A panic and a Goexit in the operation give everything back.
func TestOperationThatDoesNotReturn(t *testing.T) {
	ends := map[string]func(){
		"panic":  func() { panic("boom") },
		"Goexit": runtime.Goexit,
	}
	forms := map[string]func(ctx context.Context, p *Policy, op func()){
		"Run": func(ctx context.Context, p *Policy, op func()) {
			_ = Run(ctx, p, func(context.Context) error { op(); return nil })
		},
		"Attempts": func(ctx context.Context, p *Policy, op func()) {
			for range Attempts(ctx, p) {
				op()
			}
		},
	}
	for end, op := range ends {
		for form, run := range forms {
			t.Run(end+"/"+form, func(t *testing.T) {
				budget := &aBudget{left: 1}
				bulkhead := NewBulkhead(1)
				breaker := Must(NewBreaker(BreakerConfig{MinCalls: 1}))
				p := Must(New(Config{Budget: budget, Bulkhead: bulkhead, Breaker: breaker}))
				done := make(chan any)
				go func() {
					defer func() { done <- recover() }()
					run(context.Background(), p, op)
				}()
				recovered := <-done
				if (end == "panic") != (recovered != nil) {
					t.Errorf("recovered %v", recovered)
				}
				if bulkhead.InUse() != 0 {
					t.Error("the bulkhead's place was not given back")
				}
				if breaker.State() != Open {
					t.Errorf("breaker %v: it has not seen a failure", breaker.State())
				}
				if budget.failure != 1 {
					t.Errorf("the budget was told of %d failures", budget.failure)
				}
			})
		}
	}
}

// The loop's own break, continue and return.
func TestAttemptsControl(t *testing.T) {
	config := func(b *aBudget) *Policy { return Must(New(Config{Budget: b, Backoff: Backoff{Rand: always(0.5)}})) }
	t.Run("return is a success", func(t *testing.T) {
		b := &aBudget{left: 9}
		func() {
			for range Attempts(context.Background(), config(b)) {
				return
			}
		}()
		if b.success != 1 || b.failure != 0 {
			t.Errorf("budget %+v", b)
		}
	})
	t.Run("continue without a word is a failure", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			b := &aBudget{left: 9}
			passes := 0
			began := time.Now()
			for a := range Attempts(t.Context(), config(b)) {
				if passes++; a.Number() != passes {
					t.Errorf("attempt %d in pass %d", a.Number(), passes)
				}
				continue
			}
			if passes != 3 || b.failure != 3 || time.Since(began) != 150*time.Millisecond {
				t.Errorf("%d passes in %v, budget %+v", passes, time.Since(began), b)
			}
		})
	})
	t.Run("break after a granted retry gives it back", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			b := &aBudget{left: 9}
			for a := range Attempts(t.Context(), config(b)) {
				if a.Failed(errDown) == nil {
					break
				}
			}
			if b.failure != 1 || b.ignored != 1 || b.net != 0 {
				t.Errorf("budget %+v", b)
			}
		})
	})
	t.Run("a second Failed changes nothing", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			b := &aBudget{left: 9}
			for a := range Attempts(t.Context(), config(b)) {
				first, second := a.Failed(errDown), a.Failed(io.EOF)
				if first != second {
					t.Errorf("Failed = %v, then %v", first, second)
				}
			}
			if b.failure != 3 {
				t.Errorf("budget %+v", b)
			}
		})
	})
	t.Run("a closed door makes no pass", func(t *testing.T) {
		breaker := new(Breaker)
		breaker.ForceOpen()
		err := ErrNotTried
		for range Attempts(context.Background(), Must(New(Config{Breaker: breaker}))) {
			err = nil
		}
		if err != ErrNotTried {
			t.Error("a pass was made against an open breaker")
		}
	})
}

func TestConfigErrors(t *testing.T) {
	slow := Must(NewBreaker(BreakerConfig{Slow: time.Second}))
	set := Must(NewBreakerSet(BreakerConfig{TrialTimeout: time.Second}, 0))
	tests := []struct {
		name   string
		config Config
		want   string // "" is none
	}{
		{"zero", Config{}, ""},
		{"negative", Config{Attempts: -1}, "Attempts is not negative"},
		{"named", Config{Name: "orders", Timeout: -1}, "policy orders"},
		{"backoff upside down", Config{Backoff: Backoff{Base: 2, Cap: 1}}, "above the cap"},
		{"unknown jitter", Config{Backoff: Backoff{Jitter: 9}}, "unknown jitter"},
		{"attempt longer than the request", Config{Timeout: 1, AttemptTimeout: 2}, "does not fit"},
		{"slow is above the attempt's deadline", Config{AttemptTimeout: 500 * time.Millisecond, Breaker: slow}, "slow threshold"},
		{"slow is the deadline", Config{Timeout: time.Second, Breaker: slow}, "slow threshold"},
		{"slow is below the deadline", Config{Timeout: 1500 * time.Millisecond, Breaker: slow}, ""},
		{"slow, and no deadline", Config{Breaker: slow}, ""},
		{"trials end before calls", Config{AttemptTimeout: 2 * time.Second, Breakers: set}, "gives up on a trial"},
		{"two kinds of breakers", Config{Breaker: slow, Breakers: set}, "not both"},
	}
	for _, test := range tests {
		p, err := New(test.config)
		if test.want == "" {
			if err != nil || p == nil {
				t.Errorf("%s: %v", test.name, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want one about %q", test.name, err, test.want)
		}
	}
}
