// Package good waits, or is seen to be paced by something else.
package good

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"
)

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

// A stale connection is retried once.
func once(ctx context.Context) (err error) {
	for range 2 {
		if err = call(ctx); err == nil {
			return nil
		}
	}
	return err
}

// One certain answer is asked for again: it says that the picture was misread.
func captcha(ctx context.Context) (err error) {
	for range 5 {
		err = call(ctx)
		if err == nil {
			break
		}
		if err.Error() != "captcha: no match" {
			break
		}
	}
	return err
}

func sentinel(ctx context.Context) (err error) {
	for range 5 {
		if err = call(ctx); !errors.Is(err, errMoved) {
			return err
		}
	}
	return err
}

var errMoved = errors.New("moved")

func waits(ctx context.Context) (err error) {
	for range 3 {
		if err = call(ctx); err == nil {
			return nil
		}
		select {
		case <-time.After(rand.N(time.Second)):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return err
}

// The wait stands before all attempts but the first.
func before(ctx context.Context) (err error) {
	for attempt := 0; attempt < 4; attempt++ {
		if attempt != 0 {
			select {
			case <-time.After(rand.N(time.Second)):
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		if err = call(ctx); err == nil {
			return nil
		}
	}
	return err
}

// limiter waits, as far as anybody knows.
type limiter interface{ Wait(ctx context.Context) }

func limited(ctx context.Context, l limiter) (err error) {
	for range 5 {
		l.Wait(ctx)
		if err = call(ctx); err == nil {
			return nil
		}
	}
	return err
}

func woken(wake chan bool) {
	for {
		if err := call(context.TODO()); err == nil {
			return
		}
		<-wake
	}
}

func signalled(c *sync.Cond) {
	for {
		if err := call(context.TODO()); err == nil {
			return
		}
		c.L.Lock()
		c.Wait()
		c.L.Unlock()
	}
}

// Something between the attempts takes its time on the wire.
func asksElsewhere(ctx context.Context) (err error) {
	for range 5 {
		if err = call(ctx); err == nil {
			return nil
		}
		if refresh(ctx) != nil {
			return err
		}
	}
	return err
}

func refresh(ctx context.Context) error { return call(ctx) }

// How often is not known: once more is often right.
func configured(ctx context.Context, retries int) (err error) {
	for i := 0; i <= retries && ctx.Err() == nil; i++ {
		if err = call(ctx); err == nil {
			return nil
		}
	}
	return err
}

// What is behind the interface may wait by itself.
type receiver interface {
	Receive(ctx context.Context) error
}

func receives(ctx context.Context, r receiver) error {
	for ctx.Err() == nil {
		if err := r.Receive(ctx); err == nil {
			return nil
		}
	}
	return ctx.Err()
}
