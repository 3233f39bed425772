// Package said retries what the settings say is retried.
package said

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"
)

var client = &http.Client{Timeout: 5 * time.Second}

// What a user says goes for what is encrypted, too.
func encrypted(ctx context.Context) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = client.Get("https://orders:8443/"); err == nil { // want `3 attempts here × 4 by the mesh for orders:8443 \(-mesh\) = 12 calls`
			return resp, nil
		}
		select {
		case <-time.After(rand.N(time.Second)):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return nil, err
}

// And before what a file says.
func overruled(ctx context.Context) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = client.Get("http://stock/"); err == nil {
			return resp, nil
		}
		select {
		case <-time.After(rand.N(time.Second)):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return nil, err
}

func suffix(ctx context.Context) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = client.Get("http://card.pay.svc/"); err == nil { // want `3 attempts here × 2 by the mesh for card.pay.svc \(-mesh\) = 6 calls`
			return resp, nil
		}
		select {
		case <-time.After(rand.N(time.Second)):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return nil, err
}
