// Package bad waits ever longer.
package bad

import (
	"context"
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

func doubles() {
	backoff := time.Second
	for {
		if err := call(context.TODO()); err == nil {
			return
		}
		time.Sleep(backoff) // want `the retry of bad.call waits longer each time without a limit, until the wait overflows and is none; waits longer each time but without jitter: clients that failed together return together \(retryloop/no-cap\)`
		backoff *= 2
	}
}

func shifts() {
	for i := 0; ; i++ {
		if err := call(context.TODO()); err == nil {
			return
		}
		time.Sleep(time.Second << i) // want `waits longer each time without a limit`
	}
}
