// Package cep21 answers for circuits that are open.
package cep21

import (
	"context"
	"net/http"
	"time"

	"github.com/cep21/circuit/v4"
)

func head(ctx context.Context, hc *http.Client, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, url, nil)
	if err != nil {
		return err
	}
	resp, err := hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func remote(ctx context.Context, c *circuit.Circuit, hc *http.Client) error {
	return c.Execute(ctx,
		func(ctx context.Context) error { return head(ctx, hc, "http://orders.test") },
		func(ctx context.Context, _ error) error { return head(ctx, hc, "http://archive.test") }) // want `remote-fallback: when the operation of \(\*circuit.Circuit\).Execute fails, its fallback answers in its place, and waits for another machine`
}

func slow(context.Context, error) error {
	time.Sleep(time.Second)
	return nil
}

func sleeps(ctx context.Context, c *circuit.Circuit, hc *http.Client) error {
	return c.Go(ctx, func(ctx context.Context) error { return head(ctx, hc, "http://orders.test") }, slow) // want `blocking-fallback: when the operation of \(\*circuit.Circuit\).Go fails, cep21.slow answers in its place, and sleeps`
}
