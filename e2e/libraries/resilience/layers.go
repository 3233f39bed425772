package resilience

import (
	"context"
	"math/rand/v2"
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

// byHand knows nothing of what the policies inside mark.
func byHand(ctx context.Context, s *store) (err error) {
	for range 2 {
		if err = s.sized(ctx); err == nil {
			return nil
		}
		if err := resilience.Sleep(ctx, rand.N(time.Second)); err != nil {
			return err
		}
	}
	return err
}

func (s *store) sized(ctx context.Context) error {
	_, err := s.size(ctx)
	return err
}

func aroundRun(ctx context.Context, s *store) (err error) {
	for range 4 {
		if err = run(ctx, s); err == nil { // want `nested-retry: this retry multiplies: 4 attempts here × 3 in resilience.run .* = 12 calls`
			return nil
		}
		if err := resilience.Sleep(ctx, rand.N(time.Second)); err != nil {
			return err
		}
	}
	return err
}

func aroundPasses(ctx context.Context, s *store) (err error) {
	for range 4 {
		if err = passes(ctx, s); err == nil { // want `nested-retry: this retry multiplies: 4 attempts here × 2 in resilience.passes .* = 8 calls`
			return nil
		}
		if err := resilience.Sleep(ctx, rand.N(time.Second)); err != nil {
			return err
		}
	}
	return err
}

func runs(ctx context.Context, s *store) error {
	return resilience.Run(ctx, &s.policy, func(ctx context.Context) error { // want `nested-retry: this retry multiplies: 3 attempts here × 2 in resilience.byHand .* = 6 calls`
		return byHand(ctx, s)
	})
}

func does(ctx context.Context, s *store) (int64, error) {
	return resilience.Do(ctx, twice, func(ctx context.Context) (int64, error) { // want `nested-retry: this retry multiplies: 2 attempts here × 2 in resilience.byHand .* = 4 calls`
		return 0, byHand(ctx, s)
	})
}

func ranged(ctx context.Context, s *store) error {
	err := resilience.ErrNotTried
	for a := range resilience.Attempts(ctx, &files) {
		if err = byHand(ctx, s); err == nil { // want `nested-retry: this retry multiplies: 3 attempts here × 2 in resilience.byHand .* = 6 calls`
			break
		}
		err = a.Failed(err)
	}
	return err
}

func given(ctx context.Context, p *resilience.Policy, s *store) error {
	return resilience.Run(ctx, p, func(ctx context.Context) error { // want `nested-retry: this retry multiplies: an unknown number of attempts here × 2 in resilience.byHand`
		return byHand(ctx, s)
	})
}

// One attempt is no retry.
func single(ctx context.Context, s *store) error {
	return resilience.Run(ctx, once, func(ctx context.Context) error { return byHand(ctx, s) })
}

// What a policy gives up, no other one repeats.
func policies(ctx context.Context, s *store) error {
	return resilience.Run(ctx, &files, func(ctx context.Context) error { return run(ctx, s) })
}

func rangedPolicies(ctx context.Context, s *store) error {
	err := resilience.ErrNotTried
	for a := range resilience.Attempts(ctx, &files) {
		if err = passes(ctx, s); err == nil {
			break
		}
		err = a.Failed(err)
	}
	return err
}

func throughLoop(ctx context.Context, s *store) error {
	return resilience.Run(ctx, &files, func(ctx context.Context) error { return aroundRun(ctx, s) })
}

type reader interface {
	read(ctx context.Context) error
}

type retrying struct{ s *store }

func (r *retrying) read(ctx context.Context) error { return run(ctx, r.s) }

// behind meets the policy inside only through the interface.
func behind(ctx context.Context, r reader) error {
	return resilience.Run(ctx, &files, func(ctx context.Context) error { return r.read(ctx) })
}

func wired(ctx context.Context, s *store) error { return behind(ctx, &retrying{s}) }

var fuse = gobreaker.NewCircuitBreaker[int64](gobreaker.Settings{Timeout: time.Minute})

func inside(ctx context.Context, s *store) error {
	_, err := fuse.Execute(func() (int64, error) { // want `retry-inside-breaker: the breaker is around a retry: it records a single failure where 2 calls failed`
		return 0, passes(ctx, s)
	})
	return err
}
