package grpc_retry

import (
	"time"

	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
)

func defaults() grpc.UnaryClientInterceptor {
	return retry.UnaryClientInterceptor(retry.WithMax(5), retry.WithCodes(codes.Unavailable), retry.WithPerRetryTimeout(time.Second))
}

// Nothing is repeated without WithMax; each call may ask for more.
func off() grpc.UnaryClientInterceptor {
	return retry.UnaryClientInterceptor(retry.WithBackoff(retry.BackoffLinear(time.Second)))
}

func spread() grpc.UnaryClientInterceptor {
	return retry.UnaryClientInterceptor(retry.WithMax(5), retry.WithBackoff(retry.BackoffExponentialWithJitterBounded(100*time.Millisecond, 0.5, 5*time.Second)))
}

func configured(backoff retry.BackoffFunc) grpc.UnaryClientInterceptor {
	return retry.UnaryClientInterceptor(retry.WithMax(5), retry.WithBackoff(backoff))
}
