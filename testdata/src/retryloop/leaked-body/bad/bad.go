// Package bad leaves the responses of its attempts open.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"time"
)

var client = &http.Client{Timeout: time.Minute}

func pause(ctx context.Context) error {
	select {
	case <-time.After(rand.N(time.Second)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func get(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://orders.test", nil)
	if err != nil {
		return nil, err
	}
	return client.Do(req)
}

func byStatus(ctx context.Context, req *http.Request) (*http.Response, error) {
	for {
		resp, err := client.Do(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode < 500 { // want `each attempt that is refused leaves its response open, and a connection with it: close the body before the next attempt \(retryloop/leaked-body\)`
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
}

func inBranch(ctx context.Context, req *http.Request) (*http.Response, error) {
	for range 4 {
		resp, err := client.Do(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode == http.StatusServiceUnavailable { // want `leaves its response open`
			if err := pause(ctx); err != nil {
				return nil, err
			}
			continue
		}
		return resp, nil
	}
	return nil, errors.New("unavailable")
}

// An error, which comes without a response, leads to the wait, too.
func errorOrStatus(ctx context.Context) (*http.Response, error) {
	for {
		resp, err := get(ctx)
		if err == nil && resp.StatusCode == http.StatusOK { // want `leaves its response open`
			return resp, nil
		}
		select {
		case <-time.After(rand.N(time.Second)): // want `400, 401 and 404 included; repeats 429 and 503`
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// The body is read, and still open.
func read(ctx context.Context, req *http.Request) ([]byte, error) {
	for {
		resp, err := client.Do(req)
		if err != nil {
			return nil, err
		}
		data, err := io.ReadAll(resp.Body)
		if err == nil && resp.StatusCode < 500 { // want `leaves its response open`
			return data, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
}

// The response is used after the loop, so it can't be closed in it just so.
func last(ctx context.Context, req *http.Request) (resp *http.Response, err error) {
	for range 4 {
		resp, err = client.Do(req)
		if err == nil && resp.StatusCode < 500 { // want `leaves its response open`
			break
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
	return resp, err
}

func deferred(ctx context.Context, req *http.Request, order any) error {
	for {
		resp, err := client.Do(req)
		if err != nil {
			return err
		}
		defer resp.Body.Close() // want `leaves its response open until the function returns, and a connection with it: close the body before the next attempt, not by defer`
		if resp.StatusCode < 500 {
			return json.NewDecoder(resp.Body).Decode(order)
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
}

func deferredBeforeRead(ctx context.Context, req *http.Request) ([]byte, error) {
	for {
		resp, err := client.Do(req)
		if err != nil {
			return nil, err
		}
		defer resp.Body.Close() // want `leaves its response open until`
		data, err := io.ReadAll(resp.Body)
		if err == nil && resp.StatusCode < 500 {
			return data, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
}

func inLiteral(ctx context.Context, req *http.Request) error {
	for {
		resp, err := client.Do(req)
		if err != nil {
			return err
		}
		defer func() { _ = resp.Body.Close() }() // want `leaves its response open until`
		if resp.StatusCode < 500 {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
}

// It looks at the response, and does not close it.
func retryable(resp *http.Response) bool { return resp.StatusCode >= 500 }

func asked(ctx context.Context, req *http.Request) (*http.Response, error) {
	for {
		resp, err := client.Do(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode < 400 || !retryable(resp) { // want `leaves its response open`
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
}

// One branch closes it, the other does not.
func oneBranch(ctx context.Context, req *http.Request) (*http.Response, error) {
	for {
		resp, err := client.Do(req)
		if err != nil {
			return nil, err
		}
		switch resp.StatusCode { // want `leaves its response open`
		case http.StatusOK:
			return resp, nil
		case http.StatusTooManyRequests:
			resp.Body.Close()
		case http.StatusServiceUnavailable:
		default:
			return nil, errors.New(resp.Status)
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
}
