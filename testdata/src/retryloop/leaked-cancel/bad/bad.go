// Package bad leaves the contexts of its attempts behind.
package bad

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"
)

type order struct {
	ID    string
	Lines []struct{ Article, Count int }
}

func get(ctx context.Context) (*order, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://orders.test", nil)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	return new(order), resp.Body.Close()
}

func push(ctx context.Context) error {
	_, err := get(ctx)
	return err
}

func pause(ctx context.Context) error {
	select {
	case <-time.After(rand.N(time.Second)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func assigned(ctx context.Context) (*order, error) {
	for {
		actx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel() // want `each attempt at bad.get leaves its context behind until the function returns, since defer does not wait for the round: call cancel when the attempt is over \(retryloop/leaked-cancel\)`
		o, err := get(actx)
		if err == nil {
			return o, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
}

func inCondition(ctx context.Context) error {
	for {
		actx, cancel := context.WithDeadline(ctx, time.Now().Add(time.Second))
		defer cancel() // want `leaves its context behind`
		if err := push(actx); err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
}

func outerError(ctx context.Context) (err error) {
	for range 3 {
		actx, cancel := context.WithTimeoutCause(ctx, time.Second, errors.New("slow"))
		defer cancel() // want `leaves its context behind`
		// The error is the function's.
		if err = push(actx); err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

// What follows means another err, so the if stays whole.
func shadowed(ctx context.Context) (err error) {
	for range 3 {
		actx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel() // want `leaves its context behind`
		if err := push(actx); err == nil {
			return nil
		}
		err = pause(ctx)
	}
	return err
}

// The response may need its context until its body is read.
func response(ctx context.Context) (*http.Response, error) {
	for {
		actx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel() // want `each attempt at .*Client..Do leaves`
		req, err := http.NewRequestWithContext(actx, http.MethodGet, "http://orders.test", nil)
		if err != nil {
			return nil, err
		}
		resp, err := http.DefaultClient.Do(req)
		if err == nil {
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
}

// The context is used twice.
func twice(ctx context.Context) error {
	for {
		actx, cancel := context.WithCancel(ctx)
		defer cancel() // want `leaves its context behind`
		err := push(actx)
		if err == nil {
			return nil
		}
		if actx.Err() != nil {
			return err
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
}

func inLiteral(ctx context.Context) error {
	for {
		actx, cancel := context.WithTimeout(ctx, time.Second)
		defer func() { cancel() }() // want `leaves its context behind`
		if err := push(actx); err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return fmt.Errorf("pushing: %w", err)
		}
	}
}
