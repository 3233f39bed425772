// Package good ends, or is meant to run for as long as the program.
package good

import (
	"context"
	"errors"
	"log"
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

func pause(ctx context.Context) error {
	select {
	case <-time.After(rand.N(time.Second)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func withContext(ctx context.Context) error {
	for {
		if err := call(ctx); err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
}

func asks(ctx context.Context) {
	for ctx.Err() == nil {
		if err := call(ctx); err == nil {
			return
		}
		_ = pause(ctx)
	}
}

func bySelect(ctx context.Context) {
	for {
		if err := call(ctx); err == nil {
			return
		}
		select {
		case <-time.After(rand.N(time.Second)):
		case <-ctx.Done():
			return
		}
	}
}

func counted(ctx context.Context, most int) (err error) {
	for n := 0; n < most; n++ {
		if err = call(ctx); err == nil {
			return nil
		}
		_ = pause(ctx)
	}
	return err
}

func timed(ctx context.Context) (err error) {
	began := time.Now()
	for time.Since(began) < time.Minute {
		if err = call(ctx); err == nil {
			return nil
		}
		_ = pause(ctx)
	}
	return err
}

// The program's own loop: it has no caller that could have gone.
func background(stop chan bool) {
	for {
		if err := call(context.TODO()); err == nil {
			return
		}
		select {
		case <-time.After(rand.N(time.Second)):
		case <-stop:
			return
		}
	}
}

// What ends it is told to the helper.
type plan struct{ left int }

func (p *plan) again(err error) bool { p.left--; return err != nil && p.left > 0 }

func planned(ctx context.Context, p *plan) error {
	for {
		err := call(ctx)
		if !p.again(err) {
			return err
		}
		_ = pause(ctx)
	}
}

// A context's error is final.
func final(ctx context.Context) error {
	for {
		err := call(ctx)
		if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		_ = pause(context.WithoutCancel(ctx))
	}
}

// A helper that is told the number of attempts may end them, and say why.
func judged(ctx context.Context) (err error) {
	for n := 0; ; n++ {
		err = call(ctx)
		again, why := again(err, n)
		if !again {
			log.Print(why)
			return err
		}
		pause(ctx)
	}
}

func again(err error, n int) (bool, string) { return err != nil && n < limit, "spent" }

var limit = 3
