// Package bad waits ever longer.
package bad

import (
	"context"
	"math"
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

func doubles() {
	backoff := time.Second
	for {
		if err := call(context.TODO()); err == nil {
			return
		}
		time.Sleep(backoff) // want `the retry of bad.call waits longer each time without a limit: 1 h 8 min after attempt 13; waits 1 s, 2 s, 4 s, …, without jitter: clients that failed together return together \(retryloop/no-cap\)`
		backoff *= 2
	}
}

func shifts() {
	for i := 0; ; i++ {
		if err := call(context.TODO()); err == nil {
			return
		}
		time.Sleep(time.Second << i) // want `waits longer each time without a limit: 1 h 8 min after attempt 13`
	}
}

const most = 5 * time.Minute

// pause has a cap, and what overflows is below it.
func pause(n int) time.Duration {
	wait := time.Duration(math.Pow(2, float64(n))) * (5 * time.Second) // want `overflows after attempt 32: the wait is then negative, below any cap, and the retry of bad.call in capTooLate waits for nothing \(retryloop/no-cap\)`
	if wait > most {
		wait = most
	}
	return wait
}

func capTooLate() {
	for n := 0; ; n++ {
		if err := call(context.TODO()); err == nil {
			return
		}
		time.Sleep(pause(n)) // want `the retry of bad.call waits 5 s, 10 s, 20 s, …, without jitter`
	}
}

// The float is as large as needed, and the duration made of it is not.
func powersOfThree() {
	for n := 0; ; n++ {
		if err := call(context.TODO()); err == nil {
			return
		}
		time.Sleep(time.Duration(math.Pow(3, float64(n)) * float64(time.Second))) // want `waits longer each time without a limit: 1 h 49 min after attempt 9`
	}
}

// It ends, but not soon enough.
func twentyTimes() {
	wait := time.Second
	for range 20 {
		if err := call(context.TODO()); err == nil {
			return
		}
		time.Sleep(wait) // want `waits longer each time without a limit: 1 h 8 min after attempt 13`
		wait *= 2
	}
}
