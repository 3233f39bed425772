package layered

import (
	"context"
	"net/http"

	"github.com/hashicorp/go-retryablehttp"
	"k8s.io/client-go/util/retry"
)

func off() *retryablehttp.Client {
	client := retryable()
	client.RetryMax = 0
	return client
}

// The client's own retries are off.
func loopOverOff(ctx context.Context, url string) (resp *http.Response, err error) {
	client := off()
	for range 3 {
		if resp, err = client.Get(url); err == nil {
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
	return nil, err
}

// Only the client retries.
func onlyTheClient(url string) (*http.Response, error) { return retryable().Get(url) }

// Each of many is asked for.
func many(urls []string) error {
	client := retryable()
	for _, url := range urls {
		resp, err := client.Get(url)
		if err != nil {
			return err
		}
		resp.Body.Close()
	}
	return nil
}

// A conflict is no failure: the other writer was faster.
func onConflict(ctx context.Context, url string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error { return fetch(ctx, url) })
}
