package bound

import (
	"context"
	"net/http"
	"time"
)

// Nobody knows how long.
func configured(d time.Duration) (*http.Response, error) {
	client := &http.Client{Timeout: d}
	return client.Get("https://stock.example/")
}

// It is for the callers to say.
func given(ctx context.Context, client *http.Client) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://stock.example/", nil)
	if err != nil {
		return nil, err
	}
	return client.Do(req)
}

// One of the two is not known.
func either(fast bool, d time.Duration) (*http.Response, error) {
	client := &http.Client{Timeout: d}
	if fast {
		client = &http.Client{Timeout: time.Second}
	}
	return client.Get("https://stock.example/")
}
