package resiliencegrpc_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	testpb "google.golang.org/grpc/interop/grpc_testing"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/reslint/reslint/resilience"
	"github.com/reslint/reslint/resilience/resiliencegrpc"
)

// guarded is the server option for a shedder.
func guarded(s resiliencegrpc.Shedder) []grpc.ServerOption {
	return []grpc.ServerOption{grpc.ChainUnaryInterceptor(resiliencegrpc.UnaryServerInterceptor(s))}
}

// places is a shedder without a queue.
type places struct{ resilience.Bulkhead }

func (p *places) Acquire(context.Context) error {
	if p.TryAcquire() {
		return nil
	}
	return resilience.ErrShed
}

func TestShed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var calls atomic.Int64
		s := &shop{empty: func(ctx context.Context) error { calls.Add(1); return resilience.Sleep(ctx, time.Second) }}
		shedder := new(places) // for 20
		client, stop := s.open(guarded(shedder), through(newPolicy(resilience.Config{}), resiliencegrpc.Idempotent(emptyCall)))
		defer stop()
		results := make(chan error)
		for range 25 {
			go func() {
				var trailer metadata.MD
				_, err := client.EmptyCall(t.Context(), new(testpb.Empty), grpc.Trailer(&trailer))
				if err != nil && fmt.Sprint(trailer["grpc-retry-pushback-ms"]) != "[-1]" {
					t.Error("refused with the trailer", trailer)
				}
				results <- err
			}()
		}
		served, shed := 0, 0
		for range 25 {
			switch err := <-results; {
			case err == nil:
				served++
			case status.Code(err) == codes.ResourceExhausted:
				shed++
			default:
				t.Error(err)
			}
		}
		if served != 20 || shed != 5 || calls.Load() != 20 {
			t.Errorf("%d served, %d shed, %d calls", served, shed, calls.Load())
		}
		if shedder.InUse() != 0 {
			t.Error("places are not given back:", shedder.InUse())
		}
	})
}

// A handler that panics gives its place back, too.
func TestShedderOfAPanic(t *testing.T) {
	shedder := new(places)
	func() {
		defer func() { recover() }()
		resiliencegrpc.UnaryServerInterceptor(shedder)(t.Context(), nil, nil, func(context.Context, any) (any, error) { panic("bug") })
	}()
	if shedder.InUse() != 0 {
		t.Error("the place is lost")
	}
}

// queue is a shedder whose queue never moves.
type queue struct{}

func (queue) Acquire(ctx context.Context) error { <-ctx.Done(); return context.Cause(ctx) }
func (queue) Release()                          {}

// Who leaves the queue was not refused: nobody is told not to retry.
func TestLeftTheQueue(t *testing.T) {
	intercept := resiliencegrpc.UnaryServerInterceptor(queue{})
	for _, test := range []struct {
		name string
		ctx  func(context.Context) (context.Context, context.CancelFunc)
		code codes.Code
	}{
		{"deadline", func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeout(ctx, time.Second)
		}, codes.DeadlineExceeded},
		{"cancelled", func(ctx context.Context) (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancelCause(ctx)
			cancel(errors.New("user left"))
			return ctx, func() { cancel(nil) }
		}, codes.Canceled},
	} {
		synctest.Test(t, func(t *testing.T) {
			stream := new(serverStream)
			ctx, cancel := test.ctx(grpc.NewContextWithServerTransportStream(t.Context(), stream))
			defer cancel()
			_, err := intercept(ctx, nil, nil, func(context.Context, any) (any, error) { t.Error("called"); return nil, nil })
			if status.Code(err) != test.code || stream.trailer != nil {
				t.Errorf("%s: %v, trailer %v", test.name, err, stream.trailer)
			}
		})
	}
}

// serverStream keeps the trailer.
type serverStream struct {
	grpc.ServerTransportStream
	trailer metadata.MD
}

func (s *serverStream) SetTrailer(md metadata.MD) error {
	s.trailer = metadata.Join(s.trailer, md)
	return nil
}

// What a handler has given up, its callers don't try again.
func TestDoNotRetry(t *testing.T) {
	intercept := resiliencegrpc.UnaryServerInterceptor(nil)
	unavailable := status.Error(codes.Unavailable, "busy")
	for _, test := range []struct {
		err    error
		code   codes.Code
		signal bool
	}{
		{nil, codes.OK, false},
		{unavailable, codes.Unavailable, false},
		{errors.New("disk on fire"), codes.Unknown, false},
		{resilience.Permanent(unavailable), codes.Unavailable, true},
		{fmt.Errorf("shop: %w", resilience.Permanent(unavailable)), codes.Unavailable, true},
		{&resilience.Error{Reason: resilience.ErrAttempts, Last: unavailable}, codes.Unavailable, true},
		{&resilience.Error{Reason: resilience.ErrBudget, Last: errors.New("refused")}, codes.ResourceExhausted, true},
		{&resilience.Error{Reason: resilience.ErrBudget}, codes.ResourceExhausted, true},
		{&resilience.Error{Reason: context.DeadlineExceeded, Last: unavailable}, codes.DeadlineExceeded, true},
		{resilience.ErrOpen, codes.Unavailable, true},
		{resilience.ErrFull, codes.ResourceExhausted, true},
		{resilience.ErrDeadline, codes.DeadlineExceeded, true},
		{resilience.Permanent(status.Error(codes.NotFound, "no shoes")), codes.NotFound, false}, // nobody retries it anyway
	} {
		stream := new(serverStream)
		ctx := grpc.NewContextWithServerTransportStream(t.Context(), stream)
		reply, err := intercept(ctx, nil, nil, func(context.Context, any) (any, error) { return "reply", test.err })
		if reply != "reply" || status.Code(err) != test.code || !errors.Is(err, test.err) {
			t.Errorf("%v: %v, code %v", test.err, err, status.Code(err))
		}
		want := ""
		if test.signal {
			want = "[-1]"
		}
		if got := stream.trailer["grpc-retry-pushback-ms"]; got == nil && test.signal || got != nil && fmt.Sprint(got) != want {
			t.Errorf("%v: pushback %v", test.err, got)
		}
	}
}

// Four layers of three attempts each are 81 calls of the last; where each tells
// the one above, they are three.
func TestFourLayers(t *testing.T) {
	for _, test := range []struct {
		server []grpc.ServerOption
		calls  int
	}{{nil, 81}, {guarded(nil), 3}} {
		synctest.Test(t, func(t *testing.T) {
			calls := 0
			next := func(context.Context) error { calls++; return status.Error(codes.Unavailable, "the database is down") }
			for range 4 {
				s := &shop{empty: next}
				client, stop := s.open(test.server, through(newPolicy(resilience.Config{Budget: new(ledger)}), resiliencegrpc.Idempotent(emptyCall)))
				defer stop()
				next = func(ctx context.Context) error {
					_, err := client.EmptyCall(ctx, new(testpb.Empty))
					return err
				}
			}
			if err := next(t.Context()); status.Code(err) != codes.Unavailable || calls != test.calls {
				t.Errorf("%v after %d calls, want %d", err, calls, test.calls)
			}
		})
	}
}
