package resiliencegrpc_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	testpb "google.golang.org/grpc/interop/grpc_testing"
	"google.golang.org/grpc/status"

	"github.com/reslint/reslint/resilience/fault"
	"github.com/reslint/reslint/resilience/resiliencegrpc"
)

// TestFaults breaks either side of a connection in every way that there is.
func TestFaults(t *testing.T) {
	burning := errors.New("disk on fire")
	for _, test := range []struct {
		name  string
		fault fault.Fault
		code  codes.Code
		is    error // found on the client's side, if it is broken there
		calls int   // of the handler
		took  time.Duration
	}{
		{"none", fault.Fault{}, codes.OK, nil, 1, 0},
		{"latency", fault.Fault{Latency: time.Second}, codes.OK, nil, 1, time.Second},
		{"too much latency", fault.Fault{Latency: time.Hour}, codes.DeadlineExceeded, context.DeadlineExceeded, 0, time.Minute},
		{"hang", fault.Fault{Hang: true}, codes.DeadlineExceeded, context.DeadlineExceeded, 0, time.Minute},
		{"cut", fault.Fault{Cut: true}, codes.Unavailable, fault.ErrCut, 0, 0},
		{"error", fault.Fault{Err: burning}, codes.Unknown, burning, 0, 0},
		{"status error", fault.Fault{Err: status.Error(codes.NotFound, "no shoes")}, codes.NotFound, nil, 0, 0},
		{"slow error", fault.Fault{Latency: time.Second, Err: burning}, codes.Unknown, burning, 0, time.Second},
		{"400", fault.Fault{Status: 400}, codes.Internal, nil, 0, 0},
		{"401", fault.Fault{Status: 401}, codes.Unauthenticated, nil, 0, 0},
		{"403", fault.Fault{Status: 403}, codes.PermissionDenied, nil, 0, 0},
		{"404", fault.Fault{Status: 404}, codes.Unimplemented, nil, 0, 0},
		{"429", fault.Fault{Status: 429}, codes.Unavailable, nil, 0, 0},
		{"500", fault.Fault{Status: 500}, codes.Unknown, nil, 0, 0},
		{"503", fault.Fault{Status: 503}, codes.Unavailable, nil, 0, 0},
		{"lost", fault.Fault{Cut: true, Lost: true}, codes.Unavailable, fault.ErrCut, 1, 0},
		{"lost and silent", fault.Fault{Hang: true, Lost: true}, codes.DeadlineExceeded, context.DeadlineExceeded, 1, time.Minute},
	} {
		for _, side := range []string{"client", "server"} {
			t.Run(test.name+" at the "+side, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					var broken fault.Switch
					var server []grpc.ServerOption
					var client []grpc.DialOption
					if side == "client" {
						client = append(client, grpc.WithChainUnaryInterceptor(resiliencegrpc.FaultUnaryClientInterceptor(&broken)))
					} else {
						server = append(server, grpc.ChainUnaryInterceptor(resiliencegrpc.FaultUnaryServerInterceptor(&broken)))
					}
					calls := 0
					s := &shop{empty: func(context.Context) error { calls++; return nil }}
					stub, stop := s.open(server, client...)
					defer stop()

					broken.Set(test.fault, 1)
					begin := time.Now()
					ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
					defer cancel()
					_, err := stub.EmptyCall(ctx, new(testpb.Empty))
					synctest.Wait()
					if status.Code(err) != test.code || calls != test.calls || time.Since(begin) != test.took {
						t.Errorf("%v after %d calls and %v", err, calls, time.Since(begin))
					}
					if side == "client" && test.is != nil && !errors.Is(err, test.is) {
						t.Errorf("%v is not %v", err, test.is)
					}

					broken.Heal()
					if _, err := stub.EmptyCall(t.Context(), new(testpb.Empty)); err != nil {
						t.Error("healed:", err)
					}
					if seen := broken.Counts().Seen; seen != 2 {
						t.Error("seen", seen)
					}
				})
			})
		}
	}
}

// A server's own error is not hidden by the loss of its answer.
func TestLostError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var broken fault.Switch
		broken.Set(fault.Fault{Cut: true, Lost: true}, 1)
		s := &shop{empty: func(context.Context) error { return status.Error(codes.NotFound, "no shoes") }}
		stub, stop := s.open(nil, grpc.WithChainUnaryInterceptor(resiliencegrpc.FaultUnaryClientInterceptor(&broken)))
		defer stop()
		if _, err := stub.EmptyCall(t.Context(), new(testpb.Empty)); status.Code(err) != codes.NotFound {
			t.Error(err)
		}
	})
}

// A nil switch is healthy.
func TestNoSwitch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stub, stop := new(shop).open(
			[]grpc.ServerOption{grpc.ChainUnaryInterceptor(resiliencegrpc.FaultUnaryServerInterceptor(nil))},
			grpc.WithChainUnaryInterceptor(resiliencegrpc.FaultUnaryClientInterceptor(nil)))
		defer stop()
		if _, err := stub.EmptyCall(t.Context(), new(testpb.Empty)); err != nil {
			t.Error(err)
		}
	})
}
