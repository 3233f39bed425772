// Package good repeats only what may be repeated.
package good

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"syscall"
	"time"
)

const base = "http://shop.test"

var client = &http.Client{Timeout: time.Minute}

func pause(ctx context.Context) error {
	select {
	case <-time.After(rand.N(time.Second)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func withKey(ctx context.Context, data []byte, key string) (*http.Response, error) {
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, base+"/orders", bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		req.Header.Set("Idempotency-Key", key)
		resp, err := client.Do(req)
		if err == nil {
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
}

type charge struct {
	Amount         int
	IdempotencyKey string
}

func encode(c *charge) []byte { return []byte(c.IdempotencyKey) }

// The key is part of the body.
func inBody(ctx context.Context, c *charge, key string) (*http.Response, error) {
	c.IdempotencyKey = key
	for {
		resp, err := client.Post(base+"/charges", "application/json", bytes.NewReader(encode(c)))
		if err == nil {
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
}

func put(ctx context.Context, data []byte) (*http.Response, error) {
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodPut, base+"/orders/1", bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		resp, err := client.Do(req)
		if err == nil {
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
}

func anyMethod(ctx context.Context, method string, data []byte) (*http.Response, error) {
	for {
		req, err := http.NewRequestWithContext(ctx, method, base+"/orders/1", bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		resp, err := client.Do(req)
		if err == nil {
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
}

// The server has not even been reached.
func refused(ctx context.Context, data []byte) (*http.Response, error) {
	for {
		resp, err := client.Post(base+"/orders", "application/json", bytes.NewReader(data))
		if err == nil || !errors.Is(err, syscall.ECONNREFUSED) {
			return resp, err
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
}

// Which errors are repeated is decided elsewhere.
func decided(ctx context.Context, data []byte, again func(error) bool) (*http.Response, error) {
	for {
		resp, err := client.Post(base+"/orders", "application/json", bytes.NewReader(data))
		if !again(err) {
			return resp, err
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
}

// The server has said that it did nothing.
func tooMany(ctx context.Context, data []byte) (*http.Response, error) {
	for i := 0; ; i++ {
		resp, err := client.Post(base+"/orders", "application/json", bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		if i == 4 || resp.StatusCode != http.StatusTooManyRequests {
			return resp, nil
		}
		resp.Body.Close()
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
}

// A query by POST.
func search(ctx context.Context, data []byte) (*http.Response, error) {
	for {
		resp, err := client.Post(base+"/orders/_search", "application/json", bytes.NewReader(data))
		if err == nil {
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
}

// Who is given the request may set a key.
func signed(ctx context.Context, data []byte, sign func(*http.Request)) (*http.Response, error) {
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, base+"/orders", bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		sign(req)
		resp, err := client.Do(req)
		if err == nil {
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
}
