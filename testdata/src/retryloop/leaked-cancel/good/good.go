// Package good ends the context of each attempt with the attempt.
package good

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"
)

func push(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://orders.test", nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func pause(ctx context.Context) error {
	select {
	case <-time.After(rand.N(time.Second)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func called(ctx context.Context) error {
	for {
		actx, cancel := context.WithTimeout(ctx, time.Second)
		err := push(actx)
		cancel()
		if err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
}

// The defer of a function literal waits for the end of the literal.
func inLiteral(ctx context.Context) error {
	for {
		err := func() error {
			actx, cancel := context.WithTimeout(ctx, time.Second)
			defer cancel()
			return push(actx)
		}()
		if err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
}

// One context for all attempts.
func around(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for {
		if err := push(ctx); err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
}

// Only the attempt that succeeds is left to the defer.
func onSuccess(ctx context.Context) error {
	for {
		actx, cancel := context.WithTimeout(ctx, time.Second)
		err := push(actx)
		if err == nil {
			defer cancel()
			return nil
		}
		cancel()
		if err := pause(ctx); err != nil {
			return err
		}
	}
}
