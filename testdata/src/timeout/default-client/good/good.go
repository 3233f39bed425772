// Package good brings its own bounds to http.DefaultClient.
package good

import (
	"context"
	"net/http"
	"time"
)

func limited(u string) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, "GET", u, nil)
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req)
}

func inHandler(w http.ResponseWriter, r *http.Request) {
	req, err := http.NewRequestWithContext(r.Context(), "GET", "http://example.com", nil)
	if err != nil {
		return
	}
	if resp, err := http.DefaultClient.Do(req); err == nil {
		resp.Body.Close()
	}
}

func given(ctx context.Context, u string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, "GET", u, nil)
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req)
}

// byWay is bounded by its only caller.
func byWay(ctx context.Context, u string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, "GET", u, nil)
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req)
}

func caller(u string) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return byWay(ctx, u)
}

//reslint:ignore timeout/default-client a script
func script(u string) { http.Get(u) }
