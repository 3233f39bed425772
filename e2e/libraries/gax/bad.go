// Package gax repeats calls as Google's clients do.
package gax

import (
	"context"
	"net/http"
	"time"

	"github.com/googleapis/gax-go/v2"
	"google.golang.org/grpc/codes"
)

type store interface {
	Get(ctx context.Context, key string) error
}

var onUnavailable = gax.WithRetry(func() gax.Retryer {
	return gax.OnCodes([]codes.Code{codes.Unavailable}, gax.Backoff{Initial: time.Second})
})

func get(s store) error {
	call := func(ctx context.Context, _ gax.CallSettings) error { return s.Get(ctx, "a") }
	return gax.Invoke(context.Background(), call, onUnavailable) // want "retryloop/unbounded: nothing ends this retry, no number of attempts and no time, and its context never ends"
}

func getOverHTTP(s store) error {
	ctx := context.Background()
	return gax.Invoke(ctx, func(ctx context.Context, _ gax.CallSettings) error { // want "retryloop/unbounded"
		return s.Get(ctx, "a")
	}, gax.WithPath("/a"), gax.WithRetry(overHTTP))
}

func overHTTP() gax.Retryer { return gax.OnHTTPCodes(gax.Backoff{}, http.StatusServiceUnavailable) }
