// Package good has a new body for each attempt.
package good

import (
	"bytes"
	"context"
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

func put(url string, body io.Reader) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodPut, url, body)
	if err != nil {
		return nil, err
	}
	return client.Do(req)
}

func inside(ctx context.Context, url string, data []byte) (*http.Response, error) {
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, bytes.NewReader(data))
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

func fromGetBody(ctx context.Context, url string, data []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	for {
		if req.Body, err = req.GetBody(); err != nil {
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

func rewind(req *http.Request) error {
	if req.GetBody == nil {
		return nil
	}
	body, err := req.GetBody()
	if err == nil {
		req.Body = body
	}
	return err
}

func byHelper(ctx context.Context, url string, data []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	for {
		if err := rewind(req); err != nil {
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

func sought(ctx context.Context, url string, data []byte) (*http.Response, error) {
	body := bytes.NewReader(data)
	for {
		if _, err := body.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
		resp, err := put(url, body)
		if err == nil {
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
}

func filledAnew(ctx context.Context, url string, data []byte) (*http.Response, error) {
	var body bytes.Buffer
	for {
		body.Reset()
		body.Write(data)
		resp, err := put(url, &body)
		if err == nil {
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
}

func withoutBody(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
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

func noBody(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return nil, err
	}
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

// Whether there is a body is not known.
func given(ctx context.Context, url string, body io.Reader) (*http.Response, error) {
	for {
		resp, err := put(url, body)
		if err == nil {
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
}

// What the signer does with the request is not known.
func signed(ctx context.Context, url string, data []byte, sign func(*http.Request) error) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	for {
		if err := sign(req); err != nil {
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

// The body is a reader that begins again.
type again struct {
	data []byte
	at   int
}

func (a *again) Read(p []byte) (int, error) {
	if a.at == len(a.data) {
		a.at = 0
		return 0, io.EOF
	}
	n := copy(p, a.data[a.at:])
	a.at += n
	return n, nil
}

func own(ctx context.Context, url string, data []byte) (*http.Response, error) {
	body := &again{data: data}
	for {
		resp, err := put(url, body)
		if err == nil {
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
}

// The reader is another one in each attempt.
func setAnew(ctx context.Context, url string, data []byte) (*http.Response, error) {
	body := bytes.NewReader(data)
	for {
		resp, err := put(url, body)
		if err == nil {
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
		body = bytes.NewReader(data)
	}
}

// And so is the request.
func requestAnew(ctx context.Context, url string, data []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	for {
		resp, err := client.Do(req)
		if err == nil {
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
		if req, err = http.NewRequestWithContext(ctx, http.MethodPut, url, bytes.NewReader(data)); err != nil {
			return nil, err
		}
	}
}

// The body of a copy is the copy's own.
func copied(ctx context.Context, url string, data []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	for {
		again := req.Clone(ctx)
		again.Body = io.NopCloser(bytes.NewReader(data))
		resp, err := client.Do(again)
		if err == nil {
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
}
