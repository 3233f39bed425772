package resilience

import (
	"context"
	"time"

	"github.com/sony/gobreaker/v2"

	"github.com/reslint/reslint/resilience"
)

var (
	twice = resilience.Must(resilience.New(resilience.Config{Attempts: 2}))
	once  = resilience.Must(resilience.New(resilience.Config{Attempts: 1}))
)

// run has the three attempts of a zero policy.
func run(ctx context.Context, s *store) error {
	return resilience.Run(ctx, &files, func(ctx context.Context) error {
		_, err := s.size(ctx)
		return err
	})
}

func passes(ctx context.Context, s *store) error {
	err := resilience.ErrNotTried
	for a := range resilience.Attempts(ctx, twice) {
		if _, err = s.size(ctx); err == nil {
			break
		}
		err = a.Failed(err)
	}
	return err
}

func single(ctx context.Context, s *store) error {
	return resilience.Run(ctx, once, func(ctx context.Context) error { return run(ctx, s) })
}

func runs(ctx context.Context, s *store) error {
	return resilience.Run(ctx, twice, func(ctx context.Context) error { // want `nested-retry: this retry multiplies: 2 attempts here × 3 in resilience.run .* = 6 calls`
		return run(ctx, s)
	})
}

func does(ctx context.Context, s *store) (int64, error) {
	return resilience.Do(ctx, &files, func(ctx context.Context) (int64, error) { // want `nested-retry: this retry multiplies: 3 attempts here × 2 in resilience.passes .* = 6 calls`
		return 0, passes(ctx, s)
	})
}

func loops(ctx context.Context, s *store) error {
	err := resilience.ErrNotTried
	for a := range resilience.Attempts(ctx, &s.policy) {
		if err = passes(ctx, s); err == nil { // want `nested-retry: this retry multiplies: 3 attempts here × 2 in resilience.passes .* = 6 calls`
			break
		}
		err = a.Failed(err)
	}
	return err
}

func given(ctx context.Context, p *resilience.Policy, s *store) error {
	return resilience.Run(ctx, p, func(ctx context.Context) error { // want `nested-retry: this retry multiplies: an unknown number of attempts here × 2 in resilience.passes`
		return passes(ctx, s)
	})
}

var fuse = gobreaker.NewCircuitBreaker[int64](gobreaker.Settings{Timeout: time.Minute})

func inside(ctx context.Context, s *store) error {
	_, err := fuse.Execute(func() (int64, error) { // want `retry-inside-breaker: the breaker is around a retry: it records a single failure where 2 calls failed`
		return 0, passes(ctx, s)
	})
	return err
}
