// Package good closes what it does not hand on.
package good

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"time"
)

var client = &http.Client{Timeout: time.Minute}

func pause(ctx context.Context) error {
	select {
	case <-time.After(rand.N(time.Second)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func closed(ctx context.Context, req *http.Request) (*http.Response, error) {
	for {
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

func guarded(ctx context.Context, req *http.Request) (resp *http.Response, err error) {
	for range 4 {
		resp, err = client.Do(req)
		if err == nil && resp.StatusCode < 500 {
			break
		}
		if resp != nil && resp.Body != nil {
			resp.Body.Close()
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
	return resp, err
}

// The response of the round before is closed at the head.
func atHead(ctx context.Context, req *http.Request) (resp *http.Response, err error) {
	for i := range 4 {
		if i > 0 {
			if resp != nil {
				resp.Body.Close()
			}
			if err := pause(ctx); err != nil {
				return nil, err
			}
		}
		resp, err = client.Do(req)
		if err == nil && resp.StatusCode < 500 {
			break
		}
	}
	return resp, err
}

func drain(resp *http.Response) {
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 4096))
	resp.Body.Close()
}

func byHelper(ctx context.Context, req *http.Request) (*http.Response, error) {
	for {
		resp, err := client.Do(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode < 500 {
			return resp, nil
		}
		drain(resp)
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
}

// What the function does that is given the body is not known.
func handedOn(ctx context.Context, req *http.Request, discard func(io.ReadCloser)) (*http.Response, error) {
	for {
		resp, err := client.Do(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode < 500 {
			return resp, nil
		}
		discard(resp.Body)
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
}

// The defer of a function literal waits for the end of the literal.
func inLiteral(ctx context.Context, req *http.Request) error {
	for {
		err := func() error {
			resp, err := client.Do(req)
			if err != nil {
				return err
			}
			defer resp.Body.Close()
			if resp.StatusCode != http.StatusOK {
				return errors.New(resp.Status)
			}
			return nil
		}()
		if err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
}

// An error comes without a response.
func onlyErrors(ctx context.Context, req *http.Request) (*http.Response, error) {
	for {
		resp, err := client.Do(req)
		if err == nil {
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
}

// There is no body to close.
func head(ctx context.Context, url string) (int64, error) {
	for {
		resp, err := client.Head(url)
		if err != nil {
			return 0, err
		}
		if resp.StatusCode == http.StatusOK {
			return resp.ContentLength, nil
		}
		if err := pause(ctx); err != nil {
			return 0, err
		}
	}
}

// The function has closed the body.
func status(req *http.Request) (*http.Response, error) {
	resp, err := client.Do(req)
	if err != nil {
		return nil, err
	}
	resp.Body.Close()
	return resp, nil
}

func closedInside(ctx context.Context, req *http.Request) error {
	for {
		resp, err := status(req)
		if err != nil {
			return err
		}
		if resp.StatusCode == http.StatusOK {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
}

// All of them are closed, in the end.
func kept(ctx context.Context, req *http.Request) (*http.Response, error) {
	var all []*http.Response
	defer func() {
		for _, resp := range all {
			resp.Body.Close()
		}
	}()
	for {
		resp, err := client.Do(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode == http.StatusOK {
			return resp, nil
		}
		all = append(all, resp)
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
}
