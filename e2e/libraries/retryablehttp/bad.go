// Package retryablehttp repeats HTTP requests.
package retryablehttp

import (
	"bytes"
	"context"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

func get(url string) (*http.Response, error) {
	client := retryablehttp.NewClient() // want "retryloop/no-jitter: these waits grow, but have no jitter \\(1 s, 2 s\\): .* Set Backoff"
	client.RetryMax = 2
	return client.Get(url) // want "nothing ends this call"
}

func do(url string) (*http.Response, error) {
	req, err := retryablehttp.NewRequestWithContext(context.Background(), http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return retryablehttp.NewClient().Do(req) // want "nothing ends this call" "no-jitter: .*\\(1 s, 2 s, 4 s, 8 s\\)"
}

// The client of the package has no timeout either.
func head(url string) (*http.Response, error) {
	return retryablehttp.Head(url) // want "nothing ends this call"
}

func standard(url string) (*http.Response, error) {
	return retryablehttp.NewClient().StandardClient().Get(url) // want "nothing ends this call" "no-jitter"
}

func spread() *retryablehttp.Client {
	client := retryablehttp.NewClient()
	client.HTTPClient.Timeout = 10 * time.Second
	client.Backoff = retryablehttp.LinearJitterBackoff
	return client
}

func create(url string, order []byte) (*http.Response, error) {
	return spread().Post(url, "application/json", order) // want "retryloop/non-idempotent: this POST is sent up to 5 times"
}

func createThrice(url string, order []byte) (*http.Response, error) {
	client := spread()
	client.RetryMax = 2
	req, err := retryablehttp.NewRequest(http.MethodPost, url, bytes.NewReader(order))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	return client.Do(req) // want "retryloop/non-idempotent: this POST is sent up to 3 times"
}

func change(ctx context.Context, url string, order []byte) (*http.Response, error) {
	req, err := retryablehttp.NewRequestWithContext(ctx, "PATCH", url, order)
	if err != nil {
		return nil, err
	}
	return spread().Do(req) // want "non-idempotent: this PATCH is sent up to 5 times"
}
