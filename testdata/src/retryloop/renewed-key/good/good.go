// Package good keeps its keys, or means something else by them.
package good

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	mathrand "math/rand/v2"
	"net/http"
	"time"
)

func pause(attempt int) { time.Sleep(mathrand.N(time.Second << attempt)) }

func newKey() string {
	var b [16]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// One key for all attempts.
func once(client *http.Client, body []byte) (err error) {
	key := newKey()
	for attempt := range 4 {
		req, e := http.NewRequest(http.MethodPost, "https://localhost/payments", bytes.NewReader(body))
		if e != nil {
			return e
		}
		req.Header.Set("Idempotency-Key", key)
		resp, e := client.Do(req)
		if err = e; err == nil {
			return resp.Body.Close()
		}
		pause(attempt)
	}
	return err
}

// Made at need, kept from then on.
func atNeed(client *http.Client, req *http.Request) (err error) {
	for attempt := range 4 {
		if req.Header.Get("Idempotency-Key") == "" {
			req.Header.Set("Idempotency-Key", newKey())
		}
		resp, e := client.Do(req)
		if err = e; err == nil {
			return resp.Body.Close()
		}
		pause(attempt)
	}
	return err
}

func atNeedInVariable(client *http.Client, req *http.Request) (err error) {
	key := ""
	for attempt := range 4 {
		if key == "" {
			key = newKey()
		}
		req.Header.Set("Idempotency-Key", key)
		resp, e := client.Do(req)
		if err = e; err == nil {
			return resp.Body.Close()
		}
		pause(attempt)
	}
	return err
}

// The key is that of the order.
func ofOrder(client *http.Client, req *http.Request, order int) (err error) {
	for attempt := range 4 {
		req.Header.Set("Idempotency-Key", fmt.Sprintf("order-%d", order))
		resp, e := client.Do(req)
		if err = e; err == nil {
			return resp.Body.Close()
		}
		pause(attempt)
	}
	return err
}

// One payment a day has one key a day.
func ofDay(client *http.Client, req *http.Request) (err error) {
	for attempt := range 4 {
		req.Header.Set("Idempotency-Key", time.Now().Format(time.DateOnly))
		resp, e := client.Do(req)
		if err = e; err == nil {
			return resp.Body.Close()
		}
		pause(attempt)
	}
	return err
}

// A request id tells attempts apart, for those who read the logs.
func traced(client *http.Client, req *http.Request) (err error) {
	for attempt := range 4 {
		req.Header.Set("X-Request-Id", newKey())
		resp, e := client.Do(req)
		if err = e; err == nil {
			return resp.Body.Close()
		}
		pause(attempt)
	}
	return err
}

type item struct{ IdempotencyKey, Name string }

type store interface {
	Put(ctx context.Context, it *item) error
}

// Each item is an operation of its own.
func each(ctx context.Context, s store, names []string) error {
	for _, name := range names {
		if err := s.Put(ctx, &item{IdempotencyKey: newKey(), Name: name}); err != nil {
			return err
		}
	}
	return nil
}

// Those that failed are skipped.
func eachOrNone(ctx context.Context, s store, names []string) {
	for _, name := range names {
		if err := s.Put(ctx, &item{IdempotencyKey: newKey(), Name: name}); err != nil {
			continue
		}
	}
}

// The server says that it knows the key of another request.
var errKeyTaken = fmt.Errorf("key taken")

func taken(ctx context.Context, s store, it *item) (err error) {
	it.IdempotencyKey = newKey()
	for attempt := range 4 {
		if err = s.Put(ctx, it); err == nil {
			return nil
		}
		if err == errKeyTaken {
			it.IdempotencyKey = newKey()
		}
		pause(attempt)
	}
	return err
}

// The key is made around the retry, in an operation of its own.
func payAll(ctx context.Context, s store) {
	for {
		it := &item{IdempotencyKey: newKey()}
		for attempt := range 4 {
			if err := s.Put(ctx, it); err == nil {
				break
			}
			pause(attempt)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Hour):
		}
	}
}

// What has the key is not what is sent.
func unsent(ctx context.Context, s store, it *item) (err error) {
	for attempt := range 4 {
		log := &item{IdempotencyKey: newKey()}
		fmt.Println(log.IdempotencyKey)
		if err = s.Put(ctx, it); err == nil {
			return nil
		}
		pause(attempt)
	}
	return err
}

func logged(ctx context.Context, s store, it *item, log func(args ...any) error) (err error) {
	for attempt := range 4 {
		log("Idempotency-Key", newKey())
		if err = s.Put(ctx, it); err == nil {
			return nil
		}
		pause(attempt)
	}
	return err
}

// A helper that is handed the key, which stays the same.
func put(ctx context.Context, s store, key string) error {
	return s.Put(ctx, &item{IdempotencyKey: key})
}

func insistently(ctx context.Context, s store) (err error) {
	key := newKey()
	for attempt := range 4 {
		if err = put(ctx, s, key); err == nil {
			return nil
		}
		pause(attempt)
	}
	return err
}

// It makes a key each time, but nobody repeats it.
func single(ctx context.Context, s store) error {
	return s.Put(ctx, &item{IdempotencyKey: newKey()})
}

func retry(f func() error) (err error) {
	for attempt := range 4 {
		if err = f(); err == nil {
			return nil
		}
		pause(attempt)
	}
	return err
}

func around(ctx context.Context, s store) error {
	it := &item{IdempotencyKey: newKey()}
	return retry(func() error { return s.Put(ctx, it) })
}
