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

// The server knows by the key whether it has done it already.
func createOnce(url, key string, order []byte) (*http.Response, error) {
	req, err := retryablehttp.NewRequest(http.MethodPost, url, order)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Idempotency-Key", key)
	return spread().Do(req)
}

func replace(url string, order []byte) (*http.Response, error) {
	req, err := retryablehttp.NewRequest(http.MethodPut, url, order)
	if err != nil {
		return nil, err
	}
	return spread().Do(req)
}

// What is repeated is decided here.
func createIfRefused(url string, order []byte, refused retryablehttp.CheckRetry) (*http.Response, error) {
	client := spread()
	client.CheckRetry = refused
	return client.Post(url, "application/json", order)
}

func createWithoutRetries(url string, order []byte) (*http.Response, error) {
	client := spread()
	client.RetryMax = 0
	return client.Post(url, "application/json", order)
}

func send(client *retryablehttp.Client, req *retryablehttp.Request) (*http.Response, error) {
	return client.Do(req)
}

func sendAny(ctx context.Context, method, url string) (*http.Response, error) {
	req, err := retryablehttp.NewRequestWithContext(ctx, method, url, nil)
	if err != nil {
		return nil, err
	}
	return spread().Do(req)
}
