package resilience

import (
	"net"
	"net/http"
	"time"
)

// defaultTimeout is the timeout of a client for which none was given.
const defaultTimeout = 10 * time.Second

// connectTimeout is how long a healthy peer may need to accept a connection, and
// then for the TLS handshake. It answers in milliseconds; an unreachable one not
// at all.
const connectTimeout = 3 * time.Second

// NewTransport returns an [http.Transport] of which every part ends: connecting
// and the TLS handshake after 3 s each, or timeout if that is less, the wait for
// the response's header after timeout, and idle connections after 90 s. The rest
// is as in [http.DefaultTransport], but for 20 idle connections to a host instead
// of 2: services call few hosts often. A timeout of 0 means 10 s.
//
// It doesn't bound the reading of the body. [NewClient] does.
func NewTransport(timeout time.Duration) *http.Transport {
	if timeout <= 0 {
		timeout = defaultTimeout
	}
	connect := min(timeout, connectTimeout)
	dialer := &net.Dialer{Timeout: connect, KeepAlive: 30 * time.Second}
	return &http.Transport{
		Proxy:                 http.ProxyFromEnvironment,
		DialContext:           dialer.DialContext,
		ForceAttemptHTTP2:     true,
		MaxIdleConns:          100,
		MaxIdleConnsPerHost:   20,
		IdleConnTimeout:       90 * time.Second,
		TLSHandshakeTimeout:   connect,
		ResponseHeaderTimeout: timeout,
		ExpectContinueTimeout: time.Second,
	}
}

// NewClient returns an [http.Client] whose requests end after timeout, with
// redirects, retries and the reading of the body, over a [NewTransport]. With a
// policy, they are made through a [Transport]; without one, nil, they are made
// once. A timeout of 0 means 10 s. Neither costs a goroutine for each request.
//
// Make one for each dependency and keep it.
func NewClient(timeout time.Duration, p *Policy) *http.Client {
	if timeout <= 0 {
		timeout = defaultTimeout
	}
	base := NewTransport(timeout)
	if p == nil {
		return &http.Client{Timeout: timeout, Transport: base}
	}
	return &http.Client{Transport: &Transport{Base: base, Policy: p, Timeout: timeout}}
}
