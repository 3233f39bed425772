// Package good listens, or has nothing to listen to.
package good

import (
	"context"
	"math/rand/v2"
	"net/http"
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

func listens(ctx context.Context) (err error) {
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

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

func throughHelper(ctx context.Context) (err error) {
	for range 3 {
		if err = call(ctx); err == nil {
			return nil
		}
		sleep(ctx, rand.N(time.Second))
	}
	return err
}

// There is no context.
func none() (err error) {
	for range 3 {
		if err = call(context.TODO()); err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}
