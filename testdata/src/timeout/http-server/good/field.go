package good

import (
	"net"
	"net/http"
	"time"
)

type app struct {
	http  *http.Server
	admin *http.Server
}

func newApp(h http.Handler) *app {
	a := &app{
		http: &http.Server{Handler: h},
	}
	a.http.ReadTimeout = time.Minute
	a.admin = &http.Server{Handler: h}
	return a
}

func (a *app) run(l net.Listener) error {
	go a.admin.Serve(l)
	return a.http.ListenAndServe()
}

// By a method, long after.
func (a *app) withHeaderTimeout(d time.Duration) *app {
	a.admin.ReadHeaderTimeout = d
	return a
}

type byValue struct {
	srv http.Server
}

func newByValue() *byValue {
	return &byValue{srv: http.Server{ReadHeaderTimeout: time.Second}}
}

func (b *byValue) run() error {
	return b.srv.ListenAndServe()
}

// Everybody can set the timeout of an exported field, or of what is embedded.
type Open struct {
	HTTP *http.Server
	*http.Server
}

func NewOpen() *Open {
	return &Open{HTTP: &http.Server{}, Server: &http.Server{}}
}

func (o *Open) Run() error {
	go o.HTTP.ListenAndServe()
	return o.ListenAndServe()
}
