// Package grpc_retry retries by the interceptors of go-grpc-middleware.
package grpc_retry

import (
	"time"

	retry1 "github.com/grpc-ecosystem/go-grpc-middleware/retry"
	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry"
	"google.golang.org/grpc"
)

func constant() grpc.DialOption {
	return grpc.WithUnaryInterceptor(retry.UnaryClientInterceptor(
		retry.WithMax(5),
		retry.WithBackoff(retry.BackoffLinear(100*time.Millisecond)), // want "retryloop/constant-backoff: .*\\(100 ms, 100 ms, 100 ms, 100 ms\\): .* Add jitter: retry.BackoffLinearWithJitter"
	))
}

func doubled() grpc.DialOption {
	return grpc.WithStreamInterceptor(retry.StreamClientInterceptor(
		retry.WithBackoff(retry.BackoffExponential(100*time.Millisecond)), // want "retryloop/no-jitter: .*\\(100 ms, 200 ms, 400 ms\\)"
		retry.WithMax(4),
	))
}

func constant1() grpc.UnaryClientInterceptor {
	return retry1.UnaryClientInterceptor(retry1.WithMax(3), retry1.WithBackoff(retry1.BackoffLinear(time.Second))) // want "constant-backoff"
}

func jitterOfNothing() grpc.UnaryClientInterceptor {
	return retry.UnaryClientInterceptor(retry.WithMax(3), retry.WithBackoff(retry.BackoffExponentialWithJitter(time.Second, 0))) // want "no-jitter: .* Add jitter: pass 0.1 to retry.BackoffExponentialWithJitter"
}
