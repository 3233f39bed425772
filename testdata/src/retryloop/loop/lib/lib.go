// Package lib repeats what it is given.
package lib

import (
	"context"
	"time"
)

// Do calls fn until it succeeds, at most four times.
func Do(ctx context.Context, fn func(context.Context) error) (err error) {
	for i := range 4 {
		if i > 0 {
			pause(i)
		}
		if err = fn(ctx); err == nil { // want `retries fn; 4 attempts`
			return nil
		}
	}
	return err
}

// Value is Do for a function that has a result.
func Value[T any](ctx context.Context, fn func(context.Context) (T, error)) (result T, err error) {
	for range 5 {
		if result, err = fn(ctx); err == nil { // want `retries fn; 5 attempts`
			return result, nil
		}
		pause(1)
	}
	return result, err
}

// A Runner repeats, too.
type Runner struct{ attempts int }

// Run hands on what it is given.
func (r *Runner) Run(ctx context.Context, fn func(context.Context) error) error {
	return Do(ctx, fn)
}

// Limited runs as often as it is told.
func (r *Runner) Limited(ctx context.Context, fn func(context.Context) error) (err error) {
	for range r.attempts {
		if err = fn(ctx); err == nil { // want `retries fn; waits unknown`
			return nil
		}
		pause(1)
	}
	return err
}

// Sent says of itself what it does.
//
//reslint:retries 7
func Sent(fn func() error) error { return elsewhere(fn) }

var elsewhere func(func() error) error

// Each calls fn for each item, which is no retry.
func Each(items []string, fn func(string) error) {
	for _, item := range items {
		fn(item)
	}
}

// Once calls fn once.
func Once(ctx context.Context, fn func(context.Context) error) error { return fn(ctx) }

func pause(i int) { time.Sleep(time.Duration(i) * scale) }

var scale = time.Second
