// Package good gives up in time.
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

func five(ctx context.Context) error {
	for range 5 {
		if err := call(ctx); err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return errUnavailable
}

func given(ctx context.Context, most int) error {
	for range most {
		if err := call(ctx); err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return errUnavailable
}

// It has to wait until the other side is there.
func connect(ctx context.Context) error {
	for range 60 {
		if err := call(ctx); err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return errUnavailable
}

// Nobody waits for it.
func job() error {
	for range 20 {
		if err := call(context.TODO()); err == nil {
			return nil
		}
		if err := pause(context.TODO()); err != nil {
			return err
		}
	}
	return errUnavailable
}
