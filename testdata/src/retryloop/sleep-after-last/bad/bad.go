// Package bad waits when nothing is left to wait for.
package bad

import (
	"context"
	"errors"
	"fmt"
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

func constant(ctx context.Context) (err error) {
	for i := 0; i < 3; i++ {
		if err = call(ctx); err == nil {
			return nil
		}
		select {
		case <-time.After(rand.N(time.Second << i)): // want `the retry of bad.call waits once more after the last attempt, when nothing is left but to give up \(retryloop/sleep-after-last\)`
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return err
}

func named(ctx context.Context) error {
	delay := time.Second
	for attempt := 1; attempt <= most; attempt++ {
		err := call(ctx)
		if err == nil {
			return nil
		}
		// Until the server is back.
		if err := pause(ctx, delay); err != nil { // want `waits once more`
			return err
		}
		delay *= 2
	}
	return errUnavailable
}

func given(ctx context.Context, attempts int) error {
	for i := 0; i < attempts; i++ {
		err := call(ctx)
		if err != nil {
			if err := pause(ctx, time.Second); err != nil { // want `waits once more`
				return err
			}
			continue
		}
		return nil
	}
	return errUnavailable
}

func rangeOver(ctx context.Context) (err error) {
	for range 3 {
		if err = call(ctx); err == nil {
			return nil
		}
		if err := pause(ctx, time.Second); err != nil { // want `waits once more`
			return err
		}
	}
	return err
}

// A cap asks for the number of attempts, and decides nothing.
func capped(ctx context.Context) error {
	for i := 0; i < 5; i++ {
		if err := call(ctx); err == nil {
			return nil
		}
		d := 100 * time.Millisecond << i
		if d > time.Second {
			d = time.Second
		}
		if err := pause(ctx, d); err != nil { // want `waits once more`
			return err
		}
	}
	return errUnavailable
}

// The number is asked for at the head, after the wait.
func atHead(ctx context.Context) error {
	for i := 0; ; i++ {
		if i >= most {
			return errUnavailable
		}
		if err := call(ctx); err == nil {
			return nil
		}
		if err := pause(ctx, time.Second); err != nil { // want `waits once more`
			return err
		}
	}
}

// What is counted on is used after the loop, so that leaving it earlier says less.
func used(ctx context.Context) error {
	var waited time.Duration
	for i := 0; i < most; i++ {
		if err := call(ctx); err == nil {
			return nil
		}
		if err := pause(ctx, time.Second); err != nil { // want `waits once more`
			return err
		}
		waited += time.Second
	}
	return fmt.Errorf("unavailable for %s", waited)
}

// All of it is mended at once.
func deaf(ctx context.Context) (err error) {
	for i := 0; i < most; i++ {
		if err = call(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second) // want `waits 1 s, 1 s, 1 s, without jitter: .*; sleeps without listening to the context; waits once more after the last attempt`
	}
	return err
}
