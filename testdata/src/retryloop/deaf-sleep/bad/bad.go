// Package bad sleeps on when nobody waits any more.
package bad

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

func sleeps(ctx context.Context) (err error) {
	for range 3 {
		if err = call(ctx); err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second)) // want `the retry of bad.call sleeps without listening to the context \(retryloop/deaf-sleep\)`
	}
	return err
}

func receives(ctx context.Context) (err error) {
	for range 3 {
		if err = call(ctx); err == nil {
			return nil
		}
		<-time.After(rand.N(time.Second)) // want `sleeps without listening`
	}
	return err
}

func inHandler(w http.ResponseWriter, r *http.Request) {
	for range 3 {
		if err := call(r.Context()); err == nil {
			return
		}
		time.Sleep(rand.N(time.Second)) // want `sleeps without listening`
	}
}

func inLiteral(ctx context.Context) func() error {
	return func() (err error) {
		for range 3 {
			if err = call(ctx); err == nil {
				return nil
			}
			time.Sleep(rand.N(time.Second)) // want `sleeps without listening`
		}
		return err
	}
}

// A channel says that it is over, and is asked between the attempts only.
func quits(stop <-chan struct{}) error {
	for {
		select {
		case <-stop:
			return nil
		default:
		}
		if err := call(context.TODO()); err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Minute)) // want `the retry of bad.call sleeps without listening to stop \(retryloop/deaf-sleep\)`
	}
}
