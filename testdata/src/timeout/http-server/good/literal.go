// Package good holds servers with a timeout, and servers of which it is not
// known.
package good

import (
	"context"
	"log"
	"net"
	"net/http"
	"time"
)

func direct(h http.Handler) error {
	return (&http.Server{Addr: ":8080", Handler: h, ReadTimeout: time.Minute}).ListenAndServe()
}

func local(h http.Handler) {
	srv := &http.Server{
		Addr:              ":8080",
		Handler:           h,
		ReadHeaderTimeout: 10 * time.Second,
	}
	log.Fatal(srv.ListenAndServeTLS("cert.pem", "key.pem"))
}

type config struct{ header, read time.Duration }

// What the configuration says is a decision.
func configured(c config, l net.Listener) error {
	srv := &http.Server{ReadHeaderTimeout: c.header}
	return srv.Serve(l)
}

func configuredRead(c config, l net.Listener) error {
	srv := &http.Server{ReadTimeout: c.read, ReadHeaderTimeout: 0}
	return srv.Serve(l)
}

// Never started.
func onlyShutdown(ctx context.Context) error {
	srv := &http.Server{Addr: ":8080"}
	srv.RegisterOnShutdown(func() {})
	return srv.Shutdown(ctx)
}

func goArgument() {
	srv := &http.Server{Addr: ":8080"}
	go func(s *http.Server) {
		s.ReadHeaderTimeout = time.Second
		log.Print(s.ListenAndServe())
	}(srv)
}

func methodValue(run func(func() error)) {
	srv := &http.Server{Addr: ":8080", ReadHeaderTimeout: time.Second}
	run(srv.ListenAndServe)
}
