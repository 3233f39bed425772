// Package gobreaker_v1 calls through the first version of github.com/sony/gobreaker.
package gobreaker_v1

import (
	"context"
	"net/http"

	"github.com/sony/gobreaker"
)

type client struct {
	hc *http.Client
	cb *gobreaker.CircuitBreaker
}

func (c *client) get(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return c.hc.Do(req)
}

func onFirst() *gobreaker.CircuitBreaker {
	return gobreaker.NewCircuitBreaker(gobreaker.Settings{
		ReadyToTrip: func(counts gobreaker.Counts) bool { // want "breaker-settings: this breaker opens on a single failed call"
			if counts.ConsecutiveFailures == 0 {
				return false
			}
			return true
		},
	})
}

func anew(ctx context.Context, c *client, url string) (any, error) {
	cb := gobreaker.NewCircuitBreaker(gobreaker.Settings{Name: url})
	return cb.Execute(func() (any, error) { return c.get(ctx, url) }) // want "breaker-scope"
}
