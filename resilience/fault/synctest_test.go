//go:build go1.25

package fault

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// pipes is a listener in memory, which a bubble can wait for.
type pipes struct {
	conns chan net.Conn
	done  chan struct{}
}

func listenPipe() *pipes {
	return &pipes{make(chan net.Conn), make(chan struct{})}
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error   { close(p.done); return nil }
func (p *pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipe", Net: "pipe"} }

func (p *pipes) dial(context.Context, string, string) (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case p.conns <- server:
		return client, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}

func TestLatency(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		if err := (Fault{Latency: 30 * time.Second, Cut: true}).Apply(t.Context()); err != ErrCut {
			t.Error(err)
		}
		if got := time.Since(start); got != 30*time.Second {
			t.Errorf("took %v", got)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := (Fault{Latency: 30 * time.Second}).Apply(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		if got := time.Since(start); got != 31*time.Second {
			t.Errorf("took %v until the deadline", got)
		}
	})
}

// TestBubbleServer slows and hangs an HTTP server in memory, at each place
// where a Switch can stand.
func TestBubbleServer(t *testing.T) {
	for _, at := range []string{"transport", "handler", "listener"} {
		t.Run(at, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var s Switch
				here := func(name string) *Switch {
					if name == at {
						return &s
					}
					return nil
				}
				l := listenPipe()
				srv := &http.Server{Handler: Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					body, err := io.ReadAll(r.Body)
					if err != nil {
						return // the client has gone
					}
					w.Write(body)
				}), here("handler"))}
				go srv.Serve(Listen(l, here("listener")))
				tr := &http.Transport{DialContext: l.dial}
				client := &http.Client{Timeout: time.Minute, Transport: &Transport{Base: tr, Switch: here("transport")}}
				defer func() {
					tr.CloseIdleConnections()
					srv.Close()
				}()

				try := func(f Fault, took time.Duration, ok bool) {
					t.Helper()
					s.Set(f, 1)
					start := time.Now()
					body := strings.Repeat("two shoes ", 5000)
					res, err := client.Post("http://shop.example/", "text/plain", strings.NewReader(body))
					if err == nil {
						defer res.Body.Close()
						var text []byte
						if text, err = io.ReadAll(res.Body); string(text) != body {
							t.Errorf("%+v: %d bytes came back of %d", f, len(text), len(body))
						}
					}
					if (err == nil) != ok {
						t.Errorf("%+v: %v", f, err)
					}
					if got := time.Since(start); got != took {
						t.Errorf("%+v: took %v, want %v", f, got, took)
					}
				}
				try(Fault{}, 0, true)
				try(Fault{Latency: 30 * time.Second}, 30*time.Second, true)
				try(Fault{Latency: 30 * time.Second}, 30*time.Second, true)
				try(Fault{Latency: 2 * time.Minute}, time.Minute, false)
				try(Fault{Hang: true}, time.Minute, false)
				try(Fault{Hang: true, Lost: true}, time.Minute, false)
				try(Fault{Latency: time.Second, Cut: true}, time.Second, false)
				try(Fault{Latency: time.Second, Cut: true, Lost: true}, time.Second, false)
				try(Fault{}, 0, true)
			})
		})
	}
}

// A connBubble has both ends of a connection; the server's has faults.
func connBubble(t *testing.T, f Fault, body func(t *testing.T, client, server net.Conn, s *Switch)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		var s Switch
		s.Set(f, 1)
		p := listenPipe()
		l := Listen(p, &s)
		defer l.Close()
		accepted := make(chan net.Conn, 1)
		go func() {
			c, err := l.Accept()
			if err != nil {
				t.Error(err)
			}
			accepted <- c
		}()
		client, err := p.dial(t.Context(), "", "")
		if err != nil {
			t.Fatal(err)
		}
		server := <-accepted
		defer server.Close()
		defer client.Close()
		body(t, client, server, &s)
	})
}

// say writes without waiting for a reader.
func say(c net.Conn, text string) { go c.Write([]byte(text)) }

func TestConnDeadlineInLatency(t *testing.T) {
	connBubble(t, Fault{Latency: 30 * time.Second}, func(t *testing.T, client, server net.Conn, s *Switch) {
		start := time.Now()
		say(client, "hello")
		b := make([]byte, 3)
		for _, set := range []func(time.Time) error{server.SetReadDeadline, server.SetDeadline} {
			set(time.Now().Add(10 * time.Second))
			if n, err := server.Read(b); n != 0 || !errors.Is(err, os.ErrDeadlineExceeded) {
				t.Errorf("read %d bytes, %v", n, err)
			}
		}
		if got := time.Since(start); got != 20*time.Second {
			t.Errorf("two deadlines took %v", got)
		}
		// What the deadline kept from being read comes late, and is all there.
		server.SetReadDeadline(time.Time{})
		for _, want := range []string{"hel", "lo"} {
			if n, err := server.Read(b); string(b[:n]) != want || err != nil {
				t.Errorf("read %q, %v; want %q", b[:n], err, want)
			}
		}
		if got := time.Since(start); got != 30*time.Second {
			t.Errorf("took %v", got)
		}
		if got, want := s.Counts(), (Counts{Seen: 1, Delayed: 1}); got != want {
			t.Errorf("counts %+v, want %+v", got, want)
		}
	})
}

// net/http ends its own Read in the background by a deadline in the past.
func TestConnDeadlineWakes(t *testing.T) {
	for _, f := range []Fault{{Latency: time.Hour}, {Hang: true}} {
		connBubble(t, f, func(t *testing.T, client, server net.Conn, s *Switch) {
			say(client, "hello")
			errc := make(chan error)
			go func() {
				_, err := server.Read(make([]byte, 10))
				errc <- err
			}()
			synctest.Wait()
			start := time.Now()
			server.SetReadDeadline(start.Add(-time.Second))
			if err := <-errc; !errors.Is(err, os.ErrDeadlineExceeded) {
				t.Errorf("%+v: %v", f, err)
			}
			if got := time.Since(start); got != 0 {
				t.Errorf("%+v: woke %v late", f, got)
			}
		})
	}
}

func TestConnCloseWakes(t *testing.T) {
	for _, f := range []Fault{{Latency: time.Hour}, {Hang: true}} {
		connBubble(t, f, func(t *testing.T, client, server net.Conn, s *Switch) {
			say(client, "hello")
			start := time.Now()
			go func() {
				time.Sleep(time.Second)
				server.Close()
			}()
			if n, err := server.Read(make([]byte, 10)); n != 0 || err == nil {
				t.Errorf("%+v: read %d bytes, %v", f, n, err)
			}
			if got := time.Since(start); got != time.Second {
				t.Errorf("%+v: took %v", f, got)
			}
		})
	}
}

func TestConnHangEndsWithClient(t *testing.T) {
	connBubble(t, Fault{Hang: true}, func(t *testing.T, client, server net.Conn, s *Switch) {
		go func() {
			for range 3 {
				client.Write([]byte("hello? "))
				time.Sleep(time.Second)
			}
			client.Close()
		}()
		if n, err := server.Read(make([]byte, 10)); n != 0 || err != io.EOF {
			t.Errorf("read %d bytes, %v", n, err)
		}
	})
}

// TestConnRequests sees where one request ends and the next one begins.
func TestConnRequests(t *testing.T) {
	connBubble(t, Fault{}, func(t *testing.T, client, server net.Conn, s *Switch) {
		in := bufio.NewReader(server)
		read := func(want string) {
			t.Helper()
			if line, err := in.ReadString('\n'); line != want || err != nil {
				t.Errorf("read %q, %v; want %q", line, err, want)
			}
		}
		read2 := func(from net.Conn) {
			b := make([]byte, 2)
			if _, err := io.ReadFull(from, b); err != nil {
				t.Error(err)
			}
		}
		seen := func(want int64) {
			t.Helper()
			if got := s.Counts().Seen; got != want {
				t.Errorf("seen %d requests, want %d", got, want)
			}
		}
		say(client, "one,\n")
		read("one,\n")
		say(client, "in two parts\n")
		read("in two parts\n")
		seen(1)
		say(server, "ok")
		read2(client)

		// The second request meets what was set after the connection began.
		s.Set(Fault{Latency: time.Minute}, 1)
		start := time.Now()
		say(client, "two\n")
		read("two\n")
		if got := time.Since(start); got != time.Minute {
			t.Errorf("took %v", got)
		}
		seen(2)
		say(server, "ok")
		read2(client)

		// A fault that is set now is met by the next word, spoken or not.
		say(client, "three\n")
		read("three\n")
		seen(3)
		s.Heal()
		say(client, "still three\n")
		read("still three\n")
		seen(3)
		s.Set(Fault{Cut: true}, 1)
		say(client, "four\n")
		if _, err := in.ReadString('\n'); err != ErrCut {
			t.Errorf("cut: %v", err)
		}
		if _, err := client.Read(make([]byte, 1)); err != io.EOF {
			t.Errorf("the client's end: %v", err)
		}
		seen(4)
	})
}

// A client that goes on talking doesn't get the answer to its first request as
// that to its second.
func TestConnStaysMute(t *testing.T) {
	connBubble(t, Fault{Hang: true, Lost: true}, func(t *testing.T, client, server net.Conn, s *Switch) {
		b := make([]byte, 10)
		for range 2 {
			say(client, "hello")
			if n, err := server.Read(b); n != 5 || err != nil {
				t.Fatalf("read %d bytes, %v", n, err)
			}
			if n, err := server.Write([]byte("yes?")); n != 4 || err != nil {
				t.Fatalf("wrote %d bytes, %v", n, err)
			}
			s.Heal()
		}
		client.SetReadDeadline(time.Now().Add(time.Hour))
		if n, err := client.Read(b); !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("the client read %q, %v", b[:n], err)
		}
	})
}
