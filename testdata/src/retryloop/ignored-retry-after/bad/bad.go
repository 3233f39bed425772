// Package bad does not read when the server wants to be asked again.
package bad

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"time"
)

var client = &http.Client{Timeout: time.Minute}

var errUnavailable = errors.New("unavailable")

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(rand.N(d)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func both(ctx context.Context, req *http.Request) (*http.Response, error) {
	for i := 0; ; i++ {
		resp, err := client.Do(req)
		if err != nil {
			return nil, err
		}
		if i == 4 || resp.StatusCode != http.StatusTooManyRequests && resp.StatusCode < 500 {
			return resp, nil
		}
		resp.Body.Close()
		if err := pause(ctx, time.Second); err != nil { // want `the retry of \(\*http.Client\).Do repeats 429 and 503 by a schedule of its own, and never reads Retry-After, in which the server says when to come back \(retryloop/ignored-retry-after\)`
			return nil, err
		}
	}
}

func one(ctx context.Context, req *http.Request) (*http.Response, error) {
	for i := 0; ; i++ {
		resp, err := client.Do(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode == http.StatusTooManyRequests && i < 4 {
			resp.Body.Close()
			select {
			case <-time.After(rand.N(time.Second)): // want `repeats 429 by a schedule`
				continue
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
		return resp, nil
	}
}

// Another header is read.
func other(ctx context.Context, req *http.Request) (*http.Response, error) {
	for i := 0; ; i++ {
		resp, err := client.Do(req)
		if err != nil {
			return nil, err
		}
		switch {
		case i == 4, resp.Header.Get("X-Final") != "":
			return resp, nil
		case resp.StatusCode/100 == 5:
			resp.Body.Close()
		default:
			return resp, nil
		}
		if err := pause(ctx, time.Second); err != nil { // want `repeats 503 by a schedule`
			return nil, err
		}
	}
}

// An error is made of the status.
func asError(ctx context.Context, req *http.Request) (*http.Response, error) {
	for i := 0; i < 4; i++ {
		if i > 0 {
			if err := pause(ctx, time.Second); err != nil { // want `repeats 503 by a schedule`
				return nil, err
			}
		}
		resp, err := client.Do(req)
		if err == nil && resp.StatusCode >= 500 {
			resp.Body.Close()
			err = errUnavailable
		}
		if err == nil {
			return resp, nil
		}
	}
	return nil, errUnavailable
}

// The condition is a variable.
func variable(ctx context.Context, req *http.Request) (*http.Response, error) {
	for i := 0; ; i++ {
		resp, err := client.Do(req)
		if err != nil {
			return nil, err
		}
		again := resp.StatusCode == http.StatusTooManyRequests || resp.StatusCode >= 500
		if !again || i == 4 {
			return resp, nil
		}
		resp.Body.Close()
		if err := pause(ctx, time.Second); err != nil { // want `repeats 429 and 503 by a schedule`
			return nil, err
		}
	}
}
