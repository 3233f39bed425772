package resiliencegrpc

import (
	"context"
	"net/http"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/reslint/reslint/resilience/fault"
)

// FaultUnaryClientInterceptor has the faults of a switch on the client's side, in
// tests: what a client meets when its server or the way there is broken. Put it
// behind [UnaryClientInterceptor], where it sees every attempt. A call with a
// fault is not sent, unless the fault is Lost or mere latency.
//
// A call that is cut is UNAVAILABLE, a Status is the code that gRPC has for it,
// and an Err without a status of its own is UNKNOWN. [errors.Is] finds
// [fault.ErrCut] and the Err. A nil switch is healthy.
func FaultUnaryClientInterceptor(s *fault.Switch) grpc.UnaryClientInterceptor {
	return func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
		return fail(ctx, s.Next(), func() error {
			return invoker(ctx, method, req, reply, cc, opts...)
		})
	}
}

// FaultUnaryServerInterceptor has the faults of a switch on the server's side, in
// tests. Put it first in the chain. The codes are those of
// [FaultUnaryClientInterceptor]. An interceptor can't cut the connection itself:
// that is for [fault.Listen].
func FaultUnaryServerInterceptor(s *fault.Switch) grpc.UnaryServerInterceptor {
	return func(ctx context.Context, req any, _ *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (reply any, err error) {
		err = fail(ctx, s.Next(), func() (err error) {
			reply, err = handler(ctx, req)
			return err
		})
		return reply, err
	}
}

// fail makes a call with a fault: before it if the answer is Lost, which always is
// a failure, and after it if there is nothing but latency.
func fail(ctx context.Context, f fault.Fault, call func() error) error {
	if f.Lost {
		if err := call(); err != nil {
			return err
		}
	}
	if err := f.Apply(ctx); err != nil {
		return &statusError{err, faultStatus(ctx, f, err)}
	}
	return call()
}

// faultStatus is the status of a call that ended with err by a fault.
func faultStatus(ctx context.Context, f fault.Fault, err error) *status.Status {
	switch {
	case ctx.Err() != nil:
		return status.New(status.FromContextError(ctx.Err()).Code(), err.Error())
	case f.Cut:
		return status.New(codes.Unavailable, err.Error())
	case f.Err != nil:
		return status.Convert(f.Err)
	}
	return status.New(codeOf(f.Status), err.Error())
}

// codeOf is the code that gRPC has for an answer that is none of its own but has
// this HTTP status (doc/http-grpc-status-mapping.md of gRPC).
func codeOf(httpStatus int) codes.Code {
	switch httpStatus {
	case http.StatusBadRequest:
		return codes.Internal
	case http.StatusUnauthorized:
		return codes.Unauthenticated
	case http.StatusForbidden:
		return codes.PermissionDenied
	case http.StatusNotFound:
		return codes.Unimplemented
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return codes.Unavailable
	}
	return codes.Unknown
}
