package mercari

import (
	"context"
	"errors"
	"net/http"

	"github.com/mercari/go-circuitbreaker"
)

var orders = circuitbreaker.New() // want "breaker-client-errors: this breaker counts a 404 \\(answers.go:20\\) as a failure"

func lookUp(ctx context.Context, hc *http.Client, id string) (any, error) {
	resp, err := hc.Get("http://orders.test/" + id)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound {
		return nil, errors.New("there is none")
	}
	return resp.StatusCode, nil
}

func counts(ctx context.Context, hc *http.Client, id string) (any, error) {
	return orders.Do(ctx, func() (any, error) { return lookUp(ctx, hc, id) })
}

var customers = circuitbreaker.New()

func ignores(ctx context.Context, hc *http.Client, id string) (any, error) {
	return customers.Do(ctx, func() (any, error) {
		v, err := lookUp(ctx, hc, id)
		return v, circuitbreaker.Ignore(err)
	})
}
