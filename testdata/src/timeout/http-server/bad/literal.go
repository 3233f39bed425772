// Package bad holds servers that wait for ever for a header.
package bad

import (
	"context"
	"log"
	"net"
	"net/http"
)

func direct(h http.Handler) error {
	return (&http.Server{Addr: ":8080", Handler: h}).ListenAndServe() // want `http.Server has neither ReadHeaderTimeout nor ReadTimeout: a client that sends .* \(timeout/http-server\)`
}

func local(h http.Handler) {
	srv := &http.Server{ // want `neither ReadHeaderTimeout`
		Addr:    ":8080",
		Handler: h,
		// TLS comes later.
	}
	log.Fatal(srv.ListenAndServeTLS("cert.pem", "key.pem"))
}

func empty() error {
	srv := http.Server{} // want `neither ReadHeaderTimeout`
	return srv.ListenAndServe()
}

// The other timeouts do not bound the header.
func otherTimeouts(l net.Listener) error {
	srv := &http.Server{IdleTimeout: 60e9, WriteTimeout: 10e9} // want `neither ReadHeaderTimeout`
	return srv.Serve(l)
}

// Zero is no timeout.
func zero(l net.Listener) error {
	srv := &http.Server{ReadHeaderTimeout: 0} // want `neither ReadHeaderTimeout`
	return srv.Serve(l)
}

func inGoroutine(ctx context.Context) error {
	srv := &http.Server{Addr: ":8080"} // want `neither ReadHeaderTimeout`
	go func() {
		log.Print(srv.ListenAndServe())
	}()
	<-ctx.Done()
	return srv.Shutdown(context.WithoutCancel(ctx))
}

func goArgument() {
	srv := &http.Server{Addr: ":8080"} // want `neither ReadHeaderTimeout`
	go func(s *http.Server) { log.Print(s.ListenAndServe()) }(srv)
}

func methodValue(run func(func() error)) {
	srv := &http.Server{Addr: ":8080"} // want `neither ReadHeaderTimeout`
	run(srv.ListenAndServe)
}
