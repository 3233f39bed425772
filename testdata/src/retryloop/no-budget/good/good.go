// Package good asks before it tries again.
package good

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"time"
)

var errUnavailable = errors.New("unavailable")

func call(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://orders.test", nil)
	if err != nil {
		return err
	}
	client := http.Client{Timeout: time.Second}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func pause(ctx context.Context) error {
	select {
	case <-time.After(rand.N(time.Second)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

type bucket struct{ tokens int }

func (b *bucket) take() bool {
	b.tokens--
	return b.tokens >= 0
}

func asked(ctx context.Context, b *bucket) error {
	for i := range 3 {
		if i > 0 && !b.take() {
			return errUnavailable
		}
		if err := call(ctx); err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return errUnavailable
}

func once(ctx context.Context) error { return call(ctx) }
