package bad

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"time"
)

func insecure(url string) (*http.Response, error) {
	c := &http.Client{Transport: &http.Transport{ // want `this http.Client has no Timeout`
		TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12},
	}}
	return c.Get(url)
}

func cloned(url string) (*http.Response, error) {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConnsPerHost = 10
	c := &http.Client{Transport: t} // want `this http.Client has no Timeout`
	return c.Get(url)
}

// logged hands each request on as it is.
type logged struct{ next http.RoundTripper }

func (l *logged) RoundTrip(req *http.Request) (*http.Response, error) {
	println(req.URL.String())
	return l.next.RoundTrip(req)
}

func newLogged(next http.RoundTripper) http.RoundTripper { return &logged{next: next} }

func wrapped(url string) (*http.Response, error) {
	c := &http.Client{Transport: &logged{next: http.DefaultTransport}} // want `this http.Client has no Timeout`
	return c.Get(url)
}

func wrappedByFunc(url string) (*http.Response, error) {
	c := &http.Client{Transport: newLogged(http.DefaultTransport)} // want `this http.Client has no Timeout`
	return c.Get(url)
}

// authorized clones the request, as a RoundTripper has to before it changes it.
type authorized struct{ base http.RoundTripper }

func (a authorized) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Set("Authorization", "Bearer x")
	return a.base.RoundTrip(req)
}

// ping is called with a transport and a context that bound nothing.
func ping(ctx context.Context, rt http.RoundTripper, url string) error {
	c := http.Client{Transport: rt} // want `this http.Client has no Timeout, and context.Background\(\) sets no deadline`
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func pingDefault(url string) error {
	return ping(context.Background(), http.DefaultTransport, url)
}

// A limit for dialling is none for the answer.
func dialLimited(url string) (*http.Response, error) {
	c := &http.Client{Transport: &http.Transport{ // want `this http.Client has no Timeout`
		DialContext: (&net.Dialer{Timeout: time.Second}).DialContext,
	}}
	return c.Get(url)
}
