package grpc

import (
	"context"
	"math/rand/v2"
	"time"

	testpb "google.golang.org/grpc/interop/grpc_testing"
)

// A message is data, which no context ends. TestFixes applies the fix.
func cancelledLate(ctx context.Context, c testpb.TestServiceClient) (res *testpb.SimpleResponse, err error) {
	for range 3 {
		attempt, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel() // want "retryloop/leaked-cancel"
		if res, err = c.UnaryCall(attempt, new(testpb.SimpleRequest)); err == nil {
			return res, nil
		}
		select {
		case <-time.After(50*time.Millisecond + rand.N(50*time.Millisecond)):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return nil, err
}
