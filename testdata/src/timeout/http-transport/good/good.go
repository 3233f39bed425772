// Package good keeps the limits, or is bounded by something else.
package good

import (
	"context"
	"net"
	"net/http"
	"net/http/httputil"
	"time"
)

func dials() *httputil.ReverseProxy {
	return &httputil.ReverseProxy{Transport: &http.Transport{
		DialContext: (&net.Dialer{Timeout: time.Second}).DialContext,
	}}
}

func clones() *httputil.ReverseProxy {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConns = 10
	return &httputil.ReverseProxy{Transport: t}
}

func unix(path string) *httputil.ReverseProxy {
	return &httputil.ReverseProxy{Transport: &http.Transport{
		Dial: func(string, string) (net.Conn, error) { return net.Dial("unix", path) },
	}}
}

// The client has a timeout, which covers dialling, too.
func bounded(url string) (*http.Response, error) {
	return (&http.Client{Timeout: time.Second, Transport: &http.Transport{}}).Get(url)
}

func byContext(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return (&http.Transport{}).RoundTrip(req.WithContext(ctx))
}

func given(req *http.Request) (*http.Response, error) { return (&http.Transport{}).RoundTrip(req) }

func header() *httputil.ReverseProxy {
	return &httputil.ReverseProxy{Transport: &http.Transport{ResponseHeaderTimeout: time.Second}}
}
