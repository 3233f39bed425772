package hystrix

import (
	"context"
	"errors"
	"net/http"

	"github.com/afex/hystrix-go/hystrix"
)

func lookUp(ctx context.Context, hc *http.Client, id string) (resp *http.Response, err error) {
	err = hystrix.DoC(ctx, "orders", func(ctx context.Context) error { // want "breaker-client-errors: this breaker counts a 404 \\(answers.go:22\\) as a failure: .*: hand it on as a result, not as an error"
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://orders.test/"+id, nil)
		if err != nil {
			return err
		}
		resp, err = hc.Do(req)
		if err != nil {
			return err
		}
		if resp.StatusCode >= 400 {
			return errors.New(resp.Status)
		}
		return nil
	}, nil)
	return resp, err
}

// The status is looked at outside.
func outside(ctx context.Context, hc *http.Client, id string) (resp *http.Response, err error) {
	err = hystrix.DoC(ctx, "orders", func(ctx context.Context) error {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://orders.test/"+id, nil)
		if err != nil {
			return err
		}
		resp, err = hc.Do(req)
		return err
	}, nil)
	if err == nil && resp.StatusCode >= 400 {
		return nil, errors.New(resp.Status)
	}
	return resp, err
}

// One name for two dependencies.
func mails(ctx context.Context, hc *http.Client) error {
	return hystrix.DoC(ctx, "remote", func(context.Context) error {
		resp, err := hc.Get("http://mails.test/send")
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}, nil)
}

func stock(ctx context.Context, hc *http.Client) error {
	return hystrix.DoC(ctx, "remote", func(context.Context) error { // want "breaker-scope: this breaker is that of mails.test \\(answers.go:\\d+\\), too: when that is down, stock.test is refused as well"
		resp, err := hc.Get("http://stock.test/all")
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}, nil)
}
