//go:build go1.25

package resilience

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// A fakeServer is a RoundTripper that answers from a list, and keeps what it got.
type fakeServer struct {
	answers []answerHTTP
	got     []*http.Request
	bodies  []string
	open    int // response bodies that were not closed
}

type answerHTTP struct {
	status int
	header http.Header
	body   string
	err    error
	took   time.Duration
	slowly time.Duration // each read of the body
}

func (s *fakeServer) RoundTrip(req *http.Request) (*http.Response, error) {
	a := s.answers[min(len(s.got), len(s.answers)-1)]
	s.got = append(s.got, req)
	if req.Body != nil {
		b, _ := io.ReadAll(req.Body)
		req.Body.Close()
		s.bodies = append(s.bodies, string(b))
	}
	if err := Sleep(req.Context(), a.took); err != nil {
		return nil, err
	}
	if a.err != nil {
		return nil, a.err
	}
	resp := &http.Response{StatusCode: a.status, Header: http.Header{}, Request: req, Body: http.NoBody}
	if a.header != nil {
		resp.Header = a.header.Clone()
	}
	if a.body != "" {
		s.open++
		resp.Body = &fakeBody{Reader: strings.NewReader(a.body), ctx: req.Context(), slowly: a.slowly, server: s}
	}
	return resp, nil
}

type fakeBody struct {
	io.Reader
	ctx    context.Context
	slowly time.Duration
	server *fakeServer
	closed bool
}

func (b *fakeBody) Read(p []byte) (int, error) {
	if err := Sleep(b.ctx, b.slowly); err != nil {
		return 0, err
	}
	return b.Reader.Read(p)
}

func (b *fakeBody) Close() error {
	if !b.closed {
		b.closed = true
		b.server.open--
	}
	return nil
}

func TestTransport(t *testing.T) {
	ok := answerHTTP{status: 200, body: "fine"}
	down := answerHTTP{status: 503, body: "busy"}
	header := func(k, v string) http.Header { return http.Header{k: {v}} }
	refused := &net.OpError{Op: "dial", Err: errors.New("refused")}
	tests := []struct {
		name    string
		method  string
		body    string
		header  http.Header
		mark    func(context.Context) context.Context
		config  Config
		answers []answerHTTP
		budget  int
		calls   int
		status  int // 0: an error
		is      error
		took    time.Duration
	}{
		{name: "first try", answers: []answerHTTP{ok}, calls: 1, status: 200},
		{name: "second try", answers: []answerHTTP{down, ok}, budget: 9, calls: 2, status: 200, took: 50 * time.Millisecond},
		{name: "the last response comes back", answers: []answerHTTP{down}, budget: 9, calls: 3, status: 503, took: 150 * time.Millisecond},
		{name: "no budget, the response comes back at once", answers: []answerHTTP{down, ok}, budget: 0, calls: 1, status: 503},
		{name: "an error, then none", answers: []answerHTTP{{err: io.ErrUnexpectedEOF}, ok}, budget: 9, calls: 2, status: 200, took: 50 * time.Millisecond},
		{name: "errors only", answers: []answerHTTP{{err: io.ErrUnexpectedEOF}}, budget: 9, calls: 3, is: io.ErrUnexpectedEOF, took: 150 * time.Millisecond},
		{name: "not found is an answer", answers: []answerHTTP{{status: 404, body: "no"}}, budget: 9, calls: 1, status: 404},
		{name: "not implemented is final", answers: []answerHTTP{{status: 501}}, budget: 9, calls: 1, status: 501},
		{name: "too many requests", answers: []answerHTTP{{status: 429}, ok}, budget: 9, calls: 2, status: 200, took: 50 * time.Millisecond},
		{name: "PUT with a body", method: "PUT", body: "all", answers: []answerHTTP{down, ok}, budget: 9, calls: 2, status: 200, took: 50 * time.Millisecond},
		{name: "POST is sent once", method: "POST", body: "pay", answers: []answerHTTP{down, ok}, budget: 9, calls: 1, status: 503},
		{name: "POST with a key in the header", method: "POST", body: "pay", header: header(KeyHeader, "k1"), answers: []answerHTTP{down, ok}, budget: 9, calls: 2, status: 200, took: 50 * time.Millisecond},
		{name: "POST with a key in the context", method: "POST", body: "pay", mark: func(ctx context.Context) context.Context { return WithKey(ctx, "k1") }, answers: []answerHTTP{down, ok}, budget: 9, calls: 2, status: 200, took: 50 * time.Millisecond},
		{name: "POST that never left", method: "POST", body: "pay", answers: []answerHTTP{{err: refused}, ok}, budget: 9, calls: 2, status: 200, took: 50 * time.Millisecond},
		{name: "POST without an answer", method: "POST", body: "pay", answers: []answerHTTP{{err: io.EOF}, ok}, budget: 9, calls: 1, is: io.EOF},
		{name: "GET that its caller calls unsafe", mark: NonIdempotent, answers: []answerHTTP{down, ok}, budget: 9, calls: 1, status: 503},
		{name: "Retry-After", answers: []answerHTTP{{status: 503, header: header("Retry-After", "2")}, ok}, budget: 9, calls: 2, status: 200, took: 2050 * time.Millisecond},
		{name: "Retry-After of a day is capped", answers: []answerHTTP{{status: 503, header: header("Retry-After", "86400")}, ok}, budget: 9, calls: 2, status: 200, took: 5 * time.Second},
		{name: "Retry-After beyond the deadline", config: Config{Timeout: time.Second}, answers: []answerHTTP{{status: 503, header: header("Retry-After", "2")}, ok}, budget: 9, calls: 1, status: 503},
		{name: "the server asks not to", answers: []answerHTTP{{status: 503, header: header(NoRetryHeader, "false")}, ok}, budget: 9, calls: 1, status: 503},
		{name: "an attempt that hangs", config: Config{AttemptTimeout: time.Second}, answers: []answerHTTP{{took: time.Hour}, ok}, budget: 9, calls: 2, status: 200, took: 1050 * time.Millisecond},
		{name: "all attempts hang", config: Config{AttemptTimeout: time.Second}, answers: []answerHTTP{{took: time.Hour}}, budget: 9, calls: 3, is: context.DeadlineExceeded, took: 3150 * time.Millisecond},
		{name: "the owner's view of a status", config: Config{Retryable: func(err error) bool {
			var s *StatusError
			return errors.As(err, &s) && s.Code == 404
		}}, answers: []answerHTTP{{status: 404}, ok}, budget: 9, calls: 2, status: 200, took: 50 * time.Millisecond},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				budget := &aBudget{left: test.budget}
				bulkhead := NewBulkhead(1)
				test.config.Budget, test.config.Bulkhead = budget, bulkhead
				test.config.Observer = func(_ context.Context, e Event) {
					if e.Kind == EventDone && (e.Err == nil) != (test.status == 200) {
						t.Errorf("the observer was told %v", e.Err)
					}
				}
				test.config.Backoff = Backoff{Rand: always(0.5)}
				server := &fakeServer{answers: test.answers}
				client := &http.Client{Transport: &Transport{Base: server, Policy: Must(New(test.config))}}
				ctx := t.Context()
				if test.mark != nil {
					ctx = test.mark(ctx)
				}
				var body io.Reader
				if test.body != "" {
					body = strings.NewReader(test.body)
				}
				req, err := http.NewRequestWithContext(ctx, test.method, "http://orders.test/1", body)
				if err != nil {
					t.Fatal(err)
				}
				for k, v := range test.header {
					req.Header[k] = v
				}
				began := time.Now()
				resp, err := client.Do(req)
				if took := time.Since(began); took != test.took {
					t.Errorf("took %v, want %v", took, test.took)
				}
				if len(server.got) != test.calls {
					t.Errorf("%d calls, want %d", len(server.got), test.calls)
				}
				if test.status == 0 {
					if err == nil || !errors.Is(err, test.is) {
						t.Errorf("error %v, want %v", err, test.is)
					}
				} else if err != nil {
					t.Fatalf("error %v, want status %d", err, test.status)
				} else {
					if resp.StatusCode != test.status {
						t.Errorf("status %d, want %d", resp.StatusCode, test.status)
					}
					if _, err := io.ReadAll(resp.Body); err != nil {
						t.Errorf("reading the body: %v", err)
					}
					resp.Body.Close()
				}
				if server.open != 0 {
					t.Errorf("%d bodies were not closed", server.open)
				}
				if bulkhead.InUse() != 0 || budget.net != 0 {
					t.Errorf("bulkhead %d, budget %+v", bulkhead.InUse(), budget)
				}
				for i, b := range server.bodies {
					if b != test.body {
						t.Errorf("attempt %d sent body %q, want %q", i+1, b, test.body)
					}
				}
				if strings.Contains(test.name, "key") {
					for i, req := range server.got {
						if req.Header.Get(KeyHeader) != "k1" {
							t.Errorf("attempt %d has key %q", i+1, req.Header.Get(KeyHeader))
						}
					}
				}
				if req.Header.Get(KeyHeader) != test.header.Get(KeyHeader) || req.Header.Get(DeadlineHeader) != "" {
					t.Errorf("the caller's request was changed: %v", req.Header)
				}
			})
		})
	}
}

// A request whose body can't be had again is sent once.
func TestTransportBodyOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := &fakeServer{answers: []answerHTTP{{status: 503}, {status: 200}}}
		client := &http.Client{Transport: &Transport{Base: server}}
		req, err := http.NewRequestWithContext(t.Context(), "PUT", "http://orders.test/1", io.MultiReader(strings.NewReader("once")))
		if err != nil {
			t.Fatal(err)
		}
		resp, err := client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != 503 || len(server.got) != 1 {
			t.Errorf("status %d after %d calls", resp.StatusCode, len(server.got))
		}
	})
}

// A policy above the client does not retry what the client's has given up on.
func TestTransportUnderRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := &fakeServer{answers: []answerHTTP{{status: 503}}}
		client := &http.Client{Transport: &Transport{Base: server}}
		err := Run(t.Context(), new(Policy), func(ctx context.Context) error {
			req, err := http.NewRequestWithContext(ctx, "GET", "http://orders.test/1", nil)
			if err != nil {
				return err
			}
			resp, err := client.Do(req)
			if err != nil {
				return err
			}
			defer resp.Body.Close()
			return CheckResponse(resp)
		})
		if len(server.got) != 3 {
			t.Errorf("%d calls through two layers, want 3", len(server.got))
		}
		var status *StatusError
		if !errors.As(err, &status) || status.Code != 503 || !status.NoRetry {
			t.Errorf("error %v", err)
		}
	})
}

// The attempt's deadline and place last until the body is closed, not longer.
func TestTransportBody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bulkhead := NewBulkhead(1)
		server := &fakeServer{answers: []answerHTTP{{status: 200, body: "slowly", slowly: 300 * time.Millisecond}}}
		transport := &Transport{Base: server, Policy: Must(New(Config{Timeout: time.Second, Bulkhead: bulkhead}))}
		get := func() *http.Response {
			req, err := http.NewRequestWithContext(t.Context(), "GET", "http://orders.test/1", nil)
			if err != nil {
				t.Fatal(err)
			}
			resp, err := transport.RoundTrip(req)
			if err != nil {
				t.Fatal(err)
			}
			return resp
		}
		resp := get()
		if bulkhead.InUse() != 1 {
			t.Error("the place was given back before the body was read")
		}
		if b, err := io.ReadAll(resp.Body); string(b) != "slowly" || err != nil {
			t.Errorf("body %q, %v", b, err)
		}
		if bulkhead.InUse() != 0 || server.got[0].Context().Err() == nil {
			t.Error("the body was read, and the attempt goes on")
		}
		resp.Body.Close()
		resp.Body.Close()

		resp = get()
		resp.Body.Close()
		if bulkhead.InUse() != 0 || server.got[1].Context().Err() == nil {
			t.Error("the body was closed, and the attempt goes on")
		}

		server.answers[0].slowly = time.Hour
		resp = get()
		began := time.Now()
		if _, err := io.ReadAll(resp.Body); !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != time.Second {
			t.Errorf("a body that hangs: %v after %v", err, time.Since(began))
		}
		if bulkhead.InUse() != 0 {
			t.Error("the body has failed, and the place is taken")
		}
	})
}

// Each attempt tells how much time is left.
func TestTransportDeadlineHeader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := &fakeServer{answers: []answerHTTP{{status: 503}}}
		transport := &Transport{Base: server, Timeout: 2 * time.Second, Policy: Must(New(Config{Backoff: Backoff{Base: time.Second, Cap: time.Second, Rand: always(0.5)}}))}
		resp, err := (&http.Client{Transport: transport}).Get("http://orders.test/1")
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		var got []string
		for _, req := range server.got {
			got = append(got, req.Header.Get(DeadlineHeader))
		}
		if want := "2000 1500 1000"; strings.Join(got, " ") != want {
			t.Errorf("attempts told %v, want %v", got, want)
		}
	})
}

// A redirect is part of the request that led to it, and of its deadline.
func TestTransportRedirect(t *testing.T) {
	for _, body := range []string{"", "moved"} {
		synctest.Test(t, func(t *testing.T) {
			to := http.Header{"Location": {"http://orders.test/2"}}
			server := &fakeServer{answers: []answerHTTP{
				{status: 302, header: to, body: body, took: 700 * time.Millisecond},
				{status: 302, header: to, body: body, took: 700 * time.Millisecond},
			}}
			client := &http.Client{Transport: &Transport{Base: server, Timeout: time.Second}}
			began := time.Now()
			_, err := client.Get("http://orders.test/1")
			if !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != time.Second {
				t.Errorf("body %q: %v after %v and %d requests", body, err, time.Since(began), len(server.got))
			}
			var ue *url.Error
			if !errors.As(err, &ue) || !ue.Timeout() {
				t.Errorf("%v is no timeout to net/url", err)
			}
		})
	}
}

// Each method has its breaker, unless the caller names the operation.
func TestTransportBreakers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		set := Must(NewBreakerSet(BreakerConfig{MinCalls: 1}, 0))
		server := &fakeServer{answers: []answerHTTP{{status: 500}, {status: 200}}}
		transport := &Transport{Base: server, Policy: Must(New(Config{Name: "orders", Attempts: 1, Breakers: set}))}
		do := func(ctx context.Context, method string) error {
			req, err := http.NewRequestWithContext(ctx, method, "http://orders.test/1", nil)
			if err != nil {
				return err
			}
			resp, err := transport.RoundTrip(req)
			if err == nil {
				resp.Body.Close()
			}
			return err
		}
		_ = do(t.Context(), "DELETE")
		if err := do(t.Context(), "DELETE"); !errors.Is(err, ErrOpen) {
			t.Errorf("DELETE: %v", err)
		}
		if err := do(t.Context(), "GET"); err != nil {
			t.Errorf("GET: %v", err)
		}
		if err := do(WithOperation(t.Context(), "purge"), "DELETE"); err != nil {
			t.Errorf("an operation of its own: %v", err)
		}
		var scopes []string
		for scope := range set.All() {
			scopes = append(scopes, scope.Operation)
		}
		if got := strings.Join(scopes, " "); got != "purge GET DELETE" {
			t.Errorf("breakers for %s", got)
		}
	})
}

func TestTransportPanic(t *testing.T) {
	bulkhead := NewBulkhead(1)
	transport := &Transport{Base: roundTrip(func(*http.Request) (*http.Response, error) { panic("boom") }), Policy: Must(New(Config{Bulkhead: bulkhead}))}
	func() {
		defer func() { _ = recover() }()
		_, _ = transport.RoundTrip(httptest.NewRequest("GET", "http://orders.test", nil))
	}()
	if bulkhead.InUse() != 0 {
		t.Error("the place was not given back")
	}
}

func TestDeadlineTransport(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := &fakeServer{answers: []answerHTTP{{status: 200}}}
		transport := &DeadlineTransport{Base: server, Reserve: 100 * time.Millisecond, Min: 20 * time.Millisecond}
		do := func(timeout time.Duration) error {
			ctx := t.Context()
			if timeout > 0 {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, timeout)
				defer cancel()
			}
			req, err := http.NewRequestWithContext(ctx, "GET", "http://orders.test/1", nil)
			if err != nil {
				return err
			}
			_, err = transport.RoundTrip(req)
			if h := req.Header.Get(DeadlineHeader); h != "" {
				t.Errorf("the caller's request was changed: %q", h)
			}
			return err
		}
		last := func() string { return server.got[len(server.got)-1].Header.Get(DeadlineHeader) }
		if err := do(0); err != nil || last() != "" {
			t.Errorf("no deadline: told %q, %v", last(), err)
		}
		if err := do(2 * time.Second); err != nil || last() != "1900" {
			t.Errorf("2 s: told %q, %v", last(), err)
		}
		if err := do(120 * time.Millisecond); err != nil || last() != "20" {
			t.Errorf("120 ms: told %q, %v", last(), err)
		}
		if err := do(119 * time.Millisecond); !errors.Is(err, ErrDeadline) || len(server.got) != 3 {
			t.Errorf("119 ms: %v after %d requests", err, len(server.got))
		}
	})
}

func TestDeadlineHandler(t *testing.T) {
	tests := []struct {
		header         string
		limit, reserve time.Duration
		want           time.Duration // 0: none
		status         int
	}{
		{"", 0, 0, 0, 200},
		{"", time.Minute, 0, time.Minute, 200},
		{"1500", 0, 0, 1500 * time.Millisecond, 200},
		{"1500", time.Second, 0, time.Second, 200},
		{"1500", time.Minute, 100 * time.Millisecond, 1400 * time.Millisecond, 200},
		{"100", 0, 100 * time.Millisecond, 0, 504},
		{"0", time.Minute, 0, 0, 504},
		{"-5", time.Minute, 0, time.Minute, 200},
		{"soon", 0, 0, 0, 200},
		{"9223372036854775807", time.Minute, 0, time.Minute, 200},
		{"99999999999999999999", time.Minute, 0, time.Minute, 200},
	}
	for _, test := range tests {
		synctest.Test(t, func(t *testing.T) {
			var got time.Duration
			h := DeadlineHandler(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				if deadline, ok := r.Context().Deadline(); ok {
					got = time.Until(deadline)
				}
			}), test.limit, test.reserve)
			req := httptest.NewRequest("GET", "/", nil)
			if test.header != "" {
				req.Header.Set(DeadlineHeader, test.header)
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, req)
			if got != test.want || w.Code != test.status {
				t.Errorf("header %q, limit %v, reserve %v: %v and status %d, want %v and %d", test.header, test.limit, test.reserve, got, w.Code, test.want, test.status)
			}
			if (w.Code == 504) != (w.Header().Get(NoRetryHeader) == "false") {
				t.Errorf("status %d with %s: %q", w.Code, NoRetryHeader, w.Header().Get(NoRetryHeader))
			}
		})
	}
}

func TestRetryAfter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tests := []struct {
			value string
			want  time.Duration
		}{
			{"", 0},
			{"0", 0},
			{"120", 2 * time.Minute},
			{"-1", 0},
			{"9223372036854775807", (1<<63 - 1) / time.Second * time.Second},
			{"1.5", 0},
			{"soon", 0},
			{time.Now().Add(time.Hour).UTC().Format(http.TimeFormat), time.Hour},
			{time.Now().Add(-time.Hour).UTC().Format(http.TimeFormat), 0},
		}
		for _, test := range tests {
			if got := retryAfter(test.value); got != test.want {
				t.Errorf("retryAfter(%q) = %v, want %v", test.value, got, test.want)
			}
		}
	})
}
