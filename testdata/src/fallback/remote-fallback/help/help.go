// Package help has functions that call one of what they are given after another has failed.
package help

import (
	"context"
	"errors"
	"time"
)

// First returns what the first answers, or else what the second does.
func First[T any](ctx context.Context, first, second func(context.Context) (T, error)) (T, error) {
	v, err := first(ctx)
	if err == nil {
		return v, nil
	}
	return second(ctx)
}

// Soon gives the second a deadline.
func Soon[T any](ctx context.Context, first, second func(context.Context) (T, error)) (T, error) {
	v, err := first(ctx)
	if err == nil {
		return v, nil
	}
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return second(ctx)
}

// ErrMiss tells that there is nothing.
var ErrMiss = errors.New("miss")

// Missing asks the second only for what is not there.
func Missing[T any](ctx context.Context, first, second func(context.Context) (T, error)) (T, error) {
	v, err := first(ctx)
	if errors.Is(err, ErrMiss) {
		return second(ctx)
	}
	return v, err
}

// Both asks one after the other.
func Both[T any](ctx context.Context, first, second func(context.Context) (T, error)) ([]T, error) {
	a, err := first(ctx)
	if err != nil {
		return nil, err
	}
	b, err := second(ctx)
	return []T{a, b}, err
}
