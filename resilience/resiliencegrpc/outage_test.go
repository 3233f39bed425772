package resiliencegrpc_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	testpb "google.golang.org/grpc/interop/grpc_testing"
	"google.golang.org/grpc/status"

	"github.com/reslint/reslint/resilience"
	"github.com/reslint/reslint/resilience/fault"
	"github.com/reslint/reslint/resilience/resiliencegrpc"
)

// Under total failure a budget keeps the offered load within 1.1 times the
// requests. Without one it is three times: as much as there are attempts.
func TestOfferedLoad(t *testing.T) {
	const requests = 1000
	for _, test := range []struct {
		name        string
		budget      resilience.Budget
		least, most int64
	}{
		{"budget", nil, requests, requests * 11 / 10},
		{"none", new(ledger), requests * 3, requests * 3},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var broken fault.Switch
				p := resilience.Must(resilience.New(resilience.Config{Budget: test.budget}))
				client, stop := new(shop).open(
					[]grpc.ServerOption{grpc.ChainUnaryInterceptor(resiliencegrpc.FaultUnaryServerInterceptor(&broken))},
					through(p, resiliencegrpc.Idempotent(emptyCall)))
				defer stop()
				broken.Set(fault.Fault{Status: 503}, 1)
				for range requests {
					if _, err := client.EmptyCall(t.Context(), new(testpb.Empty)); status.Code(err) != codes.Unavailable {
						t.Fatal(err)
					}
				}
				if seen := broken.Counts().Seen; seen < test.least || seen > test.most {
					t.Errorf("%d requests made a load of %d, want %d to %d", requests, seen, test.least, test.most)
				}
			})
		})
	}
}

// The whole of an outage, at ten calls a second: the breaker opens, the fallback
// serves, another method of the same server keeps answering, and all is as before
// when the server is.
func TestOutage(t *testing.T) {
	for name, outage := range map[string]fault.Fault{
		"failing": {Err: status.Error(codes.Unavailable, "down")},
		"hanging": {Hang: true},
		"slow":    {Latency: 30 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var broken fault.Switch
				s := &shop{empty: broken.Apply}
				breakers := resilience.Must(resilience.NewBreakerSet(resilience.BreakerConfig{Window: 10 * time.Second}, 0))
				p := resilience.Must(resilience.New(resilience.Config{Name: "shop", Timeout: 3 * time.Second, Breakers: breakers}))
				client, stop := s.open(nil, through(p, resiliencegrpc.Idempotent(emptyCall)))
				defer stop()
				breaker := breakers.Get("shop", emptyCall)
				answers := resilience.Must(resilience.New(resilience.Config{Attempts: 1})) // the interceptor retries

				// open makes ten calls of each method a second, and returns how
				// many of the one were answered by the server and by the fallback.
				open := func(seconds int) (fresh, local int64) {
					var f, l atomic.Int64
					var wg sync.WaitGroup
					for range 10 * seconds {
						wg.Go(func() {
							answer, err := resilience.Fallback(t.Context(), answers,
								func(ctx context.Context) (*atomic.Int64, error) {
									_, err := client.EmptyCall(ctx, new(testpb.Empty))
									return &f, err
								},
								func(error) (*atomic.Int64, error) { return &l, nil })
							if err != nil {
								t.Error("without an answer:", err)
							}
							answer.Add(1)
						})
						wg.Go(func() {
							if _, err := client.UnaryCall(t.Context(), new(testpb.SimpleRequest)); err != nil {
								t.Error("the other method:", err)
							}
						})
						time.Sleep(100 * time.Millisecond)
					}
					wg.Wait()
					return f.Load(), l.Load()
				}

				if fresh, local := open(10); fresh != 100 || local != 0 || breaker.State() != resilience.Closed {
					t.Errorf("healthy: %d answers, %d fallbacks, %v", fresh, local, breaker.State())
				}

				broken.Set(outage, 1)
				open(15) // until it is noticed
				before := broken.Counts().Seen
				if fresh, local := open(30); fresh != 0 || local != 300 || breaker.State() == resilience.Closed {
					t.Errorf("down: %d answers, %d fallbacks, %v", fresh, local, breaker.State())
				}
				if load := broken.Counts().Seen - before; load > 30 {
					t.Errorf("300 requests made a load of %d at a server that is down", load)
				}

				broken.Heal()
				open(20)
				if fresh, local := open(10); fresh != 100 || local != 0 || breaker.State() != resilience.Closed {
					t.Errorf("healed: %d answers, %d fallbacks, %v", fresh, local, breaker.State())
				}
			})
		})
	}
}

// A front end of 200 workers gets ten requests a second for each of two pages.
// When the call behind one page takes 30 seconds, that page wants 300 workers. A
// bulkhead gives it 20, and the other page never notices.
func TestBulkheadKeepsTheRestAlive(t *testing.T) {
	for _, test := range []struct {
		name     string
		bulkhead *resilience.Bulkhead
		survives bool
	}{
		{"bulkhead", resilience.NewBulkhead(20), true},
		{"none", nil, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var broken fault.Switch
				broken.Set(fault.Fault{Latency: 30 * time.Second}, 1)
				s := &shop{empty: broken.Apply}
				slow := newPolicy(resilience.Config{Attempts: 1, Bulkhead: test.bulkhead})
				client, stop := s.open(nil, through(newPolicy(resilience.Config{}), resiliencegrpc.PerMethod(func(method string) *resilience.Policy {
					if method == emptyCall {
						return slow
					}
					return nil
				})))
				defer stop()

				workers := resilience.NewBulkhead(200)
				var paid atomic.Int64
				turnedAway, busiest := 0, 0
				var wg sync.WaitGroup
				serve := func(page func()) {
					if !workers.TryAcquire() {
						turnedAway++
						return
					}
					busiest = max(busiest, workers.InUse())
					wg.Go(func() {
						defer workers.Release()
						page()
					})
				}
				const requests = 600 // of each page, in a minute
				for range requests {
					serve(func() {
						_, err := client.EmptyCall(t.Context(), new(testpb.Empty))
						if err != nil && !errors.Is(err, resilience.ErrFull) {
							t.Error("slow page:", err)
						}
					})
					serve(func() {
						if _, err := client.UnaryCall(t.Context(), new(testpb.SimpleRequest)); err != nil {
							t.Error("healthy page:", err)
						} else {
							paid.Add(1)
						}
					})
					time.Sleep(100 * time.Millisecond)
				}
				wg.Wait()
				if survived := paid.Load() == requests && turnedAway == 0 && busiest <= 22; survived != test.survives {
					t.Errorf("%d of %d paid, %d turned away, %d workers busy", paid.Load(), requests, turnedAway, busiest)
				}
			})
		})
	}
}
