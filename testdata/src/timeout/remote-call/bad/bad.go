// Package bad calls without a deadline what needs one.
package bad

import (
	"context"
	"net/http"
	"os"
	"os/signal"
	"time"

	"timeout/remote-call/api"
)

func background(c *api.Client, url string) error {
	return c.Get(context.Background(), url) // want `nothing ends this call in \(\*api.Client\).Get → \(\*api.Client\).do → \(\*http.Client\).Do; context.Background\(\) sets no deadline: a server that stops answering holds the call for ever \(timeout/remote-call\)`
}

func todo(c *api.Client, url string) error {
	ctx := context.TODO()
	return c.Get(ctx, url) // want `nothing ends this call`
}

// process lives until it is interrupted; that is no deadline.
func process(c *api.Client, url string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	return start(ctx, c, url)
}

// All that call it have no deadline: it is the place for one.
func start(ctx context.Context, c *api.Client, url string) error {
	return c.Get(ctx, url) // want `nothing ends this call in \(\*api.Client\).Get → .* → \(\*http.Client\).Do; context.Background\(\) sets no deadline`
}

// This one has other callers, too.
func shared(ctx context.Context, c *api.Client, url string) error { return c.Get(ctx, url) }

func inTime(ctx context.Context, c *api.Client, url string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return shared(ctx, c, url)
}

func forEver(c *api.Client, url string) error {
	return shared(context.Background(), c, url) // want `nothing ends this call in bad.shared → \(\*api.Client\).Get → .*; context.Background\(\) sets no deadline`
}

func detached(ctx context.Context, c *api.Client, url string) error {
	return c.Get(context.WithoutCancel(ctx), url) // want `nothing ends this call in .*; context.WithoutCancel\(\) sets no deadline`
}

func bare(url string) (*http.Response, error) {
	return api.Bare().Get(url) // want `nothing ends this call; \(\*http.Client\).Get takes no context, and the client is http.Client without Timeout`
}

func through(url string) (*http.Response, error) {
	c := api.WithTimeout(api.Bare())
	return c.Get(url) // want `nothing ends this call`
}

// The client is meant to be bounded by contexts: the one call without is at
// fault.
var client = &http.Client{}

func limited(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return client.Do(req.WithContext(ctx))
}

func unlimited(url string) (*http.Response, error) {
	return client.Get(url) // want `nothing ends this call; \(\*http.Client\).Get takes no context, and the client is http.Client without Timeout`
}

func inLoop(c *api.Client, urls []string) {
	for _, url := range urls {
		_ = c.Fetch(context.Background(), url) // want `nothing ends this call`
	}
}

func inIf(c *api.Client, url string) error {
	if err := c.Fetch(context.Background(), url); err != nil { // want `nothing ends this call`
		return err
	}
	return nil
}

func inReturn(ctx int, c *api.Client, url string) error {
	return c.Fetch(context.TODO(), url) // want `nothing ends this call`
}

func response(c *api.Client, url string) (*http.Response, error) {
	return c.Open(context.Background(), url) // want `nothing ends this call`
}

// Two in one function: each run gives one of them its deadline.
func twice(c *api.Client, url string) error {
	if err := c.Fetch(context.Background(), url); err != nil { // want `nothing ends this call`
		return err
	}
	return c.Fetch(context.Background(), url) // want `nothing ends this call`
}

func declaredBelow(c *api.Client, url string) context.Context {
	_ = c.Fetch(context.Background(), url) // want `nothing ends this call`
	ctx := context.Background()
	return ctx
}
