// Package bad waits for the same time everywhere.
package bad

import (
	"context"
	"errors"
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

func doubles(ctx context.Context) (err error) {
	backoff := 100 * time.Millisecond
	for range 5 {
		if err = call(ctx); err == nil {
			return nil
		}
		select {
		case <-time.After(backoff): // want `the retry of bad.call waits 100 ms, 200 ms, 400 ms, 800 ms, without jitter: clients that failed together return together \(retryloop/no-jitter\)`
		case <-ctx.Done():
			return ctx.Err()
		}
		backoff *= 2
	}
	return err
}

func shifts(ctx context.Context) (err error) {
	for i := 0; i < 5; i++ {
		if err = call(ctx); err == nil {
			return nil
		}
		select {
		case <-time.After(time.Second << i): // want `waits 1 s, 2 s, 4 s, 8 s, without jitter: clients that failed together return together`
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return err
}

func capped(ctx context.Context) (err error) {
	backoff := 100 * time.Millisecond
	for {
		if err = call(ctx); err == nil {
			return nil
		}
		select {
		case <-time.After(backoff): // want `waits 100 ms, 200 ms, 400 ms, …, without jitter: clients that failed together return together`
		case <-ctx.Done():
			return ctx.Err()
		}
		if backoff *= 2; backoff > 5*time.Second {
			backoff = 5 * time.Second
		}
	}
}

type config struct{ interval time.Duration }

func configured(ctx context.Context, c config) error {
	for i := 0; i < 5; i++ {
		if err := call(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(c.interval): // want `waits for the same time in every client, without jitter`
		}
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
		case <-time.After(delay(i)): // want `waits 1 s, 2 s, 4 s, 8 s, without jitter: clients that failed together return together`
		}
	}
	return errGaveUp
}

func delay(i int) time.Duration {
	d := time.Second << i
	if d > time.Minute {
		return time.Minute
	}
	return d
}

// The helper listens, and waits as long as it is told.
func nap(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func inHelper(ctx context.Context) (err error) {
	for i := range 3 {
		if err = call(ctx); err == nil {
			return nil
		}
		if err := nap(ctx, time.Duration(i+1)*time.Second); err != nil { // want `waits longer each time but without jitter`
			return err
		}
	}
	return err
}
