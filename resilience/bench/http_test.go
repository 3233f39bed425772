package bench

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/failsafe-go/failsafe-go/failsafehttp"
	"github.com/hashicorp/go-retryablehttp"

	"github.com/reslint/reslint/resilience"
)

// answers is a transport that has its answer at hand.
type answers struct{}

func (answers) RoundTrip(req *http.Request) (*http.Response, error) {
	return &http.Response{
		StatusCode: http.StatusOK, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: make(http.Header), Body: io.NopCloser(strings.NewReader("ok")), ContentLength: 2, Request: req,
	}, nil
}

// BenchmarkHTTP is a GET whose answer is there at once, read and closed.
func BenchmarkHTTP(b *testing.B) {
	plain := &http.Client{Transport: answers{}}
	measure(b, "floor-client", func(n int) error {
		for range n {
			if err := get(plain.Do); err != nil {
				return err
			}
		}
		return nil
	})
	timed := &http.Client{Transport: answers{}, Timeout: timeout}
	measure(b, "floor-client-with-timeout", func(n int) error {
		for range n {
			if err := get(timed.Do); err != nil {
				return err
			}
		}
		return nil
	})
	retrying := &http.Client{Transport: &resilience.Transport{Base: answers{}}}
	measure(b, "resilience", func(n int) error {
		for range n {
			if err := get(retrying.Do); err != nil {
				return err
			}
		}
		return nil
	})
	composed := &http.Client{Transport: &resilience.Transport{Base: answers{}, Policy: newPolicy(), Timeout: 3 * timeout}}
	measure(b, "resilience-composed", func(n int) error {
		for range n {
			if err := get(composed.Do); err != nil {
				return err
			}
		}
		return nil
	})
	retryable := retryablehttp.NewClient()
	retryable.HTTPClient = plain
	retryable.Logger = nil
	retryable.RetryMax = attempts - 1
	measure(b, "retryablehttp", func(n int) error {
		for range n {
			if err := get(func(req *http.Request) (*http.Response, error) {
				r, err := retryablehttp.FromRequest(req)
				if err != nil {
					return nil, err
				}
				return retryable.Do(r)
			}); err != nil {
				return err
			}
		}
		return nil
	})
	fs := &http.Client{Transport: failsafehttp.NewRoundTripper(answers{}, failsafehttp.NewRetryPolicyBuilder().
		WithMaxAttempts(attempts).WithBackoff(base, limit).WithJitterFactor(0.5).Build())}
	measure(b, "failsafe", func(n int) error {
		for range n {
			if err := get(fs.Do); err != nil {
				return err
			}
		}
		return nil
	})
}

func get(do func(*http.Request) (*http.Response, error)) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://example.com/", nil)
	if err != nil {
		return err
	}
	resp, err := do(req)
	if err != nil {
		return err
	}
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		return err
	}
	return resp.Body.Close()
}
