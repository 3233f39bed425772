package good

import (
	"errors"
	"net"
	"net/http"
	"time"
)

// The timeout is set by the caller of the constructor.
func newServer(h http.Handler) *http.Server {
	return &http.Server{Handler: h}
}

func constructed(h http.Handler, l net.Listener) error {
	srv := newServer(h)
	srv.ReadHeaderTimeout = 10 * time.Second
	return srv.Serve(l)
}

// NewServer's callers are elsewhere.
func NewServer(h http.Handler) *http.Server {
	srv := &http.Server{Handler: h}
	go srv.ListenAndServe()
	return srv
}

func tryServer(h http.Handler) (srv *http.Server, err error) {
	if h == nil {
		return nil, errors.New("no handler")
	}
	srv = &http.Server{Handler: h}
	return
}

func tried(h http.Handler) error {
	srv, err := tryServer(h)
	if err != nil {
		return err
	}
	harden(srv)
	return srv.ListenAndServe()
}

func harden(s *http.Server) { s.ReadHeaderTimeout = time.Second }

type option func(*http.Server)

func withHeaderTimeout(d time.Duration) option {
	return func(s *http.Server) { s.ReadHeaderTimeout = d }
}

func options(opts ...option) error {
	srv := &http.Server{Addr: ":8080"}
	for _, o := range opts {
		o(srv)
	}
	return srv.ListenAndServe()
}

func several() {
	servers := map[string]*http.Server{
		"a": {Addr: ":8080"},
		"b": {Addr: ":8081"},
	}
	for _, s := range servers {
		s.ReadTimeout = time.Minute
		go s.ListenAndServe()
	}
}

func copied() error {
	a := http.Server{Addr: ":8080"}
	p := &a
	q := p
	q.ReadHeaderTimeout = time.Second
	return p.ListenAndServe()
}

func byClosure() error {
	srv := &http.Server{}
	configure := func(s *http.Server) { s.ReadHeaderTimeout = time.Second }
	configure(srv)
	return srv.ListenAndServe()
}

type runner interface{ ListenAndServe() error }

// What becomes of the value in the interface is not known.
func asInterface(run func(runner)) {
	srv := &http.Server{}
	var r runner = srv
	run(r)
	_ = srv.ListenAndServe()
}

func handedOut(harden func(any)) error {
	srv := &http.Server{}
	harden(srv)
	return srv.ListenAndServe()
}

// The results of a function value go where it goes.
func factory() func() *http.Server { return newHidden }

func newHidden() *http.Server { return &http.Server{} }

func hidden() error { return newHidden().ListenAndServe() }

func channel() error {
	ch := make(chan *http.Server, 1)
	ch <- &http.Server{}
	srv, ok := <-ch
	if !ok {
		return nil
	}
	srv.ReadTimeout = time.Second
	return srv.ListenAndServe()
}
