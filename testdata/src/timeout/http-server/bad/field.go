package bad

import (
	"net"
	"net/http"
)

type app struct {
	http  *http.Server
	admin *http.Server
}

func newApp(h http.Handler) *app {
	a := &app{
		http: &http.Server{Handler: h}, // want `neither ReadHeaderTimeout`
	}
	a.admin = &http.Server{Handler: h} // want `neither ReadHeaderTimeout`
	return a
}

func (a *app) run(l net.Listener) error {
	go a.admin.Serve(l)
	return a.http.ListenAndServe()
}

type byValue struct {
	srv http.Server
}

func (b *byValue) run() error {
	return b.srv.ListenAndServe() // want `neither ReadHeaderTimeout`
}
