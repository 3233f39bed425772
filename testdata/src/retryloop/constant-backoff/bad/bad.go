// Package bad waits for the same constant time everywhere.
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

func constant() (err error) {
	for range 4 {
		if err = call(context.TODO()); err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond) // want `the retry of bad.call waits 100 ms, 100 ms, 100 ms, without jitter: clients that failed together return together \(retryloop/constant-backoff\)`
	}
	return err
}

func constantForLong() (err error) {
	for range 10 {
		if err = call(context.TODO()); err == nil {
			return nil
		}
		time.Sleep(2 * time.Minute) // want `waits 9 × 2 min, without jitter: clients that failed together return together \(retryloop/constant-backoff\)`
	}
	return err
}

func timer(ctx context.Context) error {
	for i := 0; i < 5; i++ {
		if err := call(ctx); err == nil {
			return nil
		}
		t := time.NewTimer(time.Second)
		select {
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		case <-t.C: // want `waits 1 s, 1 s, 1 s, 1 s, without jitter: clients that failed together return together \(retryloop/constant-backoff\)`
		}
	}
	return errGaveUp
}
