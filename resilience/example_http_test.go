package resilience_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/reslint/reslint/resilience"
)

// serve starts a server for an example.
func serve(h http.HandlerFunc) *httptest.Server { return httptest.NewServer(h) }

func ExampleNewClient() {
	server := serve(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "fine") })
	defer server.Close()
	client := resilience.NewClient(3*time.Second, nil)
	resp, err := client.Get(server.URL)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	fmt.Println(string(b), err)
	// Output:
	// fine <nil>
}

func ExampleNewTransport() {
	transport := resilience.NewTransport(time.Second)
	fmt.Println(transport.TLSHandshakeTimeout, transport.ResponseHeaderTimeout)
	// Output:
	// 1s 1s
}

// Each attempt carries the same key, so that the server can tell that it is one
// payment.
func ExampleTransport() {
	server := serve(func(w http.ResponseWriter, r *http.Request) {
		fmt.Println(r.Method, r.Header.Get(resilience.KeyHeader))
		if r.Header.Get("X-Fine") == "" {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	})
	defer server.Close()
	client := &http.Client{Transport: &resilience.Transport{Policy: orders, Timeout: time.Minute}}

	ctx := resilience.WithKey(context.Background(), "payment-7")
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, server.URL, strings.NewReader("10 €"))
	if err != nil {
		fmt.Println(err)
		return
	}
	resp, err := client.Do(req)
	if err != nil {
		fmt.Println(err)
		return
	}
	resp.Body.Close()
	fmt.Println(resp.StatusCode, resp.Header.Get(resilience.NoRetryHeader))
	// Output:
	// POST payment-7
	// POST payment-7
	// POST payment-7
	// 503 false
}

func ExampleTransport_RoundTrip() {
	server := serve(func(http.ResponseWriter, *http.Request) {})
	defer server.Close()
	var transport resilience.Transport
	req, _ := http.NewRequest(http.MethodGet, server.URL, nil)
	resp, err := transport.RoundTrip(req)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer resp.Body.Close()
	fmt.Println(resp.StatusCode)
	// Output:
	// 200
}

func ExampleCheckResponse() {
	resp := &http.Response{StatusCode: 503, Header: http.Header{"Retry-After": {"7"}}}
	err := resilience.CheckResponse(resp)
	var status *resilience.StatusError
	fmt.Println(errors.As(err, &status), status.Code, status.After, status.NoRetry)
	// Output:
	// true 503 7s false
}

func ExampleStatusError() {
	fmt.Println(&resilience.StatusError{Code: http.StatusTooManyRequests})
	// Output:
	// resilience: HTTP status 429 Too Many Requests
}

func ExampleStatusError_Error() {
	err := &resilience.StatusError{Code: http.StatusBadGateway}
	fmt.Println(err.Error())
	// Output:
	// resilience: HTTP status 502 Bad Gateway
}

// A deadline travels with the request, and shrinks at every hop.
func ExampleDeadlineTransport() {
	server := httptest.NewServer(resilience.DeadlineHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		deadline, ok := r.Context().Deadline()
		fmt.Println(ok, time.Until(deadline) <= 9*time.Second)
	}), time.Minute, 0))
	defer server.Close()

	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	client := &http.Client{Timeout: time.Minute, Transport: &resilience.DeadlineTransport{Reserve: time.Second}}
	req, _ := http.NewRequestWithContext(ctx, http.MethodGet, server.URL, nil)
	resp, err := client.Do(req)
	if err != nil {
		fmt.Println(err)
		return
	}
	resp.Body.Close()
	// Output:
	// true true
}

func ExampleDeadlineTransport_RoundTrip() {
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	transport := &resilience.DeadlineTransport{Reserve: time.Second}
	req, _ := http.NewRequestWithContext(ctx, http.MethodGet, "http://orders.example", nil)
	_, err := transport.RoundTrip(req)
	fmt.Println(err)
	// Output:
	// resilience: too little time is left
}

func ExampleDeadlineHandler() {
	h := resilience.DeadlineHandler(http.NotFoundHandler(), time.Second, 20*time.Millisecond)
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.Header.Set(resilience.DeadlineHeader, "20") // all of which it takes to answer
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	fmt.Println(w.Code)
	// Output:
	// 504
}
