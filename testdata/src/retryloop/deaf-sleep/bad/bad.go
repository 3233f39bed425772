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

type answer struct{ text string }

func get(ctx context.Context) (answer, error) { return answer{}, call(ctx) }

func inElse(ctx context.Context) (answer, error) {
	for range 3 {
		if a, err := get(ctx); err == nil {
			return a, nil
		} else if ctx != nil {
			time.Sleep(rand.N(time.Second)) // want `sleeps without listening`
		}
	}
	return answer{}, ctx.Err()
}

func inCase(ctx context.Context, again <-chan bool) (n int, s string, ok bool, p *answer, err error) {
	for range 3 {
		if err = call(ctx); err == nil {
			return 0, "", true, nil, nil
		}
		switch {
		default:
			time.Sleep(rand.N(time.Second)) // want `sleeps without listening`
		}
	}
	return
}

func timer(ctx context.Context) (req http.Request, err error) {
	for range 3 {
		if err = call(ctx); err == nil {
			break
		}
		t := time.NewTimer(rand.N(time.Second))
		<-t.C // want `sleeps without listening`
	}
	return req, err
}

func lonelyCase(ctx context.Context) error {
	for range 3 {
		if err := call(ctx); err == nil {
			return nil
		}
		select {
		case <-time.After(rand.N(time.Second)): // want `sleeps without listening`
		}
	}
	return ctx.Err()
}

func generic[T any](ctx context.Context, op func(context.Context) (T, error)) (T, error) {
	var last error
	for range 3 {
		v, err := op(ctx)
		if err == nil {
			return v, nil
		}
		last = err
		time.Sleep(rand.N(time.Second)) // want `sleeps without listening`
	}
	return *new(T), last
}

// Behind the loop is what is done when all attempts have failed.
func noError(ctx context.Context) bool {
	for i := 0; i < 3; i++ {
		if call(ctx) == nil {
			return true
		}
		time.Sleep(rand.N(time.Second)) // want `sleeps without listening`
	}
	return false
}

// A break would leave the switch.
func noErrorInSwitch(ctx context.Context) bool {
	for i := 0; i < 3; i++ {
		switch err := call(ctx); {
		case err == nil:
			return true
		default:
			time.Sleep(rand.N(time.Second)) // want `sleeps without listening`
		}
	}
	return false
}

// Nothing tells what to return.
func noEnd(ctx context.Context) (attempts int) {
	for {
		attempts++
		if call(ctx) == nil {
			return attempts
		}
		time.Sleep(rand.N(time.Second)) // want `ends only with success.*sleeps without listening`
	}
}

// That context has ended with the attempt.
func ofTheAttempt(ctx context.Context) (err error) {
	for range 3 {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		err = call(ctx)
		cancel()
		if err == nil {
			break
		}
		time.Sleep(rand.N(time.Second)) // want `sleeps without listening`
	}
	return err
}

func ofTheAttemptToo(ctx context.Context) (err error) {
	for range 3 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Second)
		err = call(ctx)
		cancel()
		if err == nil {
			break
		}
		time.Sleep(rand.N(time.Second)) // want `sleeps without listening`
	}
	return err
}

func beforeTheAttempt(ctx context.Context) (err error) {
	for i := range 3 {
		if i > 0 {
			time.Sleep(rand.N(time.Second)) // want `sleeps without listening`
		}
		if err = call(ctx); err == nil {
			break
		}
	}
	return err
}

func ofTheRequest(ctx context.Context) (err error) {
	if err := ctx.Err(); err != nil {
		return err
	} else {
		ctx, cancel := context.WithTimeout(ctx, time.Minute)
		defer cancel()
		for range 3 {
			if err = call(ctx); err == nil {
				break
			}
			time.Sleep(rand.N(time.Second)) // want `sleeps without listening`
		}
	}
	return err
}

func nap(d time.Duration) { time.Sleep(rand.N(d)) }

// What else the helper does is its own.
func helper(ctx context.Context) (err error) {
	for range 3 {
		if err = call(ctx); err == nil {
			break
		}
		nap(time.Second) // want `sleeps without listening`
	}
	return err
}

func doze(d time.Duration) { time.Sleep(d) }

func thinHelper(ctx context.Context) (err error) {
	for range 3 {
		if err = call(ctx); err == nil {
			break
		}
		doze(time.Second) // want `waits 1 s, 1 s, without jitter.*sleeps without listening`
	}
	return err
}

func unnamed(context.Context, *http.Request) (err error) {
	for range 3 {
		if err = call(context.TODO()); err == nil {
			break
		}
		time.Sleep(rand.N(time.Second)) // want `sleeps without listening`
	}
	return err
}
