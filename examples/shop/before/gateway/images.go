package gateway

import (
	"net/http"
	"net/http/httputil"
	"net/url"
)

// newImages hands requests for pictures on to where they are kept.
func newImages(base string) (http.Handler, error) {
	target, err := url.Parse(base)
	if err != nil {
		return nil, err
	}
	return &httputil.ReverseProxy{
		Rewrite:   func(r *httputil.ProxyRequest) { r.SetURL(target) },
		Transport: &http.Transport{MaxIdleConnsPerHost: 100, IdleConnTimeout: 90},
	}, nil
}
