//go:build go1.25

package resilience

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// callFor makes one call that takes d and ends with err, and reports whether it
// was allowed.
func callFor(b *Breaker, d time.Duration, err error) bool {
	permit, refused := b.Allow()
	if refused != nil {
		return false
	}
	time.Sleep(d)
	permit.Done(err)
	return true
}

// A breaker's life, as a script: F and G are a failed and a good call, S a slow
// and I an ignored one, a space is a second, and C, O, H the state that it is in.
func TestBreakerStates(t *testing.T) {
	four := BreakerConfig{MinCalls: 4, Trials: 2, OpenFor: 10 * time.Second}
	with := func(change func(*BreakerConfig)) BreakerConfig { c := four; change(&c); return c }
	wait := strings.Repeat(" ", 15) // OpenFor and the most jitter
	tests := []struct {
		name   string
		config BreakerConfig
		script string
	}{
		{"below the minimum", four, "FFF C"},
		{"at the minimum", four, "FFFC FO"},
		{"half have failed", four, "GGGGFFF C F O"},
		{"a good call never opens it", four, "FFF G C F O"},
		{"ignored calls don't count", four, "IIIIFFF C IIII C F O"},
		{"slow calls", four, "SSSC SO"},
		{"slow is off", with(func(c *BreakerConfig) { c.Slow = -1 }), "SSSSSSC"},
		{"a rate of its own", with(func(c *BreakerConfig) { c.FailureRate = 0.25 }), "GGGGG F C F O"},
		{"opens, probes, closes", four, "FFFFO" + wait + "O GH GC"},
		{"a failed trial opens it again", four, "FFFFO" + wait + "GH FO" + wait + "GH GC"},
		{"a slow trial opens it again", four, "FFFFO" + wait + "GH SO"},
		{"an ignored trial decides nothing", four, "FFFFO" + wait + "IH IH IH GH GC"},
		{"more successes than trials", with(func(c *BreakerConfig) { c.Successes = 4 }), "FFFFO" + wait + "GGGH GC"},
		{"closing forgets", four, "FFFFO" + wait + "GGC FFFC FO"},
		{"time forgets", with(func(c *BreakerConfig) { c.Window = 5 * time.Second }), "FFF       FC FFC FO"},
		{"a slot of the window is used again", with(func(c *BreakerConfig) { c.Window = 10 * time.Second }), "FFF          GGGGGFC"},
		{"calls do not forget with time", with(func(c *BreakerConfig) { c.Window = 0; c.Count = 4 }), "FFF" + wait + wait + wait + wait + wait + "C FO"},
		{"calls push out calls", with(func(c *BreakerConfig) { c.Count = 4 }), "FGGGGFC GGGGFC FO"},
		{"never probes early", four, "FFFFO         O"},
		{"fewer calls than the default minimum", BreakerConfig{Count: 3}, "FFC FO"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := Must(NewBreaker(test.config))
				for i, step := range test.script {
					at := fmt.Sprintf("after %q", test.script[:i])
					allowed := true
					switch step {
					case 'F':
						allowed = callFor(b, 0, errDown)
					case 'G':
						allowed = callFor(b, 0, nil)
					case 'S':
						allowed = callFor(b, 2*time.Second+1, nil)
					case 'I':
						allowed = callFor(b, 0, context.Canceled)
					case ' ':
						time.Sleep(time.Second)
					case 'C', 'O', 'H':
						want := map[rune]State{'C': Closed, 'O': Open, 'H': HalfOpen}[step]
						if got := b.State(); got != want {
							t.Fatalf("%s: %v, want %v", at, got, want)
						}
						if want == Open && i < len(test.script)-1 && test.script[i+1] != ' ' {
							t.Fatalf("the script calls an open breaker")
						}
					}
					if !allowed {
						t.Fatalf("%s: call %c was refused", at, step)
					}
				}
			})
		})
	}
}

// opened returns a breaker that is open, with its wait over.
func openedBreaker(t *testing.T, c BreakerConfig) *Breaker {
	t.Helper()
	c.MinCalls = 1
	b := Must(NewBreaker(c))
	callFor(b, 0, errDown)
	if b.State() != Open {
		t.Fatalf("state %v", b.State())
	}
	time.Sleep(b.present().config.OpenFor * 3 / 2)
	return b
}

// A fleet that opened together does not probe together: the wait has jitter, and
// is never shorter than was said.
func TestBreakerOpenForIsJittered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		waits := make(map[time.Duration]int)
		for range 50 {
			b := Must(NewBreaker(BreakerConfig{MinCalls: 1}))
			now := sinceEpoch()
			callFor(b, 0, errDown)
			wait := b.present().until - now
			if wait < defaultOpenFor || wait > defaultOpenFor*3/2 {
				t.Errorf("open for %v", wait)
			}
			waits[wait]++
		}
		if len(waits) < 40 {
			t.Errorf("%d different waits of 50", len(waits))
		}
	})
}

// Of 500 callers, as many get through a half-open breaker as there are trials.
func TestBreakerHalfOpenAdmitsFew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := openedBreaker(t, BreakerConfig{})
		var admitted, refused int
		var mu sync.Mutex
		var wg sync.WaitGroup
		for range 500 {
			wg.Add(1)
			go func() {
				defer wg.Done()
				ok := callFor(b, time.Second, nil)
				mu.Lock()
				defer mu.Unlock()
				if ok {
					admitted++
				} else {
					refused++
				}
			}()
		}
		wg.Wait()
		if admitted != defaultTrials || refused != 500-defaultTrials {
			t.Errorf("%d admitted, %d refused", admitted, refused)
		}
		if b.State() != Closed {
			t.Errorf("state %v after %d good trials", b.State(), admitted)
		}
	})
}

// If one success is enough, one trial is under way, however many there might be.
func TestBreakerTrialsNeeded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := openedBreaker(t, BreakerConfig{Trials: 5, Successes: 1})
		permit, err := b.Allow()
		if err != nil {
			t.Fatal(err)
		}
		if callFor(b, 0, nil) {
			t.Error("a second trial was admitted where one decides")
		}
		permit.Done(nil)
		if b.State() != Closed {
			t.Errorf("state %v", b.State())
		}
	})
}

// A trial that hangs, panics or ends its goroutine does not keep the breaker
// half-open for ever.
func TestBreakerTrialThatDoesNotEnd(t *testing.T) {
	ends := map[string]func(p Permit){
		"hangs":  func(Permit) {}, // its Done is never called
		"panics": func(p Permit) { defer func() { _ = recover() }(); defer p.Done(errUnfinished); panic("boom") },
		"Goexit": func(p Permit) {
			done := make(chan bool)
			go func() { defer close(done); defer p.Done(errUnfinished); runtime.Goexit() }()
			<-done
		},
	}
	for name, end := range ends {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := openedBreaker(t, BreakerConfig{Trials: 1})
				permit, err := b.Allow()
				if err != nil {
					t.Fatal(err)
				}
				end(permit)
				time.Sleep(2 * defaultOpenFor)
				_ = callFor(b, 0, nil) // finds that the trial has expired, or is the next trial
				time.Sleep(2 * defaultOpenFor)
				if !callFor(b, 0, nil) || b.State() != Closed {
					t.Errorf("state %v, long after", b.State())
				}
				permit.Done(nil) // a day late
				if b.State() != Closed {
					t.Errorf("state %v after the late end", b.State())
				}
			})
		})
	}
}

// What began before the breaker opened says nothing about how it is later.
func TestBreakerLateResult(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := Must(NewBreaker(BreakerConfig{MinCalls: 1, Trials: 1}))
		old, err := b.Allow()
		if err != nil {
			t.Fatal(err)
		}
		callFor(b, 0, errDown)
		time.Sleep(defaultOpenFor * 3 / 2)
		trial, err := b.Allow()
		if err != nil {
			t.Fatal(err)
		}
		old.Done(nil)
		if b.State() != HalfOpen {
			t.Errorf("a late success made it %v", b.State())
		}
		trial.Done(nil)
		if b.State() != Closed {
			t.Errorf("the trial made it %v", b.State())
		}
		trial.Done(errDown)
		old.Done(errDown)
		if b.State() != Closed {
			t.Errorf("late failures made it %v", b.State())
		}
	})
}

func TestBreakerByHand(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var changes []string
		b := Must(NewBreaker(BreakerConfig{MinCalls: 1, Trials: 1, OnChange: func(from, to State) {
			changes = append(changes, fmt.Sprint(from, "→", to))
		}}))
		b.ForceOpen()
		time.Sleep(time.Hour)
		if callFor(b, 0, nil) {
			t.Error("a call passed a breaker that is forced open")
		}
		b.Disable()
		for range 100 {
			if !callFor(b, 0, errDown) {
				t.Fatal("a call was refused by a disabled breaker")
			}
		}
		b.Reset()
		b.Reset()
		callFor(b, 0, errDown)
		time.Sleep(defaultOpenFor * 3 / 2)
		callFor(b, 0, nil)
		want := "closed→forced-open forced-open→disabled disabled→closed closed→open open→half-open half-open→closed"
		if got := strings.Join(changes, " "); got != want {
			t.Errorf("changes %s\nwant    %s", got, want)
		}
	})
}

// Traffic comes back in stages.
func TestBreakerRamp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := openedBreaker(t, BreakerConfig{Trials: 1, Ramp: 40 * time.Second})
		callFor(b, 0, nil)
		if b.State() != Closed {
			t.Fatalf("state %v", b.State())
		}
		for _, want := range []int{20, 40, 60, 80, 100, 100} {
			const calls = 2000
			passed := 0
			for range calls {
				if callFor(b, 0, nil) {
					passed++
				}
			}
			if got := 100 * passed / calls; got < want-5 || got > want+5 {
				t.Errorf("%d %% passed, want about %d %%", got, want)
			}
			time.Sleep(10 * time.Second)
		}
	})
}

// A ramp is not a licence: failures open the breaker as ever.
func TestBreakerRampFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := openedBreaker(t, BreakerConfig{Trials: 1, Ramp: 40 * time.Second})
		callFor(b, 0, nil)
		for b.State() == Closed {
			callFor(b, 0, errDown)
		}
		if b.State() != Open {
			t.Errorf("state %v", b.State())
		}
	})
}

// In a policy the slow threshold follows the deadline, and one reading of the
// clock serves both.
func TestBreakerInPolicy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		breaker := Must(NewBreaker(BreakerConfig{MinCalls: 4}))
		p := Must(New(Config{Name: "orders", Attempts: 1, AttemptTimeout: 900 * time.Millisecond, Breaker: breaker}))
		call := func(d time.Duration) error {
			return Run(t.Context(), p, func(ctx context.Context) error { return Sleep(ctx, d) })
		}
		for range 4 {
			_ = call(600 * time.Millisecond)
		}
		if breaker.State() != Closed {
			t.Errorf("calls of two thirds of the deadline made it %v", breaker.State())
		}
		for range 4 {
			_ = call(601 * time.Millisecond)
		}
		err := call(0)
		if !errors.Is(err, ErrOpen) || err.Error() != "orders: breaker is open" {
			t.Errorf("after slow calls: %v", err)
		}
		if stats := p.Stats(); stats.RejectedByBreaker != 1 {
			t.Errorf("stats %+v", stats)
		}
	})
}

// A breaker that opens between two attempts of a loop ends it: the loop must not
// look as if it had succeeded.
func TestBreakerStopsAttempts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bulkhead := NewBulkhead(1)
		budget := &aBudget{left: 9}
		p := Must(New(Config{Name: "orders", Attempts: 5, Breaker: Must(NewBreaker(BreakerConfig{MinCalls: 2})), Bulkhead: bulkhead, Budget: budget}))
		passes := 0
		err := ErrNotTried
		for a := range Attempts(t.Context(), p) {
			passes++
			err = a.Failed(errDown)
		}
		if passes != 2 || !errors.Is(err, ErrOpen) || !errors.Is(err, errDown) {
			t.Errorf("%v after %d passes", err, passes)
		}
		if stats := p.Stats(); stats.Retries != 1 || stats.RejectedByBreaker != 1 || stats.GaveUp != 1 {
			t.Errorf("stats %+v", stats)
		}
		if bulkhead.InUse() != 0 || budget.net != 0 {
			t.Errorf("bulkhead %d, budget %+v", bulkhead.InUse(), budget)
		}
	})
}

// A loop that is left although there would be another attempt gives that back:
// the breaker's trial and the bulkhead's place, too.
func TestAttemptsAbandoned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		breaker := Must(NewBreaker(BreakerConfig{MinCalls: 1, Trials: 1, OpenFor: time.Nanosecond}))
		bulkhead := NewBulkhead(1)
		p := Must(New(Config{Attempts: 5, Breaker: breaker, Bulkhead: bulkhead, Backoff: Backoff{Rand: always(0.5)}}))
		for a := range Attempts(t.Context(), p) {
			if a.Failed(errDown) == nil {
				break
			}
		}
		if breaker.State() != HalfOpen || bulkhead.InUse() != 0 {
			t.Fatalf("breaker %v, bulkhead %d", breaker.State(), bulkhead.InUse())
		}
		if !callFor(breaker, 0, nil) || breaker.State() != Closed {
			t.Errorf("the trial was not given back: %v", breaker.State())
		}
	})
}

// The rejected attempt is not retried and costs no token; a call that times out
// is seen by the breaker as a failure.
func TestBreakerStopsRetries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		budget := &aBudget{left: 9}
		breaker := Must(NewBreaker(BreakerConfig{MinCalls: 2, Slow: -1}))
		var rejected Event
		p := Must(New(Config{AttemptTimeout: time.Second, Breaker: breaker, Budget: budget, Observer: func(_ context.Context, e Event) {
			if e.Kind == EventReject {
				rejected = e
			}
		}}))
		calls := 0
		began := time.Now()
		err := Run(t.Context(), p, func(ctx context.Context) error {
			calls++
			<-ctx.Done()
			return ctx.Err()
		})
		if calls != 2 || breaker.State() != Open || !errors.Is(err, ErrOpen) || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%d calls, %v, %v", calls, breaker.State(), err)
		}
		if budget.failure != 2 || budget.ignored != 1 || budget.net != 0 {
			t.Errorf("budget %+v", budget)
		}
		if rejected.Err != ErrOpen || rejected.Attempt != 2 {
			t.Errorf("event %+v", rejected)
		}
		if took := time.Since(began); took > 3*time.Second {
			t.Errorf("took %v", took)
		}
	})
}

// A breaker against a model that remembers everything.
func FuzzBreaker(f *testing.F) {
	f.Add(uint8(0), uint8(4), []byte("fffff    gggg"))
	f.Add(uint8(7), uint8(3), []byte("fgfgfgsssf          gfgfgg"))
	f.Fuzz(func(t *testing.T, count, minCalls uint8, steps []byte) {
		if len(steps) > 300 {
			return
		}
		c := BreakerConfig{Count: int(count % 20), MinCalls: 1 + int(minCalls%10), Trials: 2}
		if c.Count > 0 && c.MinCalls > c.Count {
			return
		}
		synctest.Test(t, func(t *testing.T) {
			type outcome struct {
				slot      int64
				bad, slow bool
			}
			b := Must(NewBreaker(c))
			var seen []outcome // in the present closed phase
			state, good := Closed, 0
			width := int64(defaultWindow / timeSlots)
			for i, step := range steps {
				if step%4 == 3 {
					time.Sleep(time.Duration(step) * time.Second / 8)
					continue
				}
				if state == Open && sinceEpoch() >= b.present().until {
					state, good = HalfOpen, 0
				}
				bad, slow := step%4 == 1, step%4 == 2
				took, err := time.Duration(0), error(nil)
				if bad {
					err = errDown
				}
				if slow {
					took = defaultSlow + 1
				}
				if allowed := callFor(b, took, err); allowed != (state != Open) {
					t.Fatalf("step %d: allowed %v in state %v", i, allowed, state)
				}
				now := int64(sinceEpoch()) / width
				switch state {
				case HalfOpen:
					if bad || slow {
						state = Open
					} else if good++; good == 2 {
						state, seen = Closed, nil
					}
				case Closed:
					seen = append(seen, outcome{now, bad, slow})
					calls, failed, slowly := 0, 0, 0
					for j, o := range seen {
						if c.Count > 0 && j < len(seen)-c.Count || c.Count == 0 && o.slot <= now-timeSlots {
							continue
						}
						calls++
						if o.bad {
							failed++
						}
						if o.slow {
							slowly++
						}
					}
					if (bad || slow) && calls >= c.MinCalls && (2*failed >= calls && failed > 0 || 2*slowly >= calls && slowly > 0) {
						state = Open
					}
				}
				if got := b.State(); got != state {
					t.Fatalf("step %d of %q: %v, want %v", i, steps, got, state)
				}
			}
		})
	})
}
