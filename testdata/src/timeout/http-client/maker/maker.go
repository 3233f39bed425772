// Package maker makes clients for others.
package maker

import (
	"context"
	"net/http"
	"time"
)

func NewClient() *http.Client { return &http.Client{} }

func NewBounded() *http.Client { return &http.Client{Timeout: time.Second} }

func NewWith(d time.Duration) *http.Client { return &http.Client{Timeout: d} }

func SetLimit(c *http.Client) { c.Timeout = time.Second }

// API uses the client it is given, on requests without a deadline.
type API struct{ hc *http.Client }

func NewAPI(c *http.Client) *API { return &API{hc: c} }

func (a *API) Get(url string) (*http.Response, error) { return a.hc.Get(url) }

// Slot is filled in by its users.
type Slot struct {
	Client *http.Client
}

func (s *Slot) Get(url string) (*http.Response, error) { return s.Client.Get(url) }

func Traced(ctx context.Context) context.Context {
	return context.WithValue(ctx, key{}, 1)
}

func Limited(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, time.Second)
}

type key struct{}

// Mixed makes some calls with the context of its caller: its client need not
// have a timeout.
type Mixed struct{ hc *http.Client }

func NewMixed(c *http.Client) *Mixed { return &Mixed{hc: c} }

func (m *Mixed) Get(url string) (*http.Response, error) { return m.hc.Get(url) }

func (m *Mixed) Send(req *http.Request) (*http.Response, error) { return m.hc.Do(req) }
