// Package serves asks a server once, and some of it then goes on until its context ends.
package serves

import (
	"context"
	"net"
	"net/http"

	"timeout/remote-call/inhouse"
)

// Once ends by itself.
func Once(ctx context.Context, s inhouse.Store) error { return s.Save(ctx, "1") }

// AfterFunc is closed when its context ends.
func AfterFunc(ctx context.Context, s inhouse.Store, lis net.Listener) error {
	if err := s.Save(ctx, "1"); err != nil {
		return err
	}
	srv := &http.Server{ReadHeaderTimeout: 1e10}
	defer context.AfterFunc(ctx, func() { srv.Close() })()
	return srv.Serve(lis)
}

// Goroutine is, too.
func Goroutine(ctx context.Context, s inhouse.Store, lis net.Listener) error {
	if err := s.Save(ctx, "1"); err != nil {
		return err
	}
	srv := &http.Server{ReadHeaderTimeout: 1e10}
	go func() {
		<-ctx.Done()
		srv.Close()
	}()
	return srv.Serve(lis)
}

// Blocks waits for its end, in a function of the package.
func Blocks(ctx context.Context, s inhouse.Store) error {
	if err := s.Save(ctx, "1"); err != nil {
		return err
	}
	return wait(ctx)
}

func wait(ctx context.Context) error {
	<-ctx.Done()
	return ctx.Err()
}
