// Package good has constant waits that are no backoff, or random ones.
package good

import (
	"context"
	"errors"
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

var errGaveUp = errors.New("gave up")

func random() error {
	for range 4 {
		if err := call(context.TODO()); err == nil {
			return nil
		}
		time.Sleep(time.Second + rand.N(time.Second))
	}
	return errGaveUp
}

// A ticker sets a pace.
func paced(ctx context.Context) error {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for {
		if err := call(ctx); err == nil {
			return nil
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// It waits for a state, as its name says.
func waitForOrders() {
	for {
		if err := call(context.TODO()); err == nil {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// It goes on after a success: nothing is repeated because it failed.
func periodic() {
	for {
		if err := call(context.TODO()); err != nil {
			time.Sleep(time.Second)
			continue
		}
		time.Sleep(time.Minute)
	}
}
