package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

// The customers come at a constant rate, whether or not those before them have been
// served. Three of four buy, one looks. Nobody waits for longer than his patience, and
// nobody comes twice.
const (
	perSecond = 20
	patience  = 2 * time.Second
)

// A second is what happened in it.
type second struct {
	Customers int // who came
	Good      int // of them, who were served within their patience
	Inventory int // calls of the inventory, with all attempts
	Payments  int // and of the payments
}

// A record has all seconds since it began.
type record struct {
	mu      sync.Mutex
	start   time.Time
	seconds []second
}

func (r *record) begin() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.start = time.Now()
}

// at changes the second of a moment.
func (r *record) at(moment time.Time, f func(*second)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if n := int(moment.Sub(r.start) / time.Second); !r.start.IsZero() && n < len(r.seconds) {
		f(&r.seconds[n])
	}
}

// customers come until all seconds are over, and have gone when it returns.
func customers(r *record, client *http.Client) {
	var gone sync.WaitGroup
	for n := range perSecond * len(r.seconds) {
		came := time.Now()
		r.at(came, func(s *second) { s.Customers++ })
		gone.Go(func() {
			ctx, cancel := context.WithTimeout(context.Background(), patience)
			defer cancel()
			if visit(ctx, client, n) == nil {
				r.at(came, func(s *second) { s.Good++ })
			}
		})
		time.Sleep(time.Second / perSecond)
	}
	gone.Wait()
}

// visit buys something, or looks at it.
func visit(ctx context.Context, client *http.Client, n int) error {
	method, path, body := http.MethodGet, "/items/shoes", ""
	if n%4 != 0 {
		method, path, body = http.MethodPost, "/checkout", fmt.Sprintf(`{"cart": "%d", "sku": "shoes", "quantity": 1}`, n)
	}
	req, err := http.NewRequestWithContext(ctx, method, "http://gateway:80"+path, strings.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		return err
	}
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s", resp.Status)
	}
	return nil
}
