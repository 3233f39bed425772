// Package bad makes fresh contexts where it was given one.
package bad

import (
	"context"
	"net/http"
	"time"

	"timeout/remote-call/api"
)

var client = &http.Client{Timeout: time.Second}

func todo(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(context.TODO(), "GET", url, nil) // want `context.TODO\(\) drops the deadline of ctx: \(\*http.Client\).Do goes on after the caller has given up; pass ctx \(timeout/dropped-deadline\)`
	if err != nil {
		return nil, err
	}
	return client.Do(req)
}

func background(ctx context.Context, req *http.Request) (*http.Response, error) {
	return client.Do(req.WithContext(context.Background())) // want `context.Background\(\) drops the deadline of ctx`
}

func handler(w http.ResponseWriter, r *http.Request) {
	req, err := http.NewRequestWithContext(context.Background(), "GET", "http://example.com", nil) // want `context.Background\(\) drops the deadline of r.Context\(\)`
	if err != nil {
		return
	}
	if resp, err := client.Do(req); err == nil {
		resp.Body.Close()
	}
}

func cancelled(ctx context.Context, req *http.Request) (*http.Response, error) {
	c, cancel := context.WithCancel(context.Background()) // want `context.Background\(\) drops the deadline of ctx`
	defer cancel()
	return client.Do(req.WithContext(c))
}

func needed(ctx context.Context, c *api.Client, url string) error {
	return c.Get(context.Background(), url) // want `context.Background\(\) drops the deadline of ctx`
}

// Without an error in hand it is no cleanup.
func afterSuccess(ctx context.Context, first, second *http.Request) error {
	if _, err := client.Do(first.WithContext(ctx)); err != nil {
		return err
	}
	_, err := client.Do(second.WithContext(context.Background())) // want `context.Background\(\) drops the deadline of ctx: \(\*http.Client\).Do goes on after the caller has given up; pass ctx`
	return err
}
