// Package bad relies on http.DefaultClient.
package bad

import (
	"context"
	"net/http"
	"net/url"
	"strings"
)

func get(u string) (*http.Response, error) {
	return http.Get(u) // want `http.Get goes through http.DefaultClient, which has no timeout: a server that stops answering holds the call for ever \(timeout/default-client\)`
}

func head(u string) {
	resp, err := http.Head(u) // want `http.Head goes through http.DefaultClient`
	if err == nil {
		resp.Body.Close()
	}
}

func post(u string) (*http.Response, error) {
	return http.Post(u, "text/plain", strings.NewReader("hello")) // want `http.Post goes through http.DefaultClient`
}

func postForm(u string) (*http.Response, error) {
	return http.PostForm(u, url.Values{"a": {"b"}}) // want `http.PostForm goes through http.DefaultClient`
}

func method(u string) (*http.Response, error) {
	return http.DefaultClient.Get(u) // want `http.DefaultClient has no timeout, and \(\*http.Client\).Get takes no context`
}

func do(u string) (*http.Response, error) {
	req, err := http.NewRequest("GET", u, nil)
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req) // want `http.DefaultClient has no timeout, and http.NewRequest\(\) sets no deadline`
}

func concurrently(u string) {
	go http.Get(u)    // want `http.Get goes through http.DefaultClient`
	defer http.Get(u) // want `http.Get goes through http.DefaultClient`
}

// fetch has one caller, which brings no deadline.
func fetch(ctx context.Context, u string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, "GET", u, nil)
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req) // want `http.DefaultClient has no timeout, and context.Background\(\) sets no deadline`
}

func run(u string) (*http.Response, error) { return fetch(context.Background(), u) }

type api struct{ client *http.Client }

func newAPI() *api {
	return &api{client: http.DefaultClient} // want `http.DefaultClient has no timeout, and \(\*http.Client\).Get takes no context`
}

func (a *api) get(u string) (*http.Response, error) { return a.client.Get(u) }

var client = http.DefaultClient // want `http.DefaultClient has no timeout, and \(\*http.Client\).Head takes no context`

func check(u string) (*http.Response, error) { return client.Head(u) }

// orDefault falls back to the default client.
func orDefault(c *http.Client, u string) (*http.Response, error) {
	if c == nil {
		c = http.DefaultClient // want `http.DefaultClient has no timeout`
	}
	return c.Get(u)
}

// with is given its client.
func with(ctx context.Context, c *http.Client, u string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, "GET", u, nil)
	if err != nil {
		return nil, err
	}
	return c.Do(req)
}

func withDefault(u string) (*http.Response, error) {
	return with(context.Background(), http.DefaultClient, u) // want `http.DefaultClient has no timeout, and context.Background\(\) sets no deadline`
}
