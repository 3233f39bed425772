// Package retries has a loop of each shape that a retry can have.
package retries

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

type client struct {
	hc      http.Client
	backoff time.Duration
}

// fetch is the operation of most loops here.
func (c *client) fetch(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return c.hc.Do(req)
}

func wait() time.Duration { return time.Second }

func temporary(err error) bool { return !errors.Is(err, io.EOF) }

func counted(ctx context.Context, c *client) (resp *http.Response, err error) {
	for i := 0; i < 3; i++ {
		resp, err = c.fetch(ctx, "a") // want `retries \(\*retries.client\).fetch; 3 attempts`
		if err == nil {
			return resp, nil
		}
		time.Sleep(wait())
	}
	return nil, err
}

func rangeOverInt(ctx context.Context, c *client) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = c.fetch(ctx, "a"); err == nil { // want `3 attempts`
			break
		}
		time.Sleep(wait())
	}
	return resp, err
}

func endless(ctx context.Context, c *client) *http.Response {
	for {
		resp, err := c.fetch(ctx, "a") // want `no end`
		if err != nil {
			time.Sleep(wait())
			continue
		}
		return resp
	}
}

func whileFailing(ctx context.Context, c *client) (*http.Response, error) {
	resp, err := c.fetch(ctx, "a")
	for n := 0; err != nil && n < 4; n++ {
		time.Sleep(wait())
		resp, err = c.fetch(ctx, "a") // want `retries`
	}
	return resp, err
}

func withGoto(ctx context.Context, c *client) *http.Response {
	n := 0
again:
	resp, err := c.fetch(ctx, "a") // want `retries`
	if err != nil && n < 4 {
		n++
		time.Sleep(wait())
		goto again
	}
	return resp
}

func sleepsFirst(ctx context.Context, c *client) (err error) {
	for attempt := 0; attempt < 5; attempt++ {
		if attempt > 0 {
			time.Sleep(time.Second)
		}
		if _, err = c.fetch(ctx, "a"); err == nil { // want `5 attempts; waits 1 s`
			return nil
		}
	}
	return err
}

func lastError(ctx context.Context, c *client) error {
	var last error
	for i := 0; i < 5; i++ {
		_, err := c.fetch(ctx, "a") // want `5 attempts`
		if err == nil {
			return nil
		}
		last = err
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), last)
		case <-time.After(wait()):
		}
	}
	return last
}

func throughHelper(ctx context.Context, c *client) error {
	for {
		_, err := c.fetch(ctx, "a") // want `retries`
		if err != nil && temporary(err) {
			time.Sleep(wait())
			continue
		}
		return err
	}
}

func onlyHelper(ctx context.Context, c *client) error {
	for {
		_, err := c.fetch(ctx, "a") // want `retries`
		if !shouldRetry(err) {
			return err
		}
		time.Sleep(wait())
	}
}

func shouldRetry(err error) bool { return err != nil && temporary(err) }

func byStatus(ctx context.Context, c *client) (*http.Response, error) {
	for i := 0; ; i++ {
		resp, err := c.fetch(ctx, "a") // want `retries`
		if err != nil {
			return nil, err
		}
		if resp.StatusCode < 500 || i == 3 {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(wait())
	}
}

func byErrorAndStatus(ctx context.Context, c *client) (*http.Response, error) {
	var err error
	for i := 0; i < 3; i++ {
		var resp *http.Response
		resp, err = c.fetch(ctx, "a") // want `3 attempts`
		if err == nil && resp.StatusCode != http.StatusTooManyRequests {
			return resp, nil
		}
		time.Sleep(wait())
	}
	return nil, err
}

func byCheck(ctx context.Context, c *client) error {
	for i := 0; i < 3; i++ {
		resp, err := c.fetch(ctx, "a") // want `3 attempts`
		if err != nil {
			time.Sleep(wait())
			continue
		}
		if err := check(resp); err != nil {
			time.Sleep(wait())
			continue
		}
		return nil
	}
	return errors.New("gave up")
}

func check(resp *http.Response) error {
	if resp.StatusCode != 200 {
		return fmt.Errorf("status %d", resp.StatusCode)
	}
	return nil
}

func readsToo(ctx context.Context, c *client) ([]byte, error) {
	for i := 0; ; i++ {
		resp, err := c.fetch(ctx, "a") // want `retries`
		if err == nil {
			var b []byte
			b, err = io.ReadAll(resp.Body)
			resp.Body.Close()
			if err == nil {
				return b, nil
			}
		}
		if i >= 3 {
			return nil, err
		}
		time.Sleep(wait())
	}
}

func labelled(ctx context.Context, c *client) error {
retry:
	for {
		_, err := c.fetch(ctx, "a") // want `retries`
		switch {
		case err == nil:
			break retry
		case errors.Is(err, io.EOF):
			return err
		}
		time.Sleep(wait())
	}
	return nil
}

func withTimer(ctx context.Context, c *client) error {
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		if _, err := c.fetch(ctx, "a"); err == nil { // want `retries \(\*retries.client\).fetch; waits`
			return nil
		}
		timer.Reset(wait())
		select {
		case <-timer.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// The helper sleeps, two functions deep.
func sleepsInHelper(ctx context.Context, c *client) error {
	for n := 0; n < 4; n++ {
		if _, err := c.fetch(ctx, "a"); err == nil { // want `4 attempts; waits`
			return nil
		}
		pause(ctx)
	}
	return errors.New("gave up")
}

func pause(ctx context.Context) { nap(ctx, wait()) }

func nap(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// What is tried is handed over.
func Retry(attempts int, fn func() error) (err error) {
	for i := 0; i < attempts; i++ {
		if err = fn(); err == nil { // want `retries fn`
			return nil
		}
		time.Sleep(wait())
	}
	return err
}

func inClosure(ctx context.Context, c *client) error {
	var err error
	for i := 0; i < 3; i++ {
		err = func() error {
			resp, err := c.fetch(ctx, "a")
			if err != nil {
				return err
			}
			return resp.Body.Close()
		}() // want `3 attempts`
		if err == nil {
			return nil
		}
		time.Sleep(wait())
	}
	return err
}

// store is implemented elsewhere.
type store interface {
	Put(ctx context.Context, key string) error
}

func throughInterface(ctx context.Context, s store) error {
	var err error
	for i := 0; i < 3; i++ {
		if err = s.Put(ctx, "a"); err == nil { // want `retries store.Put; 3 attempts`
			return nil
		}
		time.Sleep(wait())
	}
	return err
}

// The variable of the error is shared with a function literal.
func shared(ctx context.Context, c *client) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("fetch: %w", err)
		}
	}()
	for i := 0; i < 3; i++ {
		_, err = c.fetch(ctx, "a") // want `3 attempts`
		if err == nil {
			return nil
		}
		time.Sleep(wait())
	}
	return err
}

// A transport that retries.
type transport struct{ next http.RoundTripper }

func (t transport) RoundTrip(req *http.Request) (*http.Response, error) {
	for i := 0; ; i++ {
		resp, err := t.next.RoundTrip(req) // want `retries`
		if err == nil && resp.StatusCode < 500 || i == 2 {
			return resp, err
		}
		time.Sleep(wait())
	}
}

// The second loop is the retry, for each of the items.
func eachWithRetry(ctx context.Context, c *client, urls []string) error {
	for _, url := range urls {
		for i := 0; ; i++ {
			_, err := c.fetch(ctx, url) // want `retries`
			if err == nil {
				break
			}
			if i == 3 {
				return err
			}
			time.Sleep(wait())
		}
	}
	return nil
}

// A new request for each attempt.
func freshRequest(ctx context.Context, c *client, body []byte) error {
	for i := 0; i < 3; i++ {
		req, err := http.NewRequestWithContext(ctx, http.MethodPut, "a", bytes.NewReader(body))
		if err != nil {
			return err
		}
		if _, err = c.hc.Do(req); err == nil { // want `3 attempts`
			return nil
		}
		time.Sleep(wait())
	}
	return errors.New("gave up")
}
