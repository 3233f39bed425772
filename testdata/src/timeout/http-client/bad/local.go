// Package bad makes clients that send requests which nothing ends.
package bad

import (
	"context"
	"net/http"
)

func get(url string) (*http.Response, error) {
	c := &http.Client{} // want `this http.Client has no Timeout, and \(\*http.Client\).Get takes no context: a server that stops answering holds the call for ever \(timeout/http-client\)`
	return c.Get(url)
}

func value(url string) (*http.Response, error) {
	c := http.Client{} // want `this http.Client has no Timeout`
	return c.Head(url)
}

func zero(url string) (*http.Response, error) {
	var c http.Client // want `this http.Client has no Timeout`
	return c.Get(url)
}

func made(url string) (*http.Response, error) {
	c := new(http.Client) // want `this http.Client has no Timeout`
	return c.Get(url)
}

func zeroTimeout(url string) (*http.Response, error) {
	c := &http.Client{Timeout: 0} // want `this http.Client has no Timeout`
	return c.Get(url)
}

func request(url string) (*http.Response, error) {
	c := &http.Client{ // want `this http.Client has no Timeout, and http.NewRequest\(\) sets no deadline`
		// Redirects are for the caller to see.
		CheckRedirect: noRedirect,
	}
	req, err := http.NewRequest("GET", url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "text/plain")
	return c.Do(req)
}

func noRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

func background(url string) (*http.Response, error) {
	c := &http.Client{} // want `this http.Client has no Timeout, and context.Background\(\) sets no deadline`
	req, err := http.NewRequestWithContext(context.Background(), "GET", url, nil)
	if err != nil {
		return nil, err
	}
	return c.Do(req)
}

func derived(url string) (*http.Response, error) {
	ctx, cancel := context.WithCancel(context.WithValue(context.Background(), key{}, 1))
	defer cancel()
	c := &http.Client{} // want `this http.Client has no Timeout, and context.Background\(\) sets no deadline`
	req, err := http.NewRequest("GET", url, nil)
	if err != nil {
		return nil, err
	}
	return c.Do(req.WithContext(ctx))
}

type key struct{}

func literalRequest(req http.Request) (*http.Response, error) {
	c := &http.Client{} // want `this http.Client has no Timeout, and a plain http.Request sets no deadline`
	return c.Do(&http.Request{Method: "GET", URL: req.URL})
}

func closure(urls []string) {
	c := &http.Client{} // want `this http.Client has no Timeout`
	fetch := func(url string) {
		if resp, err := c.Get(url); err == nil {
			resp.Body.Close()
		}
	}
	for _, url := range urls {
		go fetch(url)
	}
}

func inline(url string) (*http.Response, error) {
	return (&http.Client{}).Get(url) // want `this http.Client has no Timeout`
}

func either(a bool, url string) (*http.Response, error) {
	var c *http.Client
	if a {
		c = &http.Client{} // want `this http.Client has no Timeout`
	} else {
		c = &http.Client{CheckRedirect: noRedirect} // want `this http.Client has no Timeout`
	}
	return c.Get(url)
}

// fallback stands in for a client that is not given: the one made here is the
// one that most callers get.
func fallback(c *http.Client, url string) (*http.Response, error) {
	if c == nil {
		c = &http.Client{} // want `this http.Client has no Timeout`
	}
	return c.Get(url)
}

func cancelled(url string) (*http.Response, error) {
	ctx, cancel := context.WithCancel(context.Background())
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		cancel()
		return nil, err
	}
	defer cancel()
	c := &http.Client{} // want `this http.Client has no Timeout, and context.Background\(\) sets no deadline`
	return c.Do(req)
}
