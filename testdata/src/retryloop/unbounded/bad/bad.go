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
