package gax

import (
	"context"
	"time"

	"github.com/googleapis/gax-go/v2"
)

func getInTime(ctx context.Context, s store, more ...gax.CallOption) error {
	call := func(ctx context.Context, _ gax.CallSettings) error { return s.Get(ctx, "a") }
	// The context is the caller's, or has a deadline.
	if err := gax.Invoke(ctx, call, onUnavailable); err != nil {
		return err
	}
	short, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := gax.Invoke(short, call, onUnavailable); err != nil {
		return err
	}
	// An option gives it one, or may.
	if err := gax.Invoke(context.Background(), call, onUnavailable, gax.WithTimeout(time.Minute)); err != nil {
		return err
	}
	if err := gax.Invoke(context.Background(), call, append(more, onUnavailable)...); err != nil {
		return err
	}
	// Nothing is repeated.
	if err := gax.Invoke(context.Background(), call); err != nil {
		return err
	}
	// Who knows for how long these go on.
	if err := gax.Invoke(context.Background(), call, gax.WithRetry(counting)); err != nil {
		return err
	}
	return gax.Invoke(context.Background(), call, gax.WithRetry(once))
}

func counting() gax.Retryer {
	left := 3
	return gax.OnErrorFunc(gax.Backoff{}, func(error) bool {
		left--
		return left > 0
	})
}

type retryOnce struct{ done bool }

func (r *retryOnce) Retry(error) (time.Duration, bool) {
	again := !r.done
	r.done = true
	return time.Second, again
}

func once() gax.Retryer { return &retryOnce{} }
