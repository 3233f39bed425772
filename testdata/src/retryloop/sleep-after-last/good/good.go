// Package good waits only between attempts.
package good

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"time"
)

const most = 4

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

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(rand.N(d)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func leaves(ctx context.Context) (err error) {
	for i := 0; i < most; i++ {
		if err = call(ctx); err == nil {
			return nil
		}
		if i == most-1 {
			break
		}
		if err := pause(ctx, time.Second); err != nil {
			return err
		}
	}
	return err
}

func onlyBetween(ctx context.Context) (err error) {
	for i := 0; i < most; i++ {
		if err = call(ctx); err == nil {
			return nil
		}
		if i < most-1 {
			if err := pause(ctx, time.Second); err != nil {
				return err
			}
		}
	}
	return err
}

func atHead(ctx context.Context) (err error) {
	for i := 0; i < most; i++ {
		if i > 0 {
			if err := pause(ctx, time.Second); err != nil {
				return err
			}
		}
		if err = call(ctx); err == nil {
			return nil
		}
	}
	return err
}

// It waits before each attempt, the first one included.
func before(ctx context.Context) (err error) {
	for i := 0; i < most; i++ {
		if err := pause(ctx, time.Second); err != nil {
			return err
		}
		if err = call(ctx); err == nil {
			return nil
		}
	}
	return err
}

func askedBefore(ctx context.Context) error {
	for i := 1; ; i++ {
		err := call(ctx)
		if err == nil || i >= most {
			return err
		}
		if err := pause(ctx, time.Second); err != nil {
			return err
		}
	}
}

func mayRetry(err error, attempt int) bool { return err != nil && attempt < most }

func byHelper(ctx context.Context) (err error) {
	for i := 0; i <= most; i++ {
		if err = call(ctx); !mayRetry(err, i) {
			return err
		}
		if err := pause(ctx, time.Second); err != nil {
			return err
		}
	}
	return err
}

// One attempt more follows on the loop.
func oneMore(ctx context.Context) error {
	for i := 0; i < most; i++ {
		if err := call(ctx); err == nil {
			return nil
		}
		if err := pause(ctx, time.Second); err != nil {
			return err
		}
	}
	return call(ctx)
}

// The attempts go on, after something else.
func inLoop(ctx context.Context, reconnect func() bool) error {
	for reconnect() {
		for i := 0; i < most; i++ {
			if err := call(ctx); err == nil {
				return nil
			}
			if err := pause(ctx, time.Second); err != nil {
				return err
			}
		}
	}
	return errUnavailable
}

// Only the context ends it.
func endless(ctx context.Context) error {
	for {
		if err := call(ctx); err == nil {
			return nil
		}
		if err := pause(ctx, time.Second); err != nil {
			return err
		}
	}
}

// The time ends it, and may do so during the wait.
func timed(ctx context.Context) error {
	for began := time.Now(); time.Since(began) < time.Minute; {
		if err := call(ctx); err == nil {
			return nil
		}
		if err := pause(ctx, time.Second); err != nil {
			return err
		}
	}
	return errUnavailable
}
