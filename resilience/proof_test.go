package resilience_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/reslint/reslint/resilience"
	"github.com/reslint/reslint/resilience/fault"
)

// These tests are the seeds' last line: a breaker that was never seen to trip is a
// configuration, not a control. A real server is broken by a switch, in scaled
// time, and everything is judged by counts and states, nothing by the clock.

// A dependency is a real HTTP server behind a switch. /other is not behind it.
func dependency(t *testing.T) (url string, broken *fault.Switch) {
	t.Helper()
	broken = new(fault.Switch)
	mux := http.NewServeMux()
	answer := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, "telemetry") })
	mux.Handle("/telemetry", fault.Handler(answer, broken))
	mux.Handle("/other", answer)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL, broken
}

func get(ctx context.Context, client *http.Client, url string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return "", err
	}
	resp, err := client.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	if err := resilience.CheckResponse(resp); err != nil {
		return "", err
	}
	b, err := io.ReadAll(resp.Body)
	return string(b), err
}

// eventually waits until a state is reached that has to come.
func eventually(t *testing.T, what string, reached func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !reached(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("never came: %s", what)
		}
	}
}

// unlimited is what a budget must not be.
type unlimited struct{}

func (unlimited) Begin()                       {}
func (unlimited) Retry() bool                  { return true }
func (unlimited) End(bool, resilience.Outcome) {}

// Under total failure the offered load stays within 1.1 times the usual with
// each budget that stops by successes or by requests, and is three times as much
// without.
func TestOfferedLoad(t *testing.T) {
	const requests = 600
	quick := resilience.Backoff{Base: 1, Cap: 1}
	tests := []struct {
		name   string
		budget resilience.Budget
		least  int64
		most   int64
	}{
		{"the policy's own", nil, requests, requests * 11 / 10},
		{"100 tokens", resilience.Must(resilience.NewTokenBudget(100, 0.1)), requests, requests * 11 / 10},
		{"10 % of requests", resilience.Must(resilience.NewRatioBudget(0.1, time.Minute, -1)), requests, requests * 11 / 10},
		{"none", unlimited{}, 3 * requests, 3 * requests},
	}
	faults := []struct {
		name string
		fault.Fault
	}{{"status 503", fault.Fault{Status: 503}}, {"cut", fault.Fault{Cut: true}}}
	for _, test := range tests {
		for _, f := range faults {
			t.Run(test.name+"/"+f.name, func(t *testing.T) {
				budget := test.budget
				switch budget.(type) { // a fresh one for each fault
				case *resilience.TokenBudget:
					budget = resilience.Must(resilience.NewTokenBudget(100, 0.1))
				case *resilience.RatioBudget:
					budget = resilience.Must(resilience.NewRatioBudget(0.1, time.Minute, -1))
				}
				url, broken := dependency(t)
				client := resilience.NewClient(10*time.Second, resilience.Must(resilience.New(resilience.Config{Backoff: quick, Budget: budget})))
				defer client.CloseIdleConnections()
				broken.Set(f.Fault, 1)
				// Retries of what net/http does by itself on a cut connection
				// must not count: each request on a connection of its own.
				client.Transport.(*resilience.Transport).Base.(*http.Transport).DisableKeepAlives = f.Cut
				var wg sync.WaitGroup
				for range 4 {
					wg.Add(1)
					go func() {
						defer wg.Done()
						for range requests / 4 {
							if _, err := get(context.Background(), client, url+"/telemetry"); err == nil {
								t.Error("an answer from a server that is down")
							}
						}
					}()
				}
				wg.Wait()
				if seen := broken.Counts().Seen; seen < test.least || seen > test.most {
					t.Errorf("%d requests reached the server for %d made, want %d to %d", seen, requests, test.least, test.most)
				}
			})
		}
	}
}

// The breaker opens under a delay, the fallback serves, the other endpoint keeps
// answering, and after the repair the breaker closes.
func TestBreakerSeenToTrip(t *testing.T) {
	url, broken := dependency(t)
	var rejected, fellBack atomic.Int64
	breakers := resilience.Must(resilience.NewBreakerSet(resilience.BreakerConfig{MinCalls: 5, OpenFor: 20 * time.Millisecond, Slow: 300 * time.Millisecond, TrialTimeout: time.Minute}, 0))
	p := resilience.Must(resilience.New(resilience.Config{
		Name: "telemetry", Attempts: 1, Breakers: breakers,
		Observer: func(_ context.Context, e resilience.Event) {
			switch {
			case e.Kind == resilience.EventReject && errors.Is(e.Err, resilience.ErrOpen):
				rejected.Add(1)
			case e.Kind == resilience.EventFallback:
				fellBack.Add(1)
			}
		},
	}))
	client := resilience.NewClient(time.Minute, nil)
	defer client.CloseIdleConnections()
	var lastKnown resilience.Stale[string, string]
	telemetry := func() (resilience.Value[string], error) {
		ctx := resilience.WithOperation(context.Background(), "telemetry")
		return lastKnown.Do(ctx, p, "area 1", func(ctx context.Context) (string, error) {
			return get(ctx, client, url+"/telemetry")
		})
	}
	other := func() {
		t.Helper()
		ctx := resilience.WithOperation(context.Background(), "other")
		if _, err := resilience.Do(ctx, p, func(ctx context.Context) (string, error) { return get(ctx, client, url+"/other") }); err != nil {
			t.Errorf("the other endpoint: %v", err)
		}
	}
	breaker := breakers.Get("telemetry", "telemetry")

	if v, err := telemetry(); err != nil || v.Stale() || v.Value != "telemetry" {
		t.Fatalf("healthy: %+v, %v", v, err)
	}
	// 30 s of latency, scaled: slower than the slow threshold, and well all the
	// same. An error rate of zero.
	broken.Set(fault.Fault{Latency: 400 * time.Millisecond}, 1)
	for i := 0; breaker.State() == resilience.Closed; i++ {
		if i == 100 {
			t.Fatal("the breaker never opened")
		}
		if v, err := telemetry(); err != nil || v.Stale() {
			t.Fatalf("slow: %+v, %v", v, err)
		}
	}
	broken.Set(fault.Fault{Status: 500}, 1)
	for rejected.Load() < 10 {
		v, err := telemetry()
		if err != nil || !v.Stale() || v.Value != "telemetry" || v.AsOf.IsZero() {
			t.Fatalf("broken: %+v, %v", v, err)
		}
		other()
	}
	if fellBack.Load() < 10 || p.Stats().FallbackRate() == 0 {
		t.Errorf("%d fallbacks, rate %v", fellBack.Load(), p.Stats().FallbackRate())
	}
	seen := broken.Counts().Seen
	if made := int64(p.Stats().WithFallback); seen >= made {
		t.Errorf("%d of %d requests reached the server: the breaker gave it no rest", seen, made)
	}
	broken.Heal()
	eventually(t, "a closed breaker", func() bool {
		_, _ = telemetry()
		return breaker.State() == resilience.Closed
	})
	if v, err := telemetry(); err != nil || v.Stale() {
		t.Errorf("repaired: %+v, %v", v, err)
	}
}

// The seeds' service: 200 workers, and one dependency that answers in 30 s. With
// a bulkhead of 20 the endpoint that doesn't need it keeps answering; without,
// the last worker waits for the slow one.
func TestBulkheadKeepsTheOthersAlive(t *testing.T) {
	const workers, inbound, cap = 200, 250, 20
	for _, bulkhead := range []*resilience.Bulkhead{nil, resilience.NewBulkhead(cap)} {
		name := "without a bulkhead"
		if bulkhead != nil {
			name = "with a bulkhead"
		}
		t.Run(name, func(t *testing.T) {
			url, broken := dependency(t)
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			client := resilience.NewClient(time.Minute, nil)
			defer client.CloseIdleConnections()
			p := resilience.Must(resilience.New(resilience.Config{Name: "recommendations", Attempts: 1, Bulkhead: bulkhead}))

			// A server with a worker for each request, and no more than 200.
			pool := resilience.NewBulkhead(workers)
			var refused atomic.Int64
			mux := http.NewServeMux()
			mux.HandleFunc("/recommendations", func(w http.ResponseWriter, r *http.Request) {
				_, err := resilience.Do(ctx, p, func(ctx context.Context) (string, error) { return get(ctx, client, url+"/telemetry") })
				if errors.Is(err, resilience.ErrFull) {
					refused.Add(1)
				}
				if err != nil {
					w.WriteHeader(http.StatusServiceUnavailable)
				}
			})
			mux.HandleFunc("/payments", func(http.ResponseWriter, *http.Request) {})
			service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if !pool.TryAcquire() {
					w.WriteHeader(http.StatusServiceUnavailable)
					return
				}
				defer pool.Release()
				mux.ServeHTTP(w, r)
			}))
			defer service.Close()

			broken.Set(fault.Fault{Hang: true}, 1)
			var wg sync.WaitGroup
			for range inbound {
				wg.Add(1)
				go func() {
					defer wg.Done()
					_, _ = get(ctx, client, service.URL+"/recommendations")
				}()
			}
			stuck := int64(workers)
			if bulkhead != nil {
				stuck = cap
			}
			eventually(t, "requests that hang", func() bool {
				return broken.Counts().Hung == stuck && (bulkhead == nil || refused.Load() == inbound-cap)
			})
			_, err := get(context.Background(), client, service.URL+"/payments")
			if alive := err == nil; alive != (bulkhead != nil) {
				t.Errorf("payments: %v, with %d of %d workers busy", err, pool.InUse(), workers)
			}
			cancel()
			wg.Wait()
		})
	}
}
