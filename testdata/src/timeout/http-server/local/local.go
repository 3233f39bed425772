// Package local holds servers that nobody outside can reach: they are reported
// under -strict.
package local

import (
	"context"
	"fmt"
	"net"
	"net/http"
)

const addr = "localhost:6060"

func helper() error {
	return http.ListenAndServe(addr, nil) // want `a goroutine for ever; it can be reached from this machine only \(timeout/http-server\)`
}

func literal() error {
	srv := &http.Server{Addr: "[::1]:6060"} // want `this machine only`
	return srv.ListenAndServe()
}

func assigned(port string) error {
	var srv http.Server // want `this machine only`
	srv.Addr = "127.0.0.1:" + port
	return srv.ListenAndServe()
}

func formatted(port int) error {
	a := fmt.Sprintf("localhost:%d", port)
	return http.ListenAndServe(a, nil) // want `this machine only`
}

func joined(port string) error {
	return http.ListenAndServe(net.JoinHostPort("::1", port), nil) // want `this machine only`
}

func unix(path string) error {
	l, err := net.Listen("unix", path)
	if err != nil {
		return err
	}
	return http.Serve(l, nil) // want `this machine only`
}

func unixType(l *net.UnixListener) error {
	srv := &http.Server{} // want `this machine only`
	return srv.Serve(l)
}

func listened(ctx context.Context) error {
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	srv := &http.Server{} // want `this machine only`
	return srv.Serve(l)
}
