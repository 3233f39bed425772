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

// Lent hands its client on: whether Get is ever called is not known.
type Lent struct{ hc *http.Client }

func NewLent(c *http.Client) *Lent { return &Lent{hc: c} }

func (l *Lent) Get(url string) (*http.Response, error) { return l.hc.Get(url) }

func (l *Lent) Transport() http.RoundTripper { return l.hc.Transport }

// Asked hands its client to whoever asks: Exists is one of many uses.
type Asked struct{ hc *http.Client }

func NewAsked(c *http.Client) *Asked { return &Asked{hc: c} }

func (a *Asked) HTTP() *http.Client { return a.hc }

func Exists(a *Asked, url string) bool {
	resp, err := a.HTTP().Head(url)
	return err == nil && resp.Body.Close() == nil
}
