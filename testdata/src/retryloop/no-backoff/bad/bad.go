// Package bad sends again at once.
package bad

import (
	"context"
	"log"
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

func forEver() {
	for {
		if err := call(context.TODO()); err == nil { // want `the retry of bad.call waits for nothing: it sends as fast as the other side can refuse \(retryloop/no-backoff\)`
			return
		}
	}
}

func logs() {
	for {
		err := call(context.TODO()) // want `waits for nothing`
		if err != nil {
			log.Print(err)
			continue
		}
		break
	}
}

func five(ctx context.Context) (err error) {
	for range 5 {
		if err = call(ctx); err == nil { // want `the retry of bad.call makes 5 attempts at once, without a wait \(retryloop/no-backoff\)`
			return nil
		}
	}
	return err
}

type drive interface {
	Read(ctx context.Context) error
}

// The other drive is never another one: that it is there ends nothing.
func other(ctx context.Context, next func() drive) {
	for d := next(); d != nil; {
		if err := d.Read(ctx); err == nil { // want `the retry of drive.Read waits for nothing.*; ends only with success`
			break
		}
	}
}

// One of the ways back does not wait.
func forgotten() {
	for {
		err := call(context.TODO())
		if err == nil {
			return
		}
		if quiet {
			continue
		}
		time.Sleep(pause()) // want `the retry of bad.call has a way from a failure to the next attempt on which nothing waits \(retryloop/no-backoff\)`
	}
}

var (
	pause func() time.Duration
	quiet bool
)

// Only the end of the context ends it.
func untilTheEnd(ctx context.Context) error {
	for ctx.Err() == nil {
		if err := call(ctx); err == nil { // want `the retry of bad.call waits for nothing: until the context ends it sends as fast as the other side can refuse \(retryloop/no-backoff\)`
			return nil
		}
	}
	return ctx.Err()
}

func untilDone(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		default:
		}
		if err := call(ctx); err == nil { // want `until the context ends it sends as fast as the other side can refuse`
			return nil
		}
	}
}
