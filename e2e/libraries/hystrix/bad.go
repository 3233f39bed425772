// Package hystrix calls through github.com/afex/hystrix-go.
package hystrix

import (
	"context"
	"net/http"
	"time"

	"github.com/afex/hystrix-go/hystrix"
)

func configure() {
	hystrix.ConfigureCommand("orders", hystrix.CommandConfig{ // want "breaker-settings: this breaker judges by a rate from the first call on: a single failed call is 100 % of one"
		Timeout:                1000,
		RequestVolumeThreshold: 1,
	})
	hystrix.Configure(map[string]hystrix.CommandConfig{
		"mails": {RequestVolumeThreshold: 20, ErrorPercentThreshold: 25},
	})
}

func status(ctx context.Context, hc *http.Client) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://orders.test", nil)
	if err != nil {
		return err
	}
	resp, err := hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// The command sees one failure for three calls.
func aroundLoop(ctx context.Context, hc *http.Client) error {
	return hystrix.DoC(ctx, "orders", func(ctx context.Context) error { // want "retry-inside-breaker: .* 3 calls failed, .* hystrix.DoC around each attempt"
		return statusInLoop(ctx, hc)
	}, nil)
}
