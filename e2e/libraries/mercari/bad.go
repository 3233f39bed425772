// Package mercari calls through github.com/mercari/go-circuitbreaker.
package mercari

import (
	"context"
	"net/http"
	"time"

	"github.com/mercari/go-circuitbreaker"
)

type client struct {
	hc *http.Client
	cb *circuitbreaker.CircuitBreaker
}

func (c *client) status(ctx context.Context) (any, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://orders.test", nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return nil, err
	}
	return resp.StatusCode, resp.Body.Close()
}

func onFirst() *circuitbreaker.CircuitBreaker {
	return circuitbreaker.New(
		circuitbreaker.WithTripFunc(circuitbreaker.NewTripFuncConsecutiveFailures(1)), // want "breaker-settings: this breaker opens on a single failed call: after each blip all calls are refused for 30 s\\. .*; and it stays open for 30 s in each instance"
		circuitbreaker.WithOpenTimeout(30*time.Second))
}

func fromTheFirst() *circuitbreaker.CircuitBreaker {
	return circuitbreaker.New(circuitbreaker.WithTripFunc(circuitbreaker.NewTripFuncFailureRate(1, 0.5))) // want "judges by a rate from the first call on"
}

func together() *circuitbreaker.CircuitBreaker {
	return circuitbreaker.New(circuitbreaker.WithOpenTimeout(30*time.Second), // want "this breaker stays open for 30 s in each instance"
		circuitbreaker.WithHalfOpenMaxSuccesses(2))
}

func anew(ctx context.Context, c *client) (any, error) {
	cb := circuitbreaker.New()
	return cb.Do(ctx, func() (any, error) { return c.status(ctx) }) // want "breaker-scope"
}
