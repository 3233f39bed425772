package fault

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// get calls a real server and returns its status or error.
func get(t *testing.T, client *http.Client, ctx context.Context, url string) (int, error) {
	t.Helper()
	r, err := http.NewRequestWithContext(ctx, "POST", url, strings.NewReader("two shoes"))
	if err != nil {
		t.Fatal(err)
	}
	res, err := client.Do(r)
	if err != nil {
		return 0, err
	}
	defer res.Body.Close()
	_, err = io.Copy(io.Discard, res.Body)
	return res.StatusCode, err
}

// TestRealServer breaks a server with real connections in every way, behind a
// Handler and behind a Listen, and sees it heal.
func TestRealServer(t *testing.T) {
	type want struct {
		status int
		calls  int64 // that reached the handler
	}
	for _, tt := range []struct {
		name             string
		fault            Fault
		handler, onConns want // status 0 is an error of the client
	}{
		{"none", Fault{}, want{200, 1}, want{200, 1}},
		{"latency", Fault{Latency: 1}, want{200, 1}, want{200, 1}},
		{"cut", Fault{Cut: true}, want{0, 0}, want{0, 0}},
		{"error", Fault{Err: errors.New("disk on fire")}, want{500, 0}, want{0, 0}},
		{"status", Fault{Status: 503}, want{503, 0}, want{0, 0}},
		{"lost, cut", Fault{Cut: true, Lost: true}, want{0, 1}, want{0, 1}},
		{"lost, status", Fault{Status: 503, Lost: true}, want{503, 1}, want{0, 1}},
	} {
		for _, at := range []struct {
			name string
			want want
		}{{"handler", tt.handler}, {"listener", tt.onConns}} {
			t.Run(tt.name+"/"+at.name, func(t *testing.T) {
				var s Switch
				var calls atomic.Int64
				srv := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					calls.Add(1)
					io.WriteString(w, "done")
				}))
				if at.name == "handler" {
					srv.Config.Handler = Handler(srv.Config.Handler, &s)
				} else {
					srv.Listener = Listen(srv.Listener, &s)
				}
				srv.Start()
				defer srv.Close()

				// A connection that was in use when the fault began has it too.
				if status, err := get(t, srv.Client(), context.Background(), srv.URL); status != 200 {
					t.Fatalf("healthy: %d, %v", status, err)
				}
				calls.Store(0)

				s.Set(tt.fault, 1)
				status, err := get(t, srv.Client(), context.Background(), srv.URL)
				if status != at.want.status || (err != nil) != (status == 0) {
					t.Errorf("got %d, %v; want %d", status, err, at.want.status)
				}
				if got := calls.Load(); got != at.want.calls {
					t.Errorf("%d calls reached the handler, want %d", got, at.want.calls)
				}
				s.Heal()
				if status, err := get(t, srv.Client(), context.Background(), srv.URL); status != 200 {
					t.Errorf("healed: %d, %v", status, err)
				}
				if got := s.Counts().Seen; got != 3 {
					t.Errorf("seen %d requests of 3", got)
				}
			})
		}
	}
}

// TestRealServerHangs sees that a hung request ends with its client, so that
// the server's Close, which waits for all requests, comes back.
func TestRealServerHangs(t *testing.T) {
	for _, lost := range []bool{false, true} {
		for _, at := range []string{"handler", "listener"} {
			t.Run(at, func(t *testing.T) {
				var s Switch
				s.Set(Fault{Hang: true, Lost: lost}, 1)
				served := make(chan bool, 1)
				srv := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					served <- true
				}))
				if at == "handler" {
					srv.Config.Handler = Handler(srv.Config.Handler, &s)
				} else {
					srv.Listener = Listen(srv.Listener, &s)
				}
				srv.Start()
				defer srv.Close()

				ctx, cancel := context.WithCancel(context.Background())
				errc := make(chan error, 1)
				go func() {
					_, err := get(t, srv.Client(), ctx, srv.URL)
					errc <- err
				}()
				for s.Counts().Hung == 0 {
					time.Sleep(time.Millisecond) // there is no sign of life to wait for
				}
				if lost {
					<-served
				}
				cancel()
				if err := <-errc; !errors.Is(err, context.Canceled) {
					t.Errorf("got %v", err)
				}
				if len(served) > 0 {
					t.Error("the request reached the handler")
				}
			})
		}
	}
}

// Below TLS and HTTP/2, where both sides speak at any time, a connection can be
// cut and hang.
func TestRealServerHTTP2(t *testing.T) {
	for name, f := range map[string]Fault{"cut": {Cut: true}, "hang": {Hang: true}} {
		t.Run(name, func(t *testing.T) {
			var s Switch
			srv := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				io.WriteString(w, r.Proto)
			}))
			srv.EnableHTTP2 = true
			srv.Listener = Listen(srv.Listener, &s)
			srv.StartTLS()
			defer srv.Close()
			if status, err := get(t, srv.Client(), context.Background(), srv.URL); status != 200 {
				t.Fatalf("healthy: %d, %v", status, err)
			}

			// The connection is there, and what the client says next on it may
			// be a request or not.
			s.Set(f, 1)
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			go func() {
				for s.Counts().Hung == 0 && ctx.Err() == nil {
					time.Sleep(time.Millisecond)
				}
				cancel()
			}()
			if status, err := get(t, srv.Client(), ctx, srv.URL); err == nil {
				t.Errorf("broken: %d", status)
			}
			if got := s.Counts(); got.Hung+got.Cut == 0 {
				t.Errorf("broken: %+v", got)
			}
			if f.Hang {
				return // the client keeps the connection
			}
			s.Heal()
			if status, err := get(t, srv.Client(), context.Background(), srv.URL); status != 200 {
				t.Errorf("healed: %d, %v", status, err)
			}
		})
	}
}
