package bad

import (
	"errors"
	"net"
	"net/http"
)

func newServer(h http.Handler) *http.Server {
	return &http.Server{Handler: h} // want `neither ReadHeaderTimeout`
}

func constructed(h http.Handler, l net.Listener) error {
	return newServer(h).Serve(l)
}

func tryServer(h http.Handler) (srv *http.Server, err error) {
	if h == nil {
		return nil, errors.New("no handler")
	}
	srv = &http.Server{Handler: h} // want `neither ReadHeaderTimeout`
	return
}

func tried(h http.Handler) error {
	srv, err := tryServer(h)
	if err != nil {
		return err
	}
	return srv.ListenAndServe()
}

func serve(s *http.Server) error { return s.ListenAndServe() }

func parameter() error {
	return serve(&http.Server{Addr: ":8080"}) // want `neither ReadHeaderTimeout`
}

func several() {
	servers := []*http.Server{
		{Addr: ":8080"}, // want `neither ReadHeaderTimeout`
		{Addr: ":8081"}, // want `neither ReadHeaderTimeout`
	}
	servers = append(servers, &http.Server{Addr: ":8082"}) // want `neither ReadHeaderTimeout`
	for _, s := range servers {
		go s.ListenAndServe()
	}
}

// One of two: the other never starts.
func oneOfTwo(shutdown bool) error {
	a := &http.Server{Addr: ":8080"} // want `neither ReadHeaderTimeout`
	b := &http.Server{Addr: ":8081"}
	stop(a)
	stop(b)
	return a.ListenAndServe()
}

func stop(s *http.Server) { _ = s.Close() }

func copied() error {
	a := http.Server{Addr: ":8080"} // want `neither ReadHeaderTimeout`
	p := &a
	q := p
	return q.ListenAndServe()
}

func byClosure() error {
	var srv *http.Server
	configure := func(s *http.Server) { s.Addr = ":8080" }
	srv = &http.Server{} // want `neither ReadHeaderTimeout`
	configure(srv)
	return srv.ListenAndServe()
}
