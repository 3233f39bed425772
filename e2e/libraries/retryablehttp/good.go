package retryablehttp

import (
	"context"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

// The timeout of each attempt is that of the HTTP client.
func getWithTimeout(url string) (*http.Response, error) {
	client := retryablehttp.NewClient()
	client.HTTPClient.Timeout = 10 * time.Second
	client.Backoff = retryablehttp.LinearJitterBackoff
	client.RetryWaitMin, client.RetryWaitMax = 800*time.Millisecond, 1200*time.Millisecond
	return client.Get(url)
}

func getWithClient(url string) (*http.Response, error) {
	client := retryablehttp.NewClient()
	client.HTTPClient = &http.Client{Timeout: 10 * time.Second}
	client.RetryMax = 0 // it is there for its logging
	return client.Get(url)
}

func standardWithTimeout(url string) (*http.Response, error) {
	client := &retryablehttp.Client{HTTPClient: &http.Client{Timeout: 10 * time.Second}, RetryMax: 2}
	return client.StandardClient().Get(url)
}

func doInTime(client *retryablehttp.Client, url string) (int, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return 0, err
	}
	resp, err := client.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return resp.StatusCode, nil
}

// The caller decides, and so does whoever made the client.
func doFor(ctx context.Context, client *retryablehttp.Client, req *retryablehttp.Request) (*http.Response, error) {
	return client.Do(req.WithContext(ctx))
}

func getThrough(client *retryablehttp.Client, url string) (*http.Response, error) {
	return client.Get(url)
}
