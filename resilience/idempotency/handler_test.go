package idempotency_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"github.com/reslint/reslint/resilience/idempotency"
)

// A shop is a handler that counts its orders.
type shop struct{ orders int }

func (s *shop) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.orders++
	body, err := io.ReadAll(r.Body)
	if err != nil {
		panic(err)
	}
	w.Header().Set("Location", fmt.Sprint("/orders/", s.orders))
	w.WriteHeader(http.StatusCreated)
	fmt.Fprintf(w, "order %d: %s", s.orders, body)
}

// send sends a request with headers, which come in pairs.
func send(h http.Handler, method, url, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, url, strings.NewReader(body))
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func post(h http.Handler, key, body string) *httptest.ResponseRecorder {
	return send(h, "POST", "/orders", body, "Idempotency-Key", key)
}

func TestHandlerReplays(t *testing.T) {
	for name, b := range benches(t) {
		t.Run(name, func(t *testing.T) {
			s := &shop{}
			h := &idempotency.Handler{Store: b.store, Next: s}
			first, second, other := post(h, "a", "two shoes"), post(h, "a", "two shoes"), post(h, "b", "two shoes")
			if s.orders != 2 {
				t.Errorf("%d orders", s.orders)
			}
			if first.Code != 201 || first.Body.String() != "order 1: two shoes" || first.Header().Get("Location") != "/orders/1" {
				t.Errorf("first: %d %s %v", first.Code, first.Body, first.Header())
			}
			if got := first.Header().Get("Idempotent-Replayed"); got != "" {
				t.Errorf("first: replayed %q", got)
			}
			if other.Body.String() != "order 2: two shoes" {
				t.Errorf("other: %s", other.Body)
			}
			want := first.Header().Clone()
			want.Set("Idempotent-Replayed", "true")
			if second.Code != 201 || second.Body.String() != "order 1: two shoes" || !reflect.DeepEqual(second.Header(), want) {
				t.Errorf("second: %d %s %v", second.Code, second.Body, second.Header())
			}
		})
	}
}

func TestHandlerPassesBy(t *testing.T) {
	for _, tt := range []struct {
		method   string
		key      bool
		required bool
		orders   int // of two requests
		status   int
	}{
		{"GET", true, true, 2, 201},
		{"HEAD", true, true, 2, 201},
		{"OPTIONS", true, true, 2, 201},
		{"TRACE", true, true, 2, 201},
		{"GET", false, true, 2, 201},
		{"POST", false, false, 2, 201},
		{"POST", false, true, 0, 400},
		{"PATCH", false, true, 0, 400},
		{"PUT", false, true, 2, 201},
		{"DELETE", false, true, 2, 201},
		{"PUT", true, true, 1, 201},
		{"DELETE", true, false, 1, 201},
		{"POST", true, true, 1, 201},
	} {
		s := &shop{}
		h := &idempotency.Handler{Next: s, Required: tt.required}
		for range 2 {
			var headers []string
			if tt.key {
				headers = []string{"Idempotency-Key", "a"}
			}
			if w := send(h, tt.method, "/orders", "two shoes", headers...); w.Code != tt.status {
				t.Errorf("%+v: status %d", tt, w.Code)
			}
		}
		if s.orders != tt.orders {
			t.Errorf("%+v: %d orders", tt, s.orders)
		}
	}
}

// What passes by isn't held back in memory: it can stream.
func TestHandlerPassesByAsItIs(t *testing.T) {
	srv := httptest.NewServer(&idempotency.Handler{Next: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := http.NewResponseController(w).Flush(); err != nil {
			t.Error(err)
		}
	})})
	defer srv.Close()
	res, err := srv.Client().Get(srv.URL)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
}

func TestHandlerKeys(t *testing.T) {
	for _, tt := range []struct {
		keys []string
		want int // status, and so whether there is an order
	}{
		{[]string{"8e03978e-40d5-43dd-bc93-6894a57f9324"}, 201},
		{[]string{`"8e03978e-40d5-43dd-bc93-6894a57f9324"`}, 201},
		{[]string{"with space ~"}, 201},
		{[]string{strings.Repeat("x", 255)}, 201},
		{[]string{strings.Repeat("x", 256)}, 400},
		{[]string{""}, 400},
		{[]string{`""`}, 400},
		{[]string{"a\tb"}, 400},
		{[]string{"schlüssel"}, 400},
		{[]string{"a", "b"}, 400},
		{[]string{"a", "a"}, 400},
	} {
		s := &shop{}
		var headers []string
		for _, key := range tt.keys {
			headers = append(headers, "Idempotency-Key", key)
		}
		w := send(&idempotency.Handler{Next: s}, "POST", "/orders", "", headers...)
		if w.Code != tt.want || (s.orders == 1) != (tt.want == 201) {
			t.Errorf("%q: status %d, %d orders", tt.keys, w.Code, s.orders)
		}
	}

	// In quotes, as in the IETF's draft, and without, a key is the same.
	s := &shop{}
	h := &idempotency.Handler{Next: s}
	post(h, "a", "")
	if w := post(h, `"a"`, ""); w.Code != 201 || s.orders != 1 {
		t.Errorf("status %d, %d orders", w.Code, s.orders)
	}
}

func TestHandlerOtherRequest(t *testing.T) {
	s := &shop{}
	h := &idempotency.Handler{Next: s}
	send(h, "POST", "/orders?size=9", "two shoes", "Idempotency-Key", "a")
	for _, tt := range []struct {
		method, url, body string
		want              int
	}{
		{"POST", "/orders?size=9", "two shoes", 201},
		{"POST", "/orders?size=9", "two shoes!", 422},
		{"POST", "/orders?size=9", "", 422},
		{"POST", "/orders?size=8", "two shoes", 422},
		{"POST", "/carts?size=9", "two shoes", 422},
		{"PUT", "/orders?size=9", "two shoes", 422},
	} {
		if w := send(h, tt.method, tt.url, tt.body, "Idempotency-Key", "a"); w.Code != tt.want {
			t.Errorf("%s %s %q: status %d, want %d", tt.method, tt.url, tt.body, w.Code, tt.want)
		}
	}
	if s.orders != 1 {
		t.Errorf("%d orders", s.orders)
	}
}

func TestHandlerCaller(t *testing.T) {
	s := &shop{}
	h := &idempotency.Handler{Next: s, Caller: func(r *http.Request) string { return r.Header.Get("User") }}
	for _, tt := range []struct {
		user, key string
		orders    int
	}{
		{"ada", "a", 1}, {"bob", "a", 2}, {"ada", "a", 2}, {"ad", "aa", 3}, {"", "adaa", 4}, {"adaa", "a", 5},
	} {
		send(h, "POST", "/orders", "", "Idempotency-Key", tt.key, "User", tt.user)
		if s.orders != tt.orders {
			t.Errorf("%s's key %s: %d orders, want %d", tt.user, tt.key, s.orders, tt.orders)
		}
	}
}

// An answer that is final is given again. One that says "not now" isn't, and
// what was done before it is undone.
func TestHandlerStatus(t *testing.T) {
	for _, tt := range []struct {
		status int
		final  bool
	}{
		{200, true}, {201, true}, {204, true}, {303, true}, {400, true}, {402, true}, {404, true}, {422, true},
		{408, false}, {409, false}, {425, false}, {429, false}, {500, false}, {502, false}, {503, false},
	} {
		db, fake := openFake()
		calls := 0
		h := &idempotency.Handler{Store: &idempotency.SQL{DB: db}, Next: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			calls++
			if _, err := idempotency.Tx(r.Context()).ExecContext(r.Context(), "CHARGE"); err != nil {
				t.Error(err)
			}
			w.Header().Set("Call", fmt.Sprint(calls))
			w.WriteHeader(tt.status)
			w.WriteHeader(299) // too late
		})}
		for i := range 2 {
			w := post(h, "a", "")
			if w.Code != tt.status {
				t.Errorf("status %d instead of %d", w.Code, tt.status)
			}
			if got, want := w.Header().Get("Idempotent-Replayed") == "true", tt.final && i == 1; got != want {
				t.Errorf("status %d: replayed %v", tt.status, got)
			}
			if got := w.Header().Get("Call"); got != fmt.Sprint(calls) {
				t.Errorf("status %d: answer of call %s of %d", tt.status, got, calls)
			}
		}
		want := [2]int{2, 0}
		if tt.final {
			want = [2]int{1, 1}
		}
		if got := [2]int{calls, fake.charges()}; got != want {
			t.Errorf("status %d: calls and charges %v, want %v", tt.status, got, want)
		}
		db.Close()
	}
}

func TestHandlerPanic(t *testing.T) {
	for _, v := range []any{http.ErrAbortHandler, "out of shoes"} {
		db, fake := openFake()
		calls := 0
		h := &idempotency.Handler{Store: &idempotency.SQL{DB: db}, Next: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			idempotency.Tx(r.Context()).ExecContext(r.Context(), "CHARGE")
			if calls++; calls == 1 {
				w.WriteHeader(200)
				panic(v)
			}
		})}
		func() {
			defer func() {
				if got := recover(); got != v {
					t.Errorf("recovered %v, want %v", got, v)
				}
			}()
			post(h, "a", "")
		}()
		if got := fake.charges(); got != 0 {
			t.Errorf("%v: charged %d times", v, got)
		}
		if w := post(h, "a", ""); w.Code != 200 || fake.charges() != 1 {
			t.Errorf("%v: then status %d, charged %d times", v, w.Code, fake.charges())
		}
		db.Close()
	}
}

func TestHandlerBounds(t *testing.T) {
	db, fake := openFake()
	defer db.Close()
	h := &idempotency.Handler{Store: &idempotency.SQL{DB: db}, MaxBytes: 10, Next: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		idempotency.Tx(r.Context()).ExecContext(r.Context(), "CHARGE")
		body, _ := io.ReadAll(r.Body)
		for range 2 {
			if _, err := w.Write(body); err != nil && len(body) <= 5 {
				t.Error(err)
			}
		}
	})}
	for _, tt := range []struct {
		body    string
		status  int
		charges int
	}{
		{"12345", 200, 1},
		{"123456", 500, 1}, // the answer is too large
		{"1234567890", 500, 1},
		{"12345678901", 413, 1},
	} {
		w := post(h, tt.body, tt.body)
		if w.Code != tt.status || fake.charges() != tt.charges {
			t.Errorf("%s: status %d, charged %d times; want %d, %d", tt.body, w.Code, fake.charges(), tt.status, tt.charges)
		}
		if w.Code != 200 && strings.Contains(w.Body.String(), "123") {
			t.Errorf("%s: got %s", tt.body, w.Body)
		}
	}
}

type brokenBody struct{}

func (brokenBody) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func TestHandlerBrokenBody(t *testing.T) {
	s := &shop{}
	r := httptest.NewRequest("POST", "/orders", brokenBody{})
	r.Header.Set("Idempotency-Key", "a")
	w := httptest.NewRecorder()
	(&idempotency.Handler{Next: s}).ServeHTTP(w, r)
	if w.Code != 400 || s.orders != 0 {
		t.Errorf("status %d, %d orders", w.Code, s.orders)
	}
}

// storeFunc is a Store that fails, or plays back nonsense.
type storeFunc func(effect func(context.Context) ([]byte, error)) ([]byte, bool, error)

func (f storeFunc) Do(ctx context.Context, key string, effect func(context.Context) ([]byte, error)) ([]byte, bool, error) {
	return f(effect)
}

func TestHandlerStoreFails(t *testing.T) {
	errDisk := errors.New("disk on fire")
	for name, tt := range map[string]struct {
		store storeFunc
		want  int
	}{
		"full": {func(func(context.Context) ([]byte, error)) ([]byte, bool, error) {
			return nil, false, idempotency.ErrFull
		}, 503},
		"broken": {func(func(context.Context) ([]byte, error)) ([]byte, bool, error) { return nil, false, errDisk }, 500},
		"commit": {func(effect func(context.Context) ([]byte, error)) ([]byte, bool, error) {
			effect(context.Background())
			return nil, false, errDisk
		}, 500},
		"nonsense": {func(func(context.Context) ([]byte, error)) ([]byte, bool, error) { return []byte("shoes"), true, nil }, 500},
		"nothing":  {func(func(context.Context) ([]byte, error)) ([]byte, bool, error) { return []byte("{}"), true, nil }, 500},
	} {
		w := post(&idempotency.Handler{Store: tt.store, Next: &shop{}}, "a", "two shoes")
		if w.Code != tt.want || strings.Contains(w.Body.String(), "fire") || w.Header().Get("Location") != "" {
			t.Errorf("%s: %d %s %v, want %d", name, w.Code, w.Body, w.Header(), tt.want)
		}
	}

	// A store may wrap the error of an effect: the answer is still the handler's.
	wraps := storeFunc(func(effect func(context.Context) ([]byte, error)) ([]byte, bool, error) {
		_, err := effect(context.Background())
		return nil, false, fmt.Errorf("store: %w", err)
	})
	w := post(&idempotency.Handler{Store: wraps, Next: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Error(w, "come back later", http.StatusServiceUnavailable)
	})}, "a", "")
	if w.Code != 503 || w.Body.String() != "come back later\n" {
		t.Errorf("got %d %s", w.Code, w.Body)
	}
}

// A request that ends while it is at work itself was nobody's conflict.
func TestHandlerEndsAtWork(t *testing.T) {
	db, fake := openFake()
	defer db.Close()
	ctx, cancel := context.WithCancel(context.Background())
	h := &idempotency.Handler{Store: &idempotency.SQL{DB: db}, Next: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		idempotency.Tx(r.Context()).ExecContext(r.Context(), "CHARGE")
		cancel()
	})}
	r := httptest.NewRequest("POST", "/orders", nil).WithContext(ctx)
	r.Header.Set("Idempotency-Key", "a")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Code != 500 || fake.charges() != 0 {
		t.Errorf("status %d, charged %d times", w.Code, fake.charges())
	}
}

// Headers of the handlers outside stay theirs: those of this very request.
func TestHandlerHeaders(t *testing.T) {
	n := 0
	inner := &idempotency.Handler{Next: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Add("Vary", "Accept")
		w.Header().Del("Server")
		w.Header().Set("Location", "/orders/1")
		w.WriteHeader(http.StatusEarlyHints) // is not the answer
		io.WriteString(w, "done")
		w.Header().Set("Late", "true") // is not sent
	})}
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n++
		w.Header().Set("Request-Id", fmt.Sprint(n))
		w.Header().Set("Vary", "Origin")
		w.Header().Set("Server", "shop")
		inner.ServeHTTP(w, r)
	})
	for i := range 2 {
		w := post(h, "a", "")
		want := http.Header{"Request-Id": {fmt.Sprint(i + 1)}, "Vary": {"Origin", "Accept"}, "Location": {"/orders/1"}}
		if i == 1 {
			want["Idempotent-Replayed"] = []string{"true"}
			want["Server"] = []string{"shop"} // what is not there can't be stored
		}
		got := w.Header().Clone()
		got.Del("Content-Type") // sniffed
		if w.Code != 200 || w.Body.String() != "done" || !reflect.DeepEqual(got, want) {
			t.Errorf("request %d: %d %s\n got %v\nwant %v", i+1, w.Code, w.Body, got, want)
		}
	}
}

// Next gets the body again, with its length, whatever the client sent it as.
func TestHandlerBody(t *testing.T) {
	srv := httptest.NewServer(&idempotency.Handler{Next: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		fmt.Fprint(w, r.ContentLength, " ", string(body), " ", err)
	})})
	defer srv.Close()
	for i, body := range []io.Reader{strings.NewReader("two shoes"), io.MultiReader(strings.NewReader("two "), strings.NewReader("shoes"))} {
		r, err := http.NewRequest("POST", srv.URL, body)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Idempotency-Key", fmt.Sprint(i))
		res, err := srv.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		if got, _ := io.ReadAll(res.Body); string(got) != "9 two shoes <nil>" {
			t.Errorf("got %s", got)
		}
	}
}
