// Package facts makes clients for others.
package facts

import (
	"context"
	"net/http"
	"time"
)

func NewClient() *http.Client { return &http.Client{} } // want NewClient:`result0\(unbounded\)`

func NewBounded() *http.Client { return &http.Client{Timeout: time.Second} } // want NewBounded:`result0\(bounded\(1s\)\)`

func NewWith(d time.Duration) *http.Client { return &http.Client{Timeout: d} } // want NewWith:`result0\(depends\[0\]\)`

func SetLimit(c *http.Client) { c.Timeout = time.Second } // want SetLimit:`sets0`

// API uses the client it is given, on requests without a deadline.
type API struct{ hc *http.Client }

func NewAPI(c *http.Client) *API { return &API{hc: c} } // want NewAPI:`needs\[0\]\(\(\*facts.API\).Get → \(\*http.Client\).Get\)`

func (a *API) Get(url string) (*http.Response, error) { return a.hc.Get(url) } // want Get:`reaches\(\(\*facts.API\).Get → \(\*http.Client\).Get\)`

// Slot is filled in by its users.
type Slot struct {
	Client *http.Client // want Client:`needs\(\(\*facts.Slot\).Get → \(\*http.Client\).Get\)`
}

func (s *Slot) Get(url string) (*http.Response, error) { return s.Client.Get(url) } // want Get:`reaches\(\(\*facts.Slot\).Get → \(\*http.Client\).Get\)`

func Traced(ctx context.Context) context.Context { // want Traced:`result0\(depends\[0\]\)`
	return context.WithValue(ctx, key{}, 1)
}

func Limited(ctx context.Context) (context.Context, context.CancelFunc) { // want Limited:`result0\(bounded\(1s\)\)`
	return context.WithTimeout(ctx, time.Second)
}

type key struct{}

// Client has no timeout, since it also streams.
type Client struct{ hc *http.Client }

func New() *Client { return &Client{hc: &http.Client{}} }

func (c *Client) do(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (c *Client) Fetch(ctx context.Context, url string) error { // want Fetch:`needs\[1\]\(\(\*facts.Client\).do → \(\*http.Client\).Do\)` Fetch:`reaches\(\(\*facts.Client\).Fetch → \(\*facts.Client\).do → \(\*http.Client\).Do\)`
	return c.do(ctx, url)
}

// What a caller waits for: sleeps, timers, and what is called; not what a goroutine
// does.

func Pause() { time.Sleep(time.Second) } // want Pause:`sleeps`

func Timer(ctx context.Context) { // want Timer:`sleeps`
	select {
	case <-time.After(time.Second):
	case <-ctx.Done():
	}
}

func Indirect() { inner() } // want Indirect:`sleeps`

func inner() { Pause() }

func Mutual(n int) { // want Mutual:`sleeps`
	if n > 0 {
		mutual(n)
	}
}

func mutual(n int) {
	Mutual(n - 1)
	Pause()
}

func Background() { go Pause() }

func Quick() { time.Now() }

type clock interface{ Sleep(time.Duration) }

func OnClock(c clock) { c.Sleep(time.Second) } // want OnClock:`sleeps`

type Doer interface {
	Do(*http.Request) (*http.Response, error)
}

func Through(d Doer, r *http.Request) { d.Do(r) } // want Through:`needs\[0 1\]\(\(facts.Doer\).Do\)` Through:`reaches\(facts.Through → \(facts.Doer\).Do\)`

func Both(c *Client) { // want Both:`reaches\(facts.Both → \(\*facts.Client\).Fetch → .*\) sleeps`
	c.Fetch(context.TODO(), "")
	Pause()
}
