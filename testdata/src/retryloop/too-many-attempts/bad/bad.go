// Package bad tries for longer than it helps.
package bad

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"time"
)

var errUnavailable = errors.New("unavailable")

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

func pause(ctx context.Context) error {
	select {
	case <-time.After(rand.N(time.Second)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

const most = 10

func ten(ctx context.Context) error {
	for range most {
		if err := call(ctx); err == nil {
			return nil
		}
		if err := pause(ctx); err != nil { // want `the retry of bad.call makes up to 10 attempts: each is load on what is down already, and two or three survive what is over in a moment \(retryloop/too-many-attempts\)`
			return err
		}
	}
	return errUnavailable
}

func constant(ctx context.Context) error {
	for i := 1; ; i++ {
		if i > 1 {
			select {
			case <-time.After(2 * time.Second): // want `waits 5 × 2 s, without jitter`
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		if err := call(ctx); err == nil || i == 6 {
			return err
		}
	}
}

func all(ctx context.Context) error {
	for i := 0; i < 8; i++ {
		if i > 0 {
			time.Sleep(time.Second) // want `sleeps without listening to the context; makes up to 8 attempts and waits up to 7 s between them`
		}
		if err := call(ctx); err == nil {
			return nil
		}
	}
	return errUnavailable
}
