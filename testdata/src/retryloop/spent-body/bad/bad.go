// Package bad sends the same reader again.
package bad

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"time"
)

var client = &http.Client{Timeout: time.Minute}

var errUnavailable = errors.New("unavailable")

func pause(ctx context.Context) error {
	select {
	case <-time.After(rand.N(time.Second)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func sameRequest(ctx context.Context, url string, data []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, bytes.NewReader(data)) // want `the first attempt at \(\*http.Client\).Do reads the body of this request to its end, and the next ones have none to send: set the body anew before each attempt, from GetBody \(retryloop/spent-body\)`
	if err != nil {
		return nil, err
	}
	for range 4 {
		resp, err := client.Do(req)
		if err == nil {
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
	return nil, errUnavailable
}

func sameError(ctx context.Context, url, text string) (resp *http.Response, err error) {
	req, err := http.NewRequest(http.MethodPut, url, strings.NewReader(text)) // want `reads the body of this request to its end`
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "text/plain")
	for range 4 {
		if resp, err = client.Do(req.WithContext(ctx)); err == nil {
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
	return nil, err
}

// The error is that of the loop, which sets it in each attempt.
func ownError(ctx context.Context, url, text string) (resp *http.Response, err error) {
	req, err := http.NewRequest(http.MethodPut, url, strings.NewReader(text)) // want `reads the body of this request to its end`
	if err != nil {
		return nil, err
	}
	for range 4 {
		if resp, err = client.Do(req); err == nil {
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
	return nil, err
}

// No GetBody knows how to get the body again.
func buffered(ctx context.Context, url string, r io.Reader) (resp *http.Response, err error) {
	req, err := http.NewRequest(http.MethodPut, url, bufio.NewReader(r)) // want `reads the body of this request to its end, and the next ones have none to send: read it into memory first`
	if err != nil {
		return nil, err
	}
	for range 4 {
		if resp, err = client.Do(req); err == nil {
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
	return nil, err
}

func sameReader(ctx context.Context, url string, data []byte) (*http.Response, error) {
	body := bytes.NewReader(data) // want `the first attempt at \(\*http.Client\).Do reads this to its end, and the next ones send an empty body: make the reader anew for each attempt`
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, body)
		if err != nil {
			return nil, err
		}
		resp, err := client.Do(req)
		if err == nil {
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
}

func byPost(ctx context.Context, url, text string) (*http.Response, error) {
	body := strings.NewReader(text) // want `the first attempt at \(\*http.Client\).Post reads this`
	for {
		resp, err := client.Post(url, "text/plain", body)
		if err == nil {
			return resp, nil
		}
		if err := pause(ctx); err != nil { // want `repeats a POST`
			return nil, err
		}
	}
}

// The text is another one later, so the reader stays where it is.
func setLater(ctx context.Context, url, text string) (*http.Response, error) {
	body := strings.NewReader(text) // want `reads this to its end`
	for {
		resp, err := client.Post(url, "text/plain", body)
		if err == nil {
			return resp, nil
		}
		text = err.Error()
		if err := pause(ctx); err != nil { // want `repeats a POST`
			return nil, errors.New(text)
		}
	}
}

func file(ctx context.Context, url, name string) (*http.Response, error) {
	data, err := os.Open(name) // want `reads this to its end`
	if err != nil {
		return nil, err
	}
	for {
		resp, err := client.Post(url, "text/plain", data)
		if err == nil {
			return resp, nil
		}
		if err := pause(ctx); err != nil { // want `repeats a POST`
			return nil, err
		}
	}
}

// There may be no body; if there is one, it is spent.
func perhaps(ctx context.Context, url string, data []byte) (*http.Response, error) {
	var body io.Reader
	if data != nil {
		body = bytes.NewReader(data) // want `reads this to its end`
	}
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, body)
		if err != nil {
			return nil, err
		}
		resp, err := client.Do(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode < 500 {
			return resp, nil
		}
		resp.Body.Close()
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
}

// The reader comes from a caller.
func send(ctx context.Context, url string, body io.Reader) (*http.Response, error) {
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, body)
		if err != nil {
			return nil, err
		}
		resp, err := client.Do(req)
		if err == nil {
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
}

func get(ctx context.Context, url string) (*http.Response, error) { return send(ctx, url, nil) }

func put(ctx context.Context, url string, data []byte) (*http.Response, error) {
	return send(ctx, url, bytes.NewReader(data)) // want `the first attempt at \(\*http.Client\).Do reads this to its end`
}

// What sends is a function that is given the reader.
func once(ctx context.Context, url string, body io.Reader) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, body)
	if err != nil {
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func throughHelper(ctx context.Context, url string, data []byte) error {
	body := bytes.NewReader(data) // want `the first attempt at bad.once reads this to its end`
	for {
		err := once(ctx, url, body)
		if err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
}

func do(req *http.Request) error {
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func requestToHelper(ctx context.Context, url string, data []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, bytes.NewReader(data)) // want `the first attempt at bad.do reads the body of this request to its end`
	if err != nil {
		return err
	}
	for {
		if err = do(req); err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
}
