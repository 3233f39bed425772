package cenkalti_v4

import (
	"context"
	"net/http"

	"github.com/cenkalti/backoff/v4"
	"github.com/google/uuid"
)

func keyOfEachAttempt(ctx context.Context, client *http.Client, url string) error {
	return backoff.Retry(func() error {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, nil)
		if err != nil {
			return backoff.Permanent(err)
		}
		req.Header.Set("Idempotency-Key", uuid.NewString()) // want "retryloop/renewed-key: each attempt of a retry gets a new Idempotency-Key"
		resp, err := client.Do(req)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}, backoff.WithContext(backoff.NewExponentialBackOff(), ctx))
}

func keyOfAllAttempts(ctx context.Context, client *http.Client, url string) error {
	key := uuid.NewString()
	return backoff.Retry(func() error {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, nil)
		if err != nil {
			return backoff.Permanent(err)
		}
		req.Header.Set("Idempotency-Key", key)
		resp, err := client.Do(req)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}, backoff.WithContext(backoff.NewExponentialBackOff(), ctx))
}
