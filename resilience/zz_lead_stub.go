package resilience

import (
	"context"
	"errors"
)

// To be dropped: the real ones are in errors.go, status.go and breaker.go.

var ErrShed = errors.New("resilience: load shed")

const NoRetryHeader = "X-Should-Retry"

func ignored(err error) bool { return errors.Is(err, context.Canceled) }

func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
