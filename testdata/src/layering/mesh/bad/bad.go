// Package bad retries what the mesh retries, too.
package bad

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

var client = &http.Client{Timeout: 5 * time.Second}

func pause(ctx context.Context) error {
	select {
	case <-time.After(rand.N(time.Second)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func plain(ctx context.Context) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = client.Get("http://orders/next"); err == nil { // want `this retry multiplies: 3 attempts here × 3 by the mesh for orders \(mesh.yaml:8\) = 9 calls of .* per request`
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
	return nil, err
}

// The beginning of the URL is enough.
func prefix(ctx context.Context, id string) (resp *http.Response, err error) {
	for range 4 {
		if resp, err = client.Get("http://orders.shop.svc.cluster.local:8080/orders/" + id); err == nil { // want `4 attempts here × 3 by the mesh for orders.shop.svc.cluster.local:8080 \(mesh.yaml:8\) = 12 calls`
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
	return nil, err
}

// So is a format. The number of attempts is not known.
func format(ctx context.Context, id, attempts int) (resp *http.Response, err error) {
	for i := 0; i < attempts; i++ {
		if resp, err = http.Post(fmt.Sprintf("http://%s/orders/%d", "orders.shop", id), "", nil); err == nil { // want `an unknown number of attempts here × 3 by the mesh for orders.shop \(mesh.yaml:8\)`
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
	return nil, err
}

const base = "http://stock"

// Istio retries twice where nobody says how often.
func request(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/items", nil)
	if err != nil {
		return nil, err
	}
	var resp *http.Response
	for range 3 {
		if resp, err = client.Do(req); err == nil { // want `3 attempts here × 3 by the mesh for stock \(mesh.yaml \(Istio's default\)\) = 9 calls`
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
		req = req.Clone(ctx)
	}
	return nil, err
}

func structured(ctx context.Context) (resp *http.Response, err error) {
	u := &url.URL{Scheme: "http", Host: "cards.pay.example.com", Path: "/cards"}
	for range 3 {
		var req *http.Request
		if req, err = http.NewRequestWithContext(ctx, http.MethodGet, u.JoinPath("x").String(), nil); err != nil {
			return nil, err
		}
		if resp, err = client.Do(req); err == nil { // want `3 attempts here × 2 by the mesh for cards.pay.example.com \(envoy.json:3\) = 6 calls`
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
	return nil, err
}

// A ledger knows where it is: all of the package's do.
type ledger struct {
	hc   *http.Client
	root string
}

func newLedger() *ledger { return &ledger{hc: client, root: "http://ledger:8080"} }

func (l *ledger) fetch(ctx context.Context, path string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, l.root+"/v1"+path, nil)
	if err != nil {
		return err
	}
	resp, err := l.hc.Do(req)
	if err != nil {
		return fmt.Errorf("ledger: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 500 {
		return errors.New(resp.Status)
	}
	_, err = io.Copy(io.Discard, resp.Body)
	return err
}

func (l *ledger) Balance(ctx context.Context) (err error) {
	for range 5 {
		if err = l.fetch(ctx, "/balance"); err == nil { // want `5 attempts here × 2 by the mesh for ledger:8080 \(envoy.json:3\) = 10 calls`
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

// A gateway reads what it decrypts.
func edge(ctx context.Context) (resp *http.Response, err error) {
	for range 2 {
		if resp, err = client.Get("https://api.example.com/v1"); err == nil { // want `2 attempts here × 5 by the mesh for api.example.com \(mesh.yaml:35\) = 10 calls`
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
	return nil, err
}

// again is a retry function of the program's own.
func again(ctx context.Context, op func(context.Context) error) (err error) {
	for range 3 {
		if err = op(ctx); err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

func given(ctx context.Context) error {
	return again(ctx, func(ctx context.Context) error { // want `3 attempts here × 3 by the mesh for orders \(mesh.yaml:8\) = 9 calls`
		resp, err := client.Get("http://orders")
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

// A closure that sets what it has captured.
func captured(ctx context.Context) (resp *http.Response, err error) {
	err = again(ctx, func(context.Context) error { // want `9 calls of .* per request`
		resp, err = client.Get("http://orders")
		return err
	})
	return resp, err
}

// Both are retried by the mesh: the one that it retries more is named.
func either(ctx context.Context, old bool) (resp *http.Response, err error) {
	where := "http://orders/"
	if old {
		where = "http://cards.pay.example.com/"
	}
	for range 3 {
		if resp, err = client.Get(where); err == nil { // want `3 attempts here × 3 by the mesh for orders \(mesh.yaml:8\) = 9 calls`
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
	return nil, err
}

var stockURL = "http://stock"

// A variable that nothing sets.
func variable(ctx context.Context) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = client.Head(stockURL); err == nil { // want `3 attempts here × 3 by the mesh for stock`
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
	return nil, err
}
