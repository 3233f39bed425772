// Package good draws its waits at random, or gets them from somewhere unknown.
package good

import (
	"context"
	"errors"
	"math"
	oldrand "math/rand"
	"math/rand/v2"
	"net/http"
	"time"
)

func call(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://orders.test", nil)
	if err != nil {
		return err
	}
	client := http.Client{Timeout: time.Second}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

var errGaveUp = errors.New("gave up")

func retry(ctx context.Context, wait func(i int) time.Duration) error {
	for i := 0; i < 5; i++ {
		if err := call(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait(i)):
		}
	}
	return errGaveUp
}

func full(ctx context.Context) error {
	for i := 0; i < 5; i++ {
		if err := call(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(rand.N(min(time.Second<<i, time.Minute))):
		}
	}
	return errGaveUp
}

func added(ctx context.Context) error {
	backoff := time.Second
	for i := 0; i < 5; i++ {
		if err := call(ctx); err == nil {
			return nil
		}
		jitter := time.Duration(oldrand.Int63n(int64(backoff)))
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(backoff + jitter/2):
		}
		backoff *= 2
	}
	return errGaveUp
}

func helper(ctx context.Context) error {
	for i := 0; i < 5; i++ {
		if err := call(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(delay(i)):
		}
	}
	return errGaveUp
}

func delay(i int) time.Duration {
	d := float64(time.Second) * math.Pow(2, float64(i))
	d = d/2 + d/2*rand.Float64()
	return time.Duration(min(d, float64(time.Minute)))
}

// A generator that is kept.
type source struct{ r *oldrand.Rand }

func (s *source) next(d time.Duration) time.Duration {
	return time.Duration(s.r.Int63n(int64(d)))
}

func kept(ctx context.Context, s *source) error {
	for i := 0; i < 5; i++ {
		if err := call(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(s.next(time.Second)):
		}
	}
	return errGaveUp
}

// backoff is made elsewhere.
type backoff interface{ Next() time.Duration }

func unknown(ctx context.Context, b backoff) error {
	for i := 0; i < 5; i++ {
		if err := call(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(b.Next()):
		}
	}
	return errGaveUp
}

// The server says how long.
func asked(ctx context.Context) error {
	for i := 0; i < 5; i++ {
		wait, err := callAsked(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
	}
	return errGaveUp
}

func callAsked(ctx context.Context) (time.Duration, error) {
	if err := call(ctx); err != nil {
		return time.ParseDuration("1s")
	}
	return 0, nil
}

// The helper draws the time at random, in another function.
func spread(d time.Duration) time.Duration { return d/2 + rand.N(d/2+1) }

func napAbout(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(spread(d))
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func inAnotherFunction(ctx context.Context) (err error) {
	for range 3 {
		if err = call(ctx); err == nil {
			return nil
		}
		if err := napAbout(ctx, time.Second); err != nil {
			return err
		}
	}
	return err
}
