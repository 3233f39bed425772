// Package good retries what the mesh does not, or nobody knows whether it does.
package good

import (
	"context"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
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

func get(ctx context.Context, where string) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = client.Get(where); err == nil {
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
	return nil, err
}

// One of the callers asks the environment.
func Callers(ctx context.Context) error {
	if _, err := get(ctx, "http://orders/"); err != nil {
		return err
	}
	_, err := get(ctx, os.Getenv("ORDERS"))
	return err
}

// Not retried here.
func Once() (*http.Response, error) { return client.Get("http://orders/next") }

func other(ctx context.Context, where func() (*http.Response, error)) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = where(); err == nil {
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
	return nil, err
}

// The mesh knows nothing of it, has its retries switched off, or can't read it.
func Others(ctx context.Context) error {
	for _, f := range []func() (*http.Response, error){
		func() (*http.Response, error) { return client.Get("http://elsewhere.example.com/") },
	} {
		if _, err := other(ctx, f); err != nil {
			return err
		}
	}
	if _, err := other(ctx, func() (*http.Response, error) { return client.Get("http://elsewhere/") }); err != nil {
		return err
	}
	if _, err := other(ctx, func() (*http.Response, error) { return client.Get("http://quiet/") }); err != nil {
		return err
	}
	if _, err := other(ctx, func() (*http.Response, error) { return client.Get("https://orders/") }); err != nil {
		return err
	}
	// In Envoy a port belongs to the name.
	if _, err := other(ctx, func() (*http.Response, error) { return client.Get("http://ledger/") }); err != nil {
		return err
	}
	_, err := other(ctx, func() (*http.Response, error) { return client.Get("http://orders.depot/") })
	return err
}

// Who knows how the host goes on: http://orders.depot would be another one.
func HalfAHost(ctx context.Context, domain string) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = client.Get("http://orders" + domain); err == nil {
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
	return nil, err
}

// The host may come from a file.
type Config struct{ Orders string }

func Configured(ctx context.Context, c *Config) (resp *http.Response, err error) {
	if c.Orders == "" {
		c.Orders = "http://orders/"
	}
	for range 3 {
		if resp, err = client.Get(c.Orders); err == nil {
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
	return nil, err
}

// An attempt does not fail for what it only tells.
func tell() {
	if _, err := client.Get("http://orders/seen"); err != nil {
		log.Print(err)
	}
}

func Tells(ctx context.Context) (resp *http.Response, err error) {
	return other(ctx, func() (*http.Response, error) {
		tell()
		if _, err := client.Get("http://orders/seen"); err != nil {
			log.Print(err)
		}
		go client.Get("http://orders/later")
		return client.Get("http://elsewhere/")
	})
}

// An attempt, not a retry: each goes to another server.
func Failover(ctx context.Context) (resp *http.Response, err error) {
	for _, where := range []string{"http://orders/", "http://stock/"} {
		if resp, err = client.Get(where); err == nil {
			return resp, nil
		}
	}
	return nil, err
}

// Nothing is known of what a URL of another becomes.
func Parsed(ctx context.Context, u *url.URL) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = client.Get(u.String()); err == nil {
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
	return nil, err
}

// Variables that the environment, a flag or another package may set.
var (
	fromEnv  = os.Getenv("ORDERS")
	fromFlag = "http://orders"
	Public   = "http://orders"
)

func init() {
	if fromEnv == "" {
		fromEnv = "http://orders"
	}
	flag.StringVar(&fromFlag, "orders", "http://orders", "where the orders are")
}

func Variables(ctx context.Context) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = client.Get(fromEnv); err == nil {
			break
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
	for range 3 {
		if resp, err = client.Get(fromFlag); err == nil {
			break
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
	for range 3 {
		if resp, err = client.Get(Public); err == nil {
			break
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
	return resp, err
}

// A part of the host is a parameter.
func Formatted(ctx context.Context, shop string) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = client.Get(fmt.Sprintf("http://orders.%s/next", shop)); err == nil {
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
	return nil, err
}
