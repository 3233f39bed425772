package bad

import (
	"context"
	"net/http"
	"time"
)

const attemptTimeout = 900 * time.Millisecond

func inNameOnly(ctx context.Context, get func(context.Context) error) (err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	for range 2 {
		attempt, cancel := context.WithTimeout(ctx, attemptTimeout) // want `2 attempts × 900ms = 1.8s do not fit into the deadline of 1s around them: the last attempts are cut before they can succeed \(timeout/attempt-budget\)`
		err = get(attempt)
		cancel()
		if err == nil {
			return nil
		}
	}
	return err
}

func withBackoff(ctx context.Context, get func(context.Context) error) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	for i := 0; i < 3; i++ {
		attempt, cancel := context.WithTimeout(ctx, 500*time.Millisecond) // want `3 attempts × 500ms \+ 2 × 400ms of backoff = 2.3s do not fit into the deadline of 2s`
		err = get(attempt)
		cancel()
		if err == nil {
			return nil
		}
		time.Sleep(400 * time.Millisecond)
	}
	return err
}

func clientTimeout(url string) (resp *http.Response, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	client := &http.Client{Timeout: 5 * time.Second}
	for i := 1; i <= 3; i++ {
		req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
		if err != nil {
			return nil, err
		}
		if resp, err = client.Do(req); err == nil { // want `3 attempts × 5s = 15s do not fit into the deadline of 5s`
			return resp, nil
		}
	}
	return nil, err
}

func neverApplies(ctx context.Context, get func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	inner, cancelInner := context.WithTimeout(ctx, 30*time.Second) // want `this timeout of 30s never applies: the context that it is derived from ends after 5s`
	defer cancelInner()
	return get(inner)
}
