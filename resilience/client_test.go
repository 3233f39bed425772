package resilience

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"
)

func TestNewTransport(t *testing.T) {
	tests := []struct{ timeout, connect, header time.Duration }{
		{0, 3 * time.Second, 10 * time.Second},
		{time.Second, time.Second, time.Second},
		{time.Minute, 3 * time.Second, time.Minute},
	}
	for _, test := range tests {
		transport := NewTransport(test.timeout)
		if transport.TLSHandshakeTimeout != test.connect || transport.ResponseHeaderTimeout != test.header ||
			transport.IdleConnTimeout == 0 || transport.ExpectContinueTimeout == 0 || transport.DialContext == nil {
			t.Errorf("NewTransport(%v) = %+v", test.timeout, transport)
		}
	}
}

// A real server that hangs, and one whose body hangs: both end, with and without
// a policy, and no goroutine is started for the request.
func TestNewClient(t *testing.T) {
	hang := make(chan bool)
	var goroutines atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/count":
			goroutines.Store(int64(runtime.NumGoroutine()))
			return
		case "/body":
			w.WriteHeader(200)
			_ = http.NewResponseController(w).Flush()
		}
		select {
		case <-hang:
		case <-r.Context().Done():
		}
	}))
	defer server.Close()
	defer close(hang)
	for name, p := range map[string]*Policy{"without a policy": nil, "with one": new(Policy)} {
		client := NewClient(50*time.Millisecond, p)
		if resp, err := client.Get(server.URL); err == nil {
			t.Errorf("%s: status %d of a server that hangs", name, resp.StatusCode)
		} else if !os.IsTimeout(err) && !errors.Is(err, ErrDeadline) {
			t.Errorf("%s: %v", name, err)
		}
		resp, err := client.Get(server.URL + "/body")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if _, err := io.ReadAll(resp.Body); !os.IsTimeout(err) {
			t.Errorf("%s: reading a body that hangs: %v", name, err)
		}
		resp.Body.Close()
		client.CloseIdleConnections()
	}

	// How many more goroutines there are during a request than just before it: the
	// middle of many, since others come and go (of a second connection, of those
	// that end), while what a request starts is always there.
	count := func(c *http.Client) int64 {
		var more []int64
		for range 51 {
			time.Sleep(time.Millisecond) // the last request's go away
			before := int64(runtime.NumGoroutine())
			resp, err := c.Get(server.URL + "/count")
			if err != nil {
				t.Fatal(err)
			}
			_, _ = io.Copy(io.Discard, resp.Body)
			resp.Body.Close()
			more = append(more, goroutines.Load()-before)
		}
		c.CloseIdleConnections()
		slices.Sort(more)
		return more[len(more)/2]
	}
	plain := count(&http.Client{Transport: NewTransport(0)})
	for name, c := range map[string]*http.Client{"without a policy": NewClient(0, nil), "with one": NewClient(0, new(Policy))} {
		if n := count(c); n > plain {
			t.Errorf("%s: %d more goroutines during a request, %d with a plain client", name, n, plain)
		}
	}
	if n := count(&http.Client{Timeout: time.Minute, Transport: roundTrip(NewTransport(0).RoundTrip)}); n <= plain {
		t.Errorf("the count can't tell: %d more goroutines with a client that is known to start one, %d without", n, plain)
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }
