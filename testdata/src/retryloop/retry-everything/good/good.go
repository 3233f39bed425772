// Package good returns what will not change.
package good

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"time"
)

var client = &http.Client{Timeout: time.Minute}

var errUnavailable = errors.New("unavailable")

func pause(ctx context.Context) error {
	select {
	case <-time.After(rand.N(time.Second)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func onlyTrouble(ctx context.Context, req *http.Request) (*http.Response, error) {
	for i := 0; ; i++ {
		resp, err := client.Do(req)
		if err != nil {
			return nil, err
		}
		if i == 4 || resp.StatusCode < 500 {
			return resp, nil
		}
		resp.Body.Close()
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
}

// Some refusals are returned at once.
func notFound(ctx context.Context, req *http.Request) (*http.Response, error) {
	for i := 0; i < 4; i++ {
		if i > 0 {
			if err := pause(ctx); err != nil {
				return nil, err
			}
		}
		resp, err := client.Do(req)
		if err != nil {
			continue
		}
		if resp.StatusCode == http.StatusOK || resp.StatusCode == http.StatusNotFound {
			return resp, nil
		}
		resp.Body.Close()
	}
	return nil, errUnavailable
}

// It waits for a server to be there: nothing but the status is of interest.
func untilUp(ctx context.Context, req *http.Request) error {
	for i := 0; i < 4; i++ {
		if i > 0 {
			if err := pause(ctx); err != nil {
				return err
			}
		}
		resp, err := client.Do(req)
		if err != nil {
			continue
		}
		_, _ = io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
		if resp.StatusCode == http.StatusOK {
			return nil
		}
	}
	return errUnavailable
}

func retryable(resp *http.Response) bool { return resp.StatusCode >= 500 }

func byHelper(ctx context.Context, req *http.Request) (*http.Response, error) {
	for i := 0; ; i++ {
		resp, err := client.Do(req)
		if err != nil {
			return nil, err
		}
		if i == 4 || resp.StatusCode < 400 || !retryable(resp) {
			return resp, nil
		}
		resp.Body.Close()
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
}
