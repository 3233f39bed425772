package bound

import (
	"context"
	"net/http"
	"time"
)

var quick = &http.Client{Timeout: 2 * time.Second}

func byClient() (*http.Response, error) {
	return quick.Get("https://stock.example/") // want `≤ 2s: \(\*http.Client\).Get`
}

func byContext(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 500*time.Millisecond)
	defer cancel()
	return http.DefaultClient.Do(req.WithContext(ctx)) // want `≤ 500ms: \(\*http.Client\).Do`
}

// The shorter of the two ends it.
func byBoth(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return quick.Do(req.WithContext(ctx)) // want `≤ 1s: \(\*http.Client\).Do`
}

// Of two clients, the slower one says how long it can take.
func either(fast bool) (*http.Response, error) {
	client := &http.Client{Timeout: 5 * time.Second}
	if fast {
		client = quick
	}
	return client.Get("https://stock.example/") // want `≤ 5s: `
}
