// Package rewritten sends requests elsewhere than they were made for.
package rewritten

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"
)

var client = &http.Client{Timeout: 5 * time.Second}

func Do(ctx context.Context, host string) (resp *http.Response, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://orders/", nil)
	if err != nil {
		return nil, err
	}
	req.URL.Host = host
	for range 3 {
		if resp, err = client.Do(req); err == nil {
			return resp, nil
		}
		select {
		case <-time.After(rand.N(time.Second)):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return nil, err
}
