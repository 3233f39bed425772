package resiliencegrpc

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/reslint/reslint/resilience"
)

// A Shedder admits as much work as a server can do in time, as
// [resilience.Shedder] does. Acquire returns nil for work that may begin, and
// Release has to be called at its end; any error means that the work is refused,
// or that ctx ended before its turn.
type Shedder interface {
	Acquire(ctx context.Context) error
	Release()
}

// UnaryServerInterceptor is the server's part in keeping retries in bounds; put
// it first in the chain.
//
// Work that the shedder refuses ends at once with RESOURCE_EXHAUSTED. With a nil
// Shedder, all work is admitted.
//
// Callers are asked not to retry, by a negative grpc-retry-pushback-ms, what the
// shedder refused, and all errors of the handler that are permanent to package
// resilience: a policy in the handler has retried already, its breaker is open,
// or [resilience.Permanent] says so. Otherwise each layer of services would
// multiply the calls by its attempts. Errors of package resilience that have no
// status get one, as those of [UnaryClientInterceptor].
func UnaryServerInterceptor(s Shedder) grpc.UnaryServerInterceptor {
	return func(ctx context.Context, req any, _ *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
		if s != nil {
			if err := s.Acquire(ctx); err != nil {
				if ctx.Err() != nil {
					return nil, status.FromContextError(ctx.Err()).Err()
				}
				doNotRetry(ctx)
				return nil, &statusError{err, status.New(codes.ResourceExhausted, err.Error())}
			}
			defer s.Release()
		}
		reply, err := handler(ctx, req)
		if err != nil && resilience.IsPermanent(err) {
			err = withStatus(err)
			if retried(httpStatus(status.Code(err))) {
				doNotRetry(ctx)
			}
		}
		return reply, err
	}
}

// doNotRetry tells the caller. If it can't be told, it is because ctx is no
// call's, as in a test of the handler alone.
func doNotRetry(ctx context.Context) {
	_ = grpc.SetTrailer(ctx, metadata.Pairs(pushbackTrailer, "-1"))
}
