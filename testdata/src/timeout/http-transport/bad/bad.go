// Package bad loses the limits of http.DefaultTransport.
package bad

import (
	"crypto/tls"
	"net/http"
	"net/http/httputil"
	"net/url"
	"time"
)

func proxy(u *url.URL) *httputil.ReverseProxy {
	p := httputil.NewSingleHostReverseProxy(u)
	p.Transport = &http.Transport{TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12}} // want `this http.Transport has no dial timeout and no TLS handshake timeout, unlike http.DefaultTransport, and a reverse proxy sends requests whose contexts have no deadline of their own: an address that does not answer holds the call for minutes or for ever \(timeout/http-transport\)`
	return p
}

func literal() *httputil.ReverseProxy {
	return &httputil.ReverseProxy{
		Rewrite: func(*httputil.ProxyRequest) {},
		Transport: &http.Transport{ // want `this http.Transport has no dial timeout,`
			MaxIdleConnsPerHost: 100, // for one host
			TLSHandshakeTimeout: time.Second,
		},
	}
}

func init() {
	http.DefaultTransport = &http.Transport{Proxy: http.ProxyFromEnvironment} // want `it becomes the transport of every client that names none`
}

func direct(req *http.Request) (*http.Response, error) {
	t := &http.Transport{} // want `this http.Transport has no dial timeout and no TLS handshake timeout, unlike http.DefaultTransport, and a plain http.Request sets no deadline`
	return t.RoundTrip(&http.Request{URL: req.URL})
}
