// Package retryablehttp repeats HTTP requests.
package retryablehttp

import (
	"context"
	"net/http"

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
