// want package:`retried\(3 × loop layers\.Asked \[.*\] > \(layers\.Store\)\.Load\)`

// Package layers has functions that run through retries.
package layers

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"
)

type Store interface { // what stands behind it is not known here
	Load(ctx context.Context) error
}

func Once(ctx context.Context, c *http.Client, url string) error { // want Once:`reaches\(layers\.Once → \(\*http\.Client\)\.Do\)` Once:`needs.*`
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func Thrice(ctx context.Context, c *http.Client, url string) (err error) { // want Thrice:`reaches.* sleeps layers\(3 × loop layers\.Thrice \[.*\] > \(\*http\.Client\)\.Do\)` Thrice:`needs.*`
	for range 3 {
		if err = Once(ctx, c, url); err == nil {
			return nil
		}
		Pause(ctx)
	}
	return err
}

// Through is given the layers of what it calls.
func Through(ctx context.Context, c *http.Client) error { // want Through:`reaches.* sleeps layers\(3 × loop layers\.Thrice .*\)` Through:`needs.*`
	return Thrice(ctx, c, "https://example.com")
}

// Asked retries what nobody here knows.
func Asked(ctx context.Context, s Store) (err error) { // want Asked:`sleeps asks layers\(3 × loop layers\.Asked \[.*\] > \(layers\.Store\)\.Load\)`
	for range 3 {
		if err = s.Load(ctx); err == nil {
			return nil
		}
		Pause(ctx)
	}
	return err
}

func Retry(ctx context.Context, n int, op func(context.Context) error) (err error) { // want Retry:`repeats2×parameter 1` Retry:`sleeps asks`
	for range n {
		if err = op(ctx); err == nil {
			return nil
		}
		Pause(ctx)
	}
	return err
}

// Again counts the attempts after the first.
func Again(ctx context.Context, n int, op func(context.Context) error) error { // want Again:`repeats2×parameter 1\+1` Again:`sleeps asks`
	for i := 0; ; i++ {
		err := op(ctx)
		if err == nil || i == n {
			return err
		}
		Pause(ctx)
	}
}

// Middleware returns what repeats.
func Middleware(next func(context.Context) error) func(context.Context) error { // want Middleware:`repeats0×3 later`
	return func(ctx context.Context) (err error) {
		for range 3 {
			if err = next(ctx); err == nil {
				return nil
			}
			Pause(ctx)
		}
		return err
	}
}

func Pause(ctx context.Context) { // want Pause:`sleeps`
	select {
	case <-ctx.Done():
	case <-time.After(rand.N(time.Second)):
	}
}
