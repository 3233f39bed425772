// Package good listens to the server, or has nothing to listen to.
package good

import (
	"context"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

var client = &http.Client{Timeout: time.Minute}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d + rand.N(d)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func reads(ctx context.Context, req *http.Request) (*http.Response, error) {
	for i := 0; ; i++ {
		resp, err := client.Do(req)
		if err != nil {
			return nil, err
		}
		if i == 4 || resp.StatusCode < 500 {
			return resp, nil
		}
		d := time.Second
		if s, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil {
			d = min(time.Duration(s)*time.Second, time.Minute)
		}
		resp.Body.Close()
		if err := pause(ctx, d); err != nil {
			return nil, err
		}
	}
}

func after(h http.Header) time.Duration {
	s, err := strconv.Atoi(h.Get("retry-after"))
	if err != nil {
		return time.Second
	}
	return min(time.Duration(s)*time.Second, time.Minute)
}

func byHelper(ctx context.Context, req *http.Request) (*http.Response, error) {
	for i := 0; ; i++ {
		resp, err := client.Do(req)
		if err != nil {
			return nil, err
		}
		if i == 4 || resp.StatusCode < 500 {
			return resp, nil
		}
		resp.Body.Close()
		if err := pause(ctx, after(resp.Header)); err != nil {
			return nil, err
		}
	}
}

// Who is given the response may read it.
func handedOn(ctx context.Context, req *http.Request, wait func(*http.Response) time.Duration) (*http.Response, error) {
	for i := 0; ; i++ {
		resp, err := client.Do(req)
		if err != nil {
			return nil, err
		}
		if i == 4 || resp.StatusCode < 500 {
			return resp, nil
		}
		resp.Body.Close()
		if err := pause(ctx, wait(resp)); err != nil {
			return nil, err
		}
	}
}

func ranged(ctx context.Context, req *http.Request, look func(string, []string) time.Duration) (*http.Response, error) {
	for i := 0; ; i++ {
		resp, err := client.Do(req)
		if err != nil {
			return nil, err
		}
		if i == 4 || resp.StatusCode < 500 {
			return resp, nil
		}
		d := time.Second
		for name, values := range resp.Header {
			d = max(d, look(name, values))
		}
		resp.Body.Close()
		if err := pause(ctx, d); err != nil {
			return nil, err
		}
	}
}

// Other statuses come without the header.
func badGateway(ctx context.Context, req *http.Request) (*http.Response, error) {
	for i := 0; ; i++ {
		resp, err := client.Do(req)
		if err != nil {
			return nil, err
		}
		if i == 4 || resp.StatusCode != http.StatusBadGateway {
			return resp, nil
		}
		resp.Body.Close()
		if err := pause(ctx, time.Second); err != nil {
			return nil, err
		}
	}
}

// Which statuses are repeated is decided elsewhere.
func decided(ctx context.Context, req *http.Request, again func(int) bool) (*http.Response, error) {
	for i := 0; ; i++ {
		resp, err := client.Do(req)
		if err == nil && (i == 4 || resp.StatusCode < 400 || !again(resp.StatusCode)) {
			return resp, nil
		}
		if resp != nil {
			resp.Body.Close()
		}
		if err := pause(ctx, time.Second); err != nil {
			return nil, err
		}
	}
}

// Only errors are repeated.
func onlyErrors(ctx context.Context, req *http.Request) (*http.Response, error) {
	for i := 0; ; i++ {
		resp, err := client.Do(req)
		if err == nil || i == 4 {
			return resp, err
		}
		if err := pause(ctx, time.Second); err != nil {
			return nil, err
		}
	}
}
