// Package bad limits the retries of one request, and not those of all.
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

func three(ctx context.Context) error {
	for range 3 {
		if err := call(ctx); err == nil {
			return nil
		}
		if err := pause(ctx); err != nil { // want `the retry of bad.call has no budget: while the other side is down, every request is sent up to 3 times \(retryloop/no-budget\)`
			return err
		}
	}
	return errUnavailable
}

func untilDone(ctx context.Context) error {
	for {
		if err := call(ctx); err == nil {
			return nil
		}
		if err := pause(ctx); err != nil { // want `every request is sent again and again`
			return err
		}
	}
}
