package resiliencegrpc_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	testpb "google.golang.org/grpc/interop/grpc_testing"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/reslint/reslint/resilience"
	"github.com/reslint/reslint/resilience/resiliencegrpc"
)

// through is the dial option for a policy.
func through(p *resilience.Policy, options ...resiliencegrpc.Option) grpc.DialOption {
	return grpc.WithChainUnaryInterceptor(resiliencegrpc.UnaryClientInterceptor(p, options...))
}

// newPolicy never waits for longer than it is asked to.
func newPolicy(c resilience.Config) *resilience.Policy {
	c.Backoff.Rand = func(int64) int64 { return 0 }
	return resilience.Must(resilience.New(c))
}

// A ledger is a budget that allows everything and remembers what it is told.
type ledger struct {
	mu       sync.Mutex
	outcomes []resilience.Outcome
}

func (*ledger) Begin()      {}
func (*ledger) Retry() bool { return true }

func (l *ledger) End(_ bool, o resilience.Outcome) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.outcomes = append(l.outcomes, o)
}

func TestCodes(t *testing.T) {
	const (
		success = resilience.Success
		failure = resilience.Failure
		ignored = resilience.Ignored
	)
	for _, test := range []struct {
		code     codes.Code
		attempts int
		budget   resilience.Outcome // of each attempt
		opens    bool               // the breaker
	}{
		{codes.OK, 1, success, false},
		{codes.Canceled, 1, ignored, false},
		{codes.Unknown, 1, ignored, true},
		{codes.InvalidArgument, 1, ignored, false},
		{codes.DeadlineExceeded, 3, failure, true},
		{codes.NotFound, 1, ignored, false},
		{codes.AlreadyExists, 1, ignored, false},
		{codes.PermissionDenied, 1, ignored, false},
		{codes.ResourceExhausted, 1, ignored, false},
		{codes.FailedPrecondition, 1, ignored, false},
		{codes.Aborted, 1, ignored, false},
		{codes.OutOfRange, 1, ignored, false},
		{codes.Unimplemented, 1, ignored, true},
		{codes.Internal, 1, ignored, true},
		{codes.Unavailable, 3, failure, true},
		{codes.DataLoss, 1, ignored, true},
		{codes.Unauthenticated, 1, ignored, false},
	} {
		t.Run(test.code.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				sent := status.New(test.code, "because")
				if test.code != codes.OK {
					sent, _ = sent.WithDetails(&errdetails.ErrorInfo{Reason: "R"})
				}
				attempts := 0
				s := &shop{empty: func(context.Context) error { attempts++; return sent.Err() }}

				// Retries and budget, with a policy that knows nothing of gRPC.
				var budget ledger
				client, stop := s.open(nil, through(newPolicy(resilience.Config{Budget: &budget}), resiliencegrpc.Idempotent(emptyCall)))
				defer stop()
				_, err := client.EmptyCall(t.Context(), new(testpb.Empty))
				if attempts != test.attempts {
					t.Errorf("%d attempts, want %d", attempts, test.attempts)
				}
				if want := slices.Repeat([]resilience.Outcome{test.budget}, test.attempts); !slices.Equal(budget.outcomes, want) {
					t.Errorf("the budget was told %v, want %v", budget.outcomes, want)
				}

				// What the caller gets is still what the server said.
				got := status.Convert(err)
				if got.Code() != test.code || status.Code(err) != test.code || len(got.Details()) != len(sent.Details()) {
					t.Errorf("status %v, details %v", got, got.Details())
				}
				if test.code != codes.OK && test.attempts == 1 && got.Message() != "because" {
					t.Errorf("message %q", got.Message())
				}
				if again := status.Code(fmt.Errorf("shopping: %w", err)); err != nil && again != test.code {
					t.Errorf("wrapped, it is %v", again)
				}

				// A breaker that knows nothing of gRPC either.
				var breaker = resilience.Must(resilience.NewBreaker(resilience.BreakerConfig{Count: 1}))
				client, stop = s.open(nil, through(newPolicy(resilience.Config{Attempts: 1, Breaker: breaker})))
				defer stop()
				client.EmptyCall(t.Context(), new(testpb.Empty))
				if opened := breaker.State() == resilience.Open; opened != test.opens {
					t.Errorf("breaker is %v", breaker.State())
				}
			})
		})
	}
}

func TestPushback(t *testing.T) {
	for _, test := range []struct {
		name     string
		code     codes.Code
		trailer  []string
		attempts int
		wait     time.Duration
		budget   resilience.Outcome
	}{
		{"none", codes.Unavailable, nil, 3, 0, resilience.Failure},
		{"wait", codes.Unavailable, []string{"250"}, 3, 250 * time.Millisecond, resilience.Failure},
		{"at once", codes.Unavailable, []string{"0"}, 3, 0, resilience.Failure},
		{"clamped", codes.Unavailable, []string{"86400000"}, 3, 5 * time.Second, resilience.Failure},
		{"negative", codes.Unavailable, []string{"-1"}, 1, 0, resilience.Failure},
		{"unreadable", codes.Unavailable, []string{"soon"}, 1, 0, resilience.Failure},
		{"too large", codes.Unavailable, []string{"9999999999999999999"}, 1, 0, resilience.Failure},
		{"twice", codes.Unavailable, []string{"1", "2"}, 1, 0, resilience.Failure},
		{"quota", codes.ResourceExhausted, nil, 1, 0, resilience.Ignored},
		{"quota with wait", codes.ResourceExhausted, []string{"250"}, 3, 250 * time.Millisecond, resilience.Failure},
		{"quota at once", codes.ResourceExhausted, []string{"0"}, 3, 0, resilience.Failure},
		{"shed", codes.ResourceExhausted, []string{"-1"}, 1, 0, resilience.Failure},
		{"final code", codes.InvalidArgument, []string{"250"}, 1, 0, resilience.Ignored},
		{"slow attempt", codes.DeadlineExceeded, []string{"250"}, 3, 250 * time.Millisecond, resilience.Failure},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				attempts := 0
				s := &shop{empty: func(ctx context.Context) error {
					attempts++
					grpc.SetTrailer(ctx, metadata.MD{"grpc-retry-pushback-ms": test.trailer})
					return status.Error(test.code, "because")
				}}
				var budget ledger
				client, stop := s.open(nil, through(newPolicy(resilience.Config{Budget: &budget}), resiliencegrpc.Idempotent(emptyCall)))
				defer stop()
				begin := time.Now()
				_, err := client.EmptyCall(t.Context(), new(testpb.Empty))
				if attempts != test.attempts {
					t.Errorf("%d attempts, want %d", attempts, test.attempts)
				}
				if waited, want := time.Since(begin), time.Duration(test.attempts-1)*test.wait; waited != want {
					t.Errorf("waited for %v, want %v", waited, want)
				}
				if status.Code(err) != test.code {
					t.Errorf("code %v", status.Code(err))
				}
				if budget.outcomes[0] != test.budget {
					t.Errorf("the budget was told of %v", budget.outcomes)
				}
				if test.trailer != nil && test.attempts == 1 && test.budget == resilience.Failure && !resilience.IsPermanent(err) {
					t.Error("layers above don't see that there is to be no retry")
				}
			})
		})
	}
}

// A server that sheds everything is not one with which only a quota is spent.
func TestShedLoadOpensTheBreaker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		trailer := metadata.Pairs("grpc-retry-pushback-ms", "-1")
		s := &shop{empty: func(ctx context.Context) error {
			grpc.SetTrailer(ctx, trailer)
			return status.Error(codes.ResourceExhausted, "too much")
		}}
		breaker := resilience.Must(resilience.NewBreaker(resilience.BreakerConfig{Count: 1}))
		client, stop := s.open(nil, through(newPolicy(resilience.Config{Breaker: breaker})))
		defer stop()
		client.EmptyCall(t.Context(), new(testpb.Empty))
		if breaker.State() != resilience.Open {
			t.Error("breaker is", breaker.State())
		}
	})
}

// The policy's own function may name other codes, but not those that are final.
func TestRetryableOfThePolicy(t *testing.T) {
	for code, want := range map[codes.Code]int{codes.Unavailable: 1, codes.Aborted: 3, codes.Internal: 1} {
		synctest.Test(t, func(t *testing.T) {
			attempts := 0
			s := &shop{empty: func(context.Context) error { attempts++; return status.Error(code, "because") }}
			client, stop := s.open(nil, through(newPolicy(resilience.Config{Retryable: func(err error) bool {
				return status.Code(err) != codes.Unavailable
			}}), resiliencegrpc.Idempotent(emptyCall)))
			defer stop()
			client.EmptyCall(t.Context(), new(testpb.Empty))
			if attempts != want {
				t.Errorf("%v: %d attempts, want %d", code, attempts, want)
			}
		})
	}
}

func TestRejections(t *testing.T) {
	open := new(resilience.Breaker)
	open.ForceOpen()
	full := resilience.NewBulkhead(1)
	full.TryAcquire()
	cancelled, cancel := context.WithCancelCause(context.Background())
	cancel(errors.New("user left"))

	for _, test := range []struct {
		name   string
		config resilience.Config
		ctx    context.Context
		is     error
		code   codes.Code
		calls  int
	}{
		{"breaker", resilience.Config{Breaker: open}, nil, resilience.ErrOpen, codes.Unavailable, 0},
		{"bulkhead", resilience.Config{Bulkhead: full}, nil, resilience.ErrFull, codes.ResourceExhausted, 0},
		{"deadline", resilience.Config{Timeout: time.Second, MinAttempt: 2 * time.Second}, nil, resilience.ErrDeadline, codes.DeadlineExceeded, 0},
		{"deadline of a retry", resilience.Config{Timeout: time.Second, Backoff: patient}, nil, resilience.ErrDeadline, codes.Aborted, 1},
		{"cancelled", resilience.Config{}, cancelled, context.Canceled, codes.Canceled, 0},
		{"budget", resilience.Config{Budget: spent{}}, nil, resilience.ErrBudget, codes.Aborted, 1},
		{"attempts", resilience.Config{}, nil, resilience.ErrAttempts, codes.Aborted, 3},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				calls := 0
				s := &shop{empty: func(context.Context) error { calls++; return status.Error(codes.Aborted, "because") }}
				test.config.Name = "shop"
				test.config.Retryable = func(error) bool { return true }
				client, stop := s.open(nil, through(newPolicy(test.config), resiliencegrpc.Idempotent(emptyCall)))
				defer stop()
				ctx := test.ctx
				if ctx == nil {
					ctx = t.Context()
				}
				_, err := client.EmptyCall(ctx, new(testpb.Empty))
				if !errors.Is(err, test.is) || status.Code(err) != test.code || calls != test.calls {
					t.Errorf("%v, code %v, %d calls", err, status.Code(err), calls)
				}
				if got := status.Convert(err).Message(); got != err.Error() {
					t.Errorf("message %q of %q", got, err)
				}
				if test.ctx == nil && !resilience.IsPermanent(err) {
					t.Error("a layer above would retry this")
				}
			})
		})
	}
}

type spent struct{}

func (spent) Begin()                       {}
func (spent) Retry() bool                  { return false }
func (spent) End(bool, resilience.Outcome) {}

// An attempt that hangs ends early, and the next may do better.
func TestAttemptTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var attempts atomic.Int64
		s := &shop{empty: func(ctx context.Context) error {
			if attempts.Add(1) < 3 {
				<-ctx.Done()
				return ctx.Err()
			}
			return nil
		}}
		client, stop := s.open(nil, through(newPolicy(resilience.Config{AttemptTimeout: time.Second}), resiliencegrpc.Idempotent(emptyCall)))
		defer stop()
		begin := time.Now()
		_, err := client.EmptyCall(t.Context(), new(testpb.Empty))
		if err != nil || attempts.Load() != 3 || time.Since(begin) != 2*time.Second {
			t.Errorf("%v after %d attempts and %v", err, attempts.Load(), time.Since(begin))
		}
	})
}

// The end of the request's time is DEADLINE_EXCEEDED, and no attempt goes on.
func TestDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &shop{empty: func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }}
		client, stop := s.open(nil, through(newPolicy(resilience.Config{Timeout: 5 * time.Second, AttemptTimeout: 2 * time.Second}),
			resiliencegrpc.Idempotent(emptyCall)))
		defer stop()
		begin := time.Now()
		_, err := client.EmptyCall(t.Context(), new(testpb.Empty))
		if status.Code(err) != codes.DeadlineExceeded || time.Since(begin) != 5*time.Second {
			t.Errorf("%v after %v", err, time.Since(begin))
		}
	})
}

// What the caller cancels says nothing about the server.
func TestCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &shop{empty: func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }}
		breaker := resilience.Must(resilience.NewBreaker(resilience.BreakerConfig{Count: 1}))
		var budget ledger
		client, stop := s.open(nil, through(newPolicy(resilience.Config{Breaker: breaker, Budget: &budget}), resiliencegrpc.Idempotent(emptyCall)))
		defer stop()
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		_, err := client.EmptyCall(ctx, new(testpb.Empty))
		if status.Code(err) != codes.Canceled {
			t.Error(err)
		}
		if breaker.State() != resilience.Closed || !slices.Equal(budget.outcomes, []resilience.Outcome{resilience.Ignored}) {
			t.Errorf("breaker %v, budget %v", breaker.State(), budget.outcomes)
		}
	})
}

// If the caller leaves during a wait, both what ended the call and what it was
// waiting for are told.
func TestCancelDuringWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &shop{empty: func(context.Context) error { return status.Error(codes.Unavailable, "busy") }}
		p := resilience.Must(resilience.New(resilience.Config{Backoff: resilience.Backoff{
			Base: time.Minute, Cap: time.Minute, Jitter: resilience.EqualJitter}}))
		client, stop := s.open(nil, through(p, resiliencegrpc.Idempotent(emptyCall)))
		defer stop()
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		_, err := client.EmptyCall(ctx, new(testpb.Empty))
		var gaveUp *resilience.Error
		if status.Code(err) != codes.Canceled || !errors.Is(err, context.Canceled) ||
			!errors.As(err, &gaveUp) || status.Code(gaveUp.Last) != codes.Unavailable {
			t.Error(err)
		}
	})
}

func TestSafeToRepeat(t *testing.T) {
	for _, test := range []struct {
		name     string
		ctx      func(context.Context) context.Context
		options  []resiliencegrpc.Option
		attempts int
	}{
		{"nobody says so", nil, nil, 1},
		{"another method is", nil, []resiliencegrpc.Option{resiliencegrpc.Idempotent(unaryCall)}, 1},
		{"this method is", nil, []resiliencegrpc.Option{resiliencegrpc.Idempotent(unaryCall, emptyCall)}, 3},
		{"but not this call", resilience.NonIdempotent, []resiliencegrpc.Option{resiliencegrpc.Idempotent(emptyCall)}, 1},
		{"it has a key", func(ctx context.Context) context.Context { return resilience.WithKey(ctx, "k-1") }, nil, 3},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var keys []string
				s := &shop{empty: func(ctx context.Context) error {
					md, _ := metadata.FromIncomingContext(ctx)
					keys = append(keys, fmt.Sprint(md["idempotency-key"]))
					return status.Error(codes.Unavailable, "busy")
				}}
				client, stop := s.open(nil, through(newPolicy(resilience.Config{}), test.options...))
				defer stop()
				ctx := t.Context()
				if test.ctx != nil {
					ctx = test.ctx(ctx)
				}
				client.EmptyCall(ctx, new(testpb.Empty))
				want := "[]"
				if resilience.Key(ctx) != "" {
					want = "[k-1]"
				}
				if !slices.Equal(keys, slices.Repeat([]string{want}, test.attempts)) {
					t.Errorf("attempts with keys %v", keys)
				}
			})
		})
	}
}

// patient waits for a minute before a retry: longer than gRPC before it connects
// again.
var patient = resilience.Backoff{Base: time.Minute, Cap: time.Minute, Jitter: resilience.EqualJitter}

// What was certainly never sent is tried again, whatever it is.
func TestNeverSent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		calls, dials := 0, 0
		s := &shop{empty: func(context.Context) error { calls++; return nil }}
		client, stop := s.open(nil,
			through(resilience.Must(resilience.New(resilience.Config{Backoff: patient}))),
			grpc.WithContextDialer(func(ctx context.Context, target string) (net.Conn, error) {
				if dials++; dials == 1 {
					return nil, errors.New("connection refused")
				}
				return s.dial(ctx, target)
			}))
		defer stop()
		if _, err := client.EmptyCall(t.Context(), new(testpb.Empty)); err != nil || calls != 1 || dials != 2 {
			t.Errorf("%v after %d calls and %d dials", err, calls, dials)
		}
	})
}

// A call whose connection breaks may have been made.
func TestConnectionBreaks(t *testing.T) {
	for _, idempotent := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			var options []resiliencegrpc.Option
			want := 1
			if idempotent {
				options = append(options, resiliencegrpc.Idempotent(emptyCall))
				want = 2
			}
			var current net.Conn
			calls := 0
			s := &shop{empty: func(context.Context) error {
				if calls++; calls == 1 {
					current.Close()
				}
				return nil
			}}
			client, stop := s.open(nil,
				through(resilience.Must(resilience.New(resilience.Config{Backoff: patient})), options...),
				grpc.WithContextDialer(func(ctx context.Context, target string) (conn net.Conn, err error) {
					current, err = s.dial(ctx, target)
					return current, err
				}))
			defer stop()
			_, err := client.EmptyCall(t.Context(), new(testpb.Empty))
			if calls != want || idempotent && err != nil || !idempotent && status.Code(err) != codes.Unavailable {
				t.Errorf("idempotent %v: %v after %d calls", idempotent, err, calls)
			}
		})
	}
}

// Without gRPC's own word that there was no connection, a call counts as sent: an
// interceptor may have sent it by another way.
func TestInterceptorBehind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := new(shop)
		calls := 0
		client, stop := s.open(nil, through(newPolicy(resilience.Config{})), grpc.WithChainUnaryInterceptor(
			func(context.Context, string, any, any, *grpc.ClientConn, grpc.UnaryInvoker, ...grpc.CallOption) error {
				calls++
				return status.Error(codes.Unavailable, "the proxy is gone")
			}))
		defer stop()
		if _, err := client.EmptyCall(t.Context(), new(testpb.Empty)); calls != 1 || status.Code(err) != codes.Unavailable {
			t.Errorf("%v after %d calls", err, calls)
		}
	})
}

// gRPC's own retries would make nine attempts of three.
func TestOwnRetries(t *testing.T) {
	for _, disabled := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			calls := 0
			s := &shop{empty: func(context.Context) error { calls++; return status.Error(codes.Unavailable, "busy") }}
			options := []grpc.DialOption{
				through(newPolicy(resilience.Config{}), resiliencegrpc.Idempotent(emptyCall)),
				grpc.WithDefaultServiceConfig(`{"methodConfig": [{"name": [{}], "retryPolicy": {
					"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
					"retryableStatusCodes": ["UNAVAILABLE"]}}]}`),
			}
			if disabled {
				options = append(options, grpc.WithDisableRetry())
			}
			client, stop := s.open(nil, options...)
			defer stop()
			client.UnaryCall(t.Context(), new(testpb.SimpleRequest)) // now the service config is known
			_, err := client.EmptyCall(t.Context(), new(testpb.Empty))
			if calls != 3 || status.Code(err) != codes.Unavailable {
				t.Errorf("disabled %v: %v after %d calls", disabled, err, calls)
			}
		})
	}
}

// One method that fails doesn't stop the others.
func TestBreakerPerMethod(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &shop{empty: func(context.Context) error { return status.Error(codes.Unavailable, "busy") }}
		breakers := resilience.Must(resilience.NewBreakerSet(resilience.BreakerConfig{Count: 2}, 0))
		client, stop := s.open(nil, through(newPolicy(resilience.Config{Name: "shop", Breakers: breakers})))
		defer stop()
		ctx := resilience.WithOperation(t.Context(), "that of our own caller")
		for range 2 {
			client.EmptyCall(ctx, new(testpb.Empty))
		}
		if _, err := client.EmptyCall(ctx, new(testpb.Empty)); !errors.Is(err, resilience.ErrOpen) {
			t.Error(err)
		}
		if _, err := client.UnaryCall(ctx, new(testpb.SimpleRequest)); err != nil {
			t.Error("another method's breaker stopped it:", err)
		}
		if breakers.Len() != 2 || breakers.Get("shop", emptyCall).State() != resilience.Open {
			t.Error(breakers.Len(), "breakers")
		}
	})
}

func TestPerMethod(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &shop{empty: func(context.Context) error { return status.Error(codes.Unavailable, "busy") }}
		asked := make(map[string]int)
		client, stop := s.open(nil, through(newPolicy(resilience.Config{Name: "all"}), resiliencegrpc.Idempotent(emptyCall, unaryCall),
			resiliencegrpc.PerMethod(func(method string) *resilience.Policy {
				asked[method]++
				if method == emptyCall {
					return newPolicy(resilience.Config{Name: "empty", Attempts: 2})
				}
				return nil
			})))
		defer stop()
		s.unary = func(ctx context.Context, _ *testpb.SimpleRequest) (*testpb.SimpleResponse, error) {
			return nil, s.empty(ctx)
		}
		for range 2 {
			var own, common *resilience.Error
			_, err := client.EmptyCall(t.Context(), new(testpb.Empty))
			if !errors.As(err, &own) || own.Policy != "empty" || own.Attempts != 2 {
				t.Error(err)
			}
			_, err = client.UnaryCall(t.Context(), new(testpb.SimpleRequest))
			if !errors.As(err, &common) || common.Policy != "all" || common.Attempts != 3 {
				t.Error(err)
			}
		}
		if asked[emptyCall] != 1 || asked[unaryCall] != 1 {
			t.Error("asked", asked)
		}
	})
}

// Names that come from outside don't fill the memory.
func TestPerMethodIsBounded(t *testing.T) {
	p := newPolicy(resilience.Config{})
	asked := 0
	call := resiliencegrpc.UnaryClientInterceptor(p, resiliencegrpc.PerMethod(func(string) *resilience.Policy {
		asked++
		return nil
	}))
	for i := range 1500 {
		err := call(t.Context(), fmt.Sprintf("/s.S/M%d", i), nil, nil, nil,
			func(context.Context, string, any, any, *grpc.ClientConn, ...grpc.CallOption) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
	}
	if asked != 1000 {
		t.Error("asked", asked, "times")
	}
}

// The caller's options still work, and their slice is left alone.
func TestCallOptions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &shop{empty: func(ctx context.Context) error {
			return grpc.SetTrailer(ctx, metadata.Pairs("shelf", "7"))
		}}
		client, stop := s.open(nil, through(new(resilience.Policy)))
		defer stop()
		var trailer metadata.MD
		if _, err := client.EmptyCall(t.Context(), new(testpb.Empty), grpc.Trailer(&trailer)); err != nil || fmt.Sprint(trailer["shelf"]) != "[7]" {
			t.Error(err, trailer)
		}
	})
	options := make([]grpc.CallOption, 0, 8)
	resiliencegrpc.UnaryClientInterceptor(new(resilience.Policy))(t.Context(), emptyCall, nil, nil, nil,
		func(context.Context, string, any, any, *grpc.ClientConn, ...grpc.CallOption) error { return nil }, options...)
	if options[:1][0] != nil {
		t.Error("the caller's array was written to")
	}
}
