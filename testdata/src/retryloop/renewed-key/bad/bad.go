// Package bad makes a new idempotency key in each attempt.
package bad

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"net/http"
	"time"
)

func pause(attempt int) { time.Sleep(mathrand.N(time.Second << attempt)) }

func inHeader(client *http.Client, body []byte) error {
	var err error
	for attempt := range 4 {
		req, e := http.NewRequest(http.MethodPost, "https://localhost/payments", bytes.NewReader(body))
		if e != nil {
			return e
		}
		req.Header.Set("Idempotency-Key", rand.Text()) // want "each attempt of a retry gets a new Idempotency-Key: "
		resp, e := client.Do(req)
		if err = e; err == nil {
			return resp.Body.Close()
		}
		pause(attempt)
	}
	return err
}

// The header is set beside, the key made by a helper.
func newKey() string {
	var b [16]byte
	rand.Read(b[:])
	return "order-" + hex.EncodeToString(b[:])
}

func byHelper(client *http.Client, req *http.Request) (resp *http.Response, err error) {
	for attempt := range 4 {
		key := newKey()
		req.Header["Idempotency-Key"] = []string{key} // want "new Idempotency-Key"
		if resp, err = client.Do(req); err == nil {
			return resp, nil
		}
		pause(attempt)
	}
	return nil, err
}

type Input struct {
	ClientToken *string
	Size        int
}

type Cloud interface {
	Create(ctx context.Context, in *Input) error
}

func inField(ctx context.Context, c Cloud) (err error) {
	for attempt := range 4 {
		token := fmt.Sprintf("vm-%d", time.Now().UnixNano())
		if err = c.Create(ctx, &Input{ClientToken: &token, Size: 3}); err == nil { // want "new ClientToken"
			return nil
		}
		pause(attempt)
	}
	return err
}

// The second attempt has another key than the first.
func afterFailure(ctx context.Context, c Cloud) (err error) {
	token := newKey()
	in := &Input{ClientToken: &token}
	for attempt := range 4 {
		if err = c.Create(ctx, in); err == nil {
			return nil
		}
		next := newKey()
		in.ClientToken = &next // want "new ClientToken"
		pause(attempt)
	}
	return err
}

// What is repeated makes the key by itself.
type shop struct{ client *http.Client }

func (s *shop) pay(ctx context.Context, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://localhost/payments", bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("X-Idempotency-Key", newKey()) // want "new X-Idempotency-Key"
	resp, err := s.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (s *shop) payInsistently(ctx context.Context, body []byte) (err error) {
	for attempt := range 4 {
		if err = s.pay(ctx, body); err == nil {
			return nil
		}
		pause(attempt)
	}
	return err
}

// It is handed a key, a new one each time.
func (s *shop) refund(ctx context.Context, key string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://localhost/refunds", nil)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	resp, err := s.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (s *shop) refundInsistently(ctx context.Context) (err error) {
	for attempt := range 4 {
		if err = s.refund(ctx, newKey()); err == nil { // want "new Idempotency-Key"
			return nil
		}
		pause(attempt)
	}
	return err
}

// A function makes the request with its key.
func (s *shop) request(ctx context.Context) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://localhost/orders", nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Idempotency-Key", newKey()) // want "new Idempotency-Key"
	return req, nil
}

func (s *shop) order(ctx context.Context) (err error) {
	for attempt := range 4 {
		req, e := s.request(ctx)
		if e != nil {
			return e
		}
		resp, e := s.client.Do(req)
		if err = e; err == nil {
			return resp.Body.Close()
		}
		pause(attempt)
	}
	return err
}

// A retry helper of this package, which is told by its own kind of error.
type RetryError struct {
	Err   error
	Again bool
}

func retry(ctx context.Context, f func() *RetryError) error {
	for attempt := 0; ; attempt++ {
		failed := f()
		if failed == nil {
			return nil
		}
		if !failed.Again {
			return failed.Err
		}
		select {
		case <-ctx.Done():
			return errors.Join(failed.Err, ctx.Err())
		case <-time.After(mathrand.N(time.Second << min(attempt, 5))):
		}
	}
}

type api interface {
	Post(ctx context.Context, action string, req map[string]any) (map[string]any, error)
}

func create(ctx context.Context, a api) error {
	req := map[string]any{"ClientToken": newKey()}
	return retry(ctx, func() *RetryError {
		_, err := a.Post(ctx, "CreateGateway", req)
		req["ClientToken"] = newKey() // want "new ClientToken"
		if err != nil {
			return &RetryError{Err: err, Again: true}
		}
		return nil
	})
}

func createBefore(ctx context.Context, a api) error {
	return retry(ctx, func() *RetryError {
		req := map[string]any{"clientToken": newKey()} // want "new clientToken"
		if _, err := a.Post(ctx, "CreateGateway", req); err != nil {
			return &RetryError{Err: err, Again: true}
		}
		return nil
	})
}
