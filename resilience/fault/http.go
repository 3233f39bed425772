package fault

import (
	"fmt"
	"io"
	"net/http"
	"strings"
)

// A Transport is an [http.RoundTripper] that has the faults of a Switch: what
// its client meets when the server or the way to it is broken. A request with
// a fault doesn't reach Base, unless the fault is Lost or mere latency.
//
// The zero value is a healthy http.DefaultTransport. A Transport is safe for
// concurrent use if its Base is.
type Transport struct {
	Base   http.RoundTripper // nil means http.DefaultTransport
	Switch *Switch           // nil means healthy
}

// RoundTrip implements [http.RoundTripper]. It returns ErrCut, the fault's Err,
// or the cause of the request's context.
func (t *Transport) RoundTrip(r *http.Request) (*http.Response, error) {
	f := t.Switch.Next()
	if f.Lost {
		res, err := t.base().RoundTrip(r)
		if err != nil {
			return nil, err
		}
		res.Body.Close()
		return fail(f, r)
	}
	if f.fails() {
		if r.Body != nil {
			r.Body.Close() // RoundTrip closes it, always
		}
		return fail(f, r)
	}
	if err := sleep(r.Context(), f.Latency); err != nil {
		if r.Body != nil {
			r.Body.Close()
		}
		return nil, err
	}
	return t.base().RoundTrip(r)
}

// fail is how a request ends that gets no answer of the server.
func fail(f Fault, r *http.Request) (*http.Response, error) {
	status := f.Status
	if f.Hang || f.Cut || f.Err != nil {
		status = 0
	}
	if err := f.Apply(r.Context()); status == 0 || r.Context().Err() != nil {
		return nil, err
	}
	text := fmt.Sprintf("%d %s", status, http.StatusText(status))
	body := "fault: " + text + "\n"
	return &http.Response{
		Status:        text,
		StatusCode:    status,
		Proto:         "HTTP/1.1",
		ProtoMajor:    1,
		ProtoMinor:    1,
		Header:        http.Header{"Content-Type": {"text/plain; charset=utf-8"}},
		Body:          io.NopCloser(strings.NewReader(body)),
		ContentLength: int64(len(body)),
		Request:       r,
	}, nil
}

// CloseIdleConnections makes [http.Client.CloseIdleConnections] reach Base.
func (t *Transport) CloseIdleConnections() {
	if c, ok := t.base().(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}

func (t *Transport) base() http.RoundTripper {
	if t.Base == nil {
		return http.DefaultTransport
	}
	return t.Base
}

// Handler returns a handler that has the faults of s, and else is next: a
// server that is broken, with real connections before it. A request with a
// fault doesn't reach next, unless the fault is Lost or mere latency.
func Handler(next http.Handler, s *Switch) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f := s.Next()
		if f.Lost {
			next.ServeHTTP(nowhere{http.Header{}}, r)
		}
		if f.Hang {
			// The server sees that its client has gone only once the body is
			// read.
			io.Copy(io.Discard, r.Body)
		}
		err := f.Apply(r.Context())
		switch {
		case err == nil:
			next.ServeHTTP(w, r)
		case f.Hang, f.Cut, r.Context().Err() != nil:
			panic(http.ErrAbortHandler) // net/http's way to cut a connection
		case f.Err != nil:
			http.Error(w, f.Err.Error(), http.StatusInternalServerError)
		default:
			http.Error(w, err.Error(), f.Status)
		}
	})
}

// nowhere is where the answers go that get lost.
type nowhere struct{ header http.Header }

func (n nowhere) Header() http.Header         { return n.header }
func (n nowhere) Write(p []byte) (int, error) { return len(p), nil }
func (n nowhere) WriteHeader(int)             {}
