// Package bad repeats writes that may have been done.
package bad

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	mrand "math/rand/v2"
	"net/http"
	"time"
)

const base = "http://shop.test"

var client = &http.Client{Timeout: time.Minute}

var errUnavailable = errors.New("unavailable")

func pause(ctx context.Context) error {
	select {
	case <-time.After(mrand.N(time.Second)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func post(ctx context.Context, data []byte) (*http.Response, error) {
	for {
		resp, err := client.Post(base+"/orders", "application/json", bytes.NewReader(data))
		if err == nil {
			return resp, nil
		}
		if err := pause(ctx); err != nil { // want `the retry of \(\*http.Client\).Post repeats a POST after every error, though the server may have done it: send a key that the server knows, or do not repeat it \(retryloop/non-idempotent\)`
			return nil, err
		}
	}
}

func patch(ctx context.Context, data []byte) (*http.Response, error) {
	for i := 0; ; i++ {
		req, err := http.NewRequestWithContext(ctx, http.MethodPatch, base+"/orders/1", bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		req.Header.Set("Content-Type", "application/json")
		resp, err := client.Do(req)
		if err == nil {
			return resp, nil
		}
		if i == 3 || ctx.Err() != nil {
			return nil, errUnavailable
		}
		if err := pause(ctx); err != nil { // want `repeats a PATCH after every error`
			return nil, err
		}
	}
}

func order(ctx context.Context, data []byte) error {
	req, err := http.NewRequestWithContext(ctx, "POST", base+"/orders", bytes.NewReader(data))
	if err != nil {
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func throughHelper(ctx context.Context, data []byte) error {
	for {
		err := order(ctx, data)
		if err == nil || errors.Is(err, context.Canceled) {
			return err
		}
		if err := pause(ctx); err != nil { // want `the retry of bad.order repeats a POST`
			return err
		}
	}
}

func inLiteral(ctx context.Context, data []byte) error {
	for {
		err := func() error {
			resp, err := client.Post(base+"/orders", "application/json", bytes.NewReader(data))
			if err != nil {
				return err
			}
			return resp.Body.Close()
		}()
		if err == nil {
			return nil
		}
		if err := pause(ctx); err != nil { // want `repeats a POST`
			return err
		}
	}
}

func newKey() string {
	var b [16]byte
	_, _ = rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// Each attempt has a key of its own.
func renewed(ctx context.Context, data []byte) (*http.Response, error) {
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, base+"/orders", bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		req.Header.Set("Idempotency-Key", newKey()) // want `each attempt of a retry gets a new Idempotency-Key`
		resp, err := client.Do(req)
		if err == nil {
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
}

func hot(data []byte) (*http.Response, error) {
	for range 5 {
		resp, err := client.Post(base+"/orders", "application/json", bytes.NewReader(data)) // want `makes 5 attempts at once, without a wait; repeats a POST after every error.* \(retryloop/no-backoff\)`
		if err == nil {
			return resp, nil
		}
	}
	return nil, errUnavailable
}
