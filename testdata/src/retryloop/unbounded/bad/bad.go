// Package bad never gives up.
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

func sleeps(ctx context.Context) {
	for {
		if err := call(ctx); err == nil {
			return
		}
		time.Sleep(rand.N(time.Second)) // want `the retry of bad.call ends only with success: when the context has ended it goes on for ever; sleeps without listening to the context \(retryloop/unbounded\)`
	}
}

func handler(w http.ResponseWriter, r *http.Request) {
	for {
		err := call(r.Context())
		if err != nil {
			time.Sleep(time.Second) // want `ends only with success: when the context has ended it goes on for ever; waits 1 s, 1 s, 1 s, …, without jitter: clients that failed together return together; sleeps without`
			continue
		}
		return
	}
}

func condition(ctx context.Context) {
	for err := call(ctx); err != nil; err = call(ctx) {
		time.Sleep(rand.N(time.Second)) // want `ends only with success`
	}
}

// How long to wait only a person knows.
func hot(ctx context.Context) error {
	for {
		if err := call(ctx); err == nil { // want `the retry of bad.call waits for nothing: it sends as fast as the other side can refuse; ends only with success: when the context has ended it goes on for ever \(retryloop/no-backoff\)`
			return nil
		}
	}
}

// The way past the wait would not hear the context.
func past(ctx context.Context, quiet bool) {
	for {
		err := call(ctx)
		if err == nil {
			return
		}
		if quiet {
			continue
		}
		time.Sleep(rand.N(time.Second)) // want `has a way from a failure to the next attempt on which nothing waits; ends only with success: when the context has ended it goes on for ever; sleeps without`
	}
}

func pause(d time.Duration) { time.Sleep(rand.N(d)) }

func throughHelper(ctx context.Context) (int, error) {
	for n := 1; ; n++ { // for as long as it takes
		// Try.
		if call(ctx) == nil {
			return n, nil
		}
		pause(time.Second) // want `ends only with success: when the context has ended it goes on for ever; sleeps without`
	}
}
