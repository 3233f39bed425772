// Package wrapped has retries in values that wrap one another.
package wrapped

import (
	"context"
	"net/http"
	"time"

	"layering/nested-retry/repo"
)

type retrying struct {
	next     http.RoundTripper
	attempts int
}

func (t *retrying) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = t.next.RoundTrip(req); err == nil {
			return resp, nil
		}
		if err := repo.Pause(req.Context()); err != nil {
			return nil, err
		}
	}
	return nil, err
}

type logging struct{ next http.RoundTripper }

func (t *logging) RoundTrip(req *http.Request) (*http.Response, error) { return t.next.RoundTrip(req) }

func twice() http.RoundTripper {
	return &retrying{next: &retrying{next: http.DefaultTransport}} // want `this puts a retry behind one: 3 attempts in \(\*wrapped\.retrying\)\.RoundTrip .*`
}

// The layer between them does not matter.
func between() http.RoundTripper {
	return &retrying{next: &logging{next: &patient{next: http.DefaultTransport}}} // want `3 attempts in \(\*wrapped\.retrying\)\.RoundTrip .* × 4 in \(\*wrapped\.patient\)\.RoundTrip .* = 12 calls`
}

type patient struct{ next http.RoundTripper }

func (t *patient) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for range 4 {
		if resp, err = t.next.RoundTrip(req); err == nil {
			return resp, nil
		}
		if err := repo.Pause(req.Context()); err != nil {
			return nil, err
		}
	}
	return nil, err
}

func newRetrying(next http.RoundTripper) http.RoundTripper { return &retrying{next: next} }

func newPatient(next http.RoundTripper) *patient { return &patient{next: next} }

func constructors() http.RoundTripper {
	return newRetrying(newPatient(http.DefaultTransport)) // want `3 attempts in .* × 4 in \(\*wrapped\.patient\)\.RoundTrip .* = 12 calls`
}

func oneOnly() http.RoundTripper {
	return newRetrying(&logging{next: http.DefaultTransport})
}

// A loop around a client whose transport retries.
func local(ctx context.Context, url string) (err error) {
	client := &http.Client{Transport: &retrying{next: http.DefaultTransport}, Timeout: time.Second}
	for range 2 {
		var req *http.Request
		if req, err = http.NewRequestWithContext(ctx, http.MethodGet, url, nil); err != nil {
			return err
		}
		var resp *http.Response
		if resp, err = client.Do(req); err == nil { // want `this retry multiplies: 2 attempts here × 3 in \(\*wrapped\.retrying\)\.RoundTrip .* = 6 calls`
			return resp.Body.Close()
		}
		if err := repo.Pause(ctx); err != nil {
			return err
		}
	}
	return err
}

type api struct{ http *http.Client }

func newAPI() *api {
	return &api{http: &http.Client{Transport: newRetrying(http.DefaultTransport), Timeout: time.Second}}
}

func (a *api) once(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := a.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (a *api) get(ctx context.Context, url string) (err error) {
	for range 3 {
		if err = a.once(ctx, url); err == nil { // want `3 attempts here × 3 in \(\*wrapped\.retrying\)\.RoundTrip .* = 9 calls`
			return nil
		}
		if err := repo.Pause(ctx); err != nil {
			return err
		}
	}
	return err
}

// plain has another client, without retries.
type plain struct{ client *http.Client }

func newPlain() *plain { return &plain{client: &http.Client{Timeout: time.Second}} }

func (p *plain) get(ctx context.Context, url string) (err error) {
	for range 3 {
		var req *http.Request
		if req, err = http.NewRequestWithContext(ctx, http.MethodGet, url, nil); err != nil {
			return err
		}
		var resp *http.Response
		if resp, err = p.client.Do(req); err == nil {
			return resp.Body.Close()
		}
		if err := repo.Pause(ctx); err != nil {
			return err
		}
	}
	return err
}

// The client comes from outside: nobody knows.
func given(ctx context.Context, client *http.Client, url string) (err error) {
	for range 3 {
		var req *http.Request
		if req, err = http.NewRequestWithContext(ctx, http.MethodGet, url, nil); err != nil {
			return err
		}
		var resp *http.Response
		if resp, err = client.Do(req); err == nil {
			return resp.Body.Close()
		}
		if err := repo.Pause(ctx); err != nil {
			return err
		}
	}
	return err
}

type handler func(ctx context.Context) error

// withRetry is a middleware.
func withRetry(next handler) handler {
	return func(ctx context.Context) (err error) {
		for range 3 {
			if err = next(ctx); err == nil {
				return nil
			}
			if err := repo.Pause(ctx); err != nil {
				return err
			}
		}
		return err
	}
}

func middleware(c *repo.Client) handler {
	return withRetry(c.Get) // want `3 attempts here × 3 in \(\*repo\.Client\)\.Get .* = 9 calls`
}

func middlewareTwice(c *repo.Client) handler {
	return withRetry(withRetry(c.Once)) // want `3 attempts here × 3 in wrapped\.middlewareTwice .* = 9 calls`
}

func middlewareOnce(c *repo.Client) handler { return withRetry(c.Once) }

func calledInLoop(ctx context.Context, c *repo.Client) (err error) {
	get := withRetry(c.Once)
	for range 2 {
		if err = get(ctx); err == nil { // want `2 attempts here × 3 in wrapped\.calledInLoop .* = 6 calls`
			return nil
		}
		if err := repo.Pause(ctx); err != nil {
			return err
		}
	}
	return err
}
