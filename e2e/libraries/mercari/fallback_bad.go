// Package mercari asks a breaker whether it may call.
package mercari

import (
	"context"
	"database/sql"
	"net/http"

	"github.com/mercari/go-circuitbreaker"
)

type store struct {
	hc *http.Client
	db *sql.DB
	cb *circuitbreaker.CircuitBreaker
}

func (s *store) size(ctx context.Context) (int64, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, "http://files.test", nil)
	if err != nil {
		return 0, err
	}
	resp, err := s.hc.Do(req)
	if err != nil {
		return 0, err
	}
	return resp.ContentLength, resp.Body.Close()
}

func (s *store) stored(ctx context.Context) (n int64, err error) {
	err = s.db.QueryRowContext(ctx, "select size from files").Scan(&n)
	return n, err
}

func ready(ctx context.Context, s *store) (int64, error) {
	if !s.cb.Ready() {
		return s.stored(ctx) // want `remote-fallback: when \(\*circuitbreaker.CircuitBreaker\).Ready refuses the call, \(\*mercari.store\).stored answers in its place`
	}
	n, err := s.size(ctx)
	return n, s.cb.Done(ctx, err)
}

func done(ctx context.Context, s *store) (any, error) {
	n, err := s.cb.Do(ctx, func() (any, error) { return s.size(ctx) })
	if err != nil {
		return s.stored(ctx) // want `remote-fallback: .*\(\*mercari.store\).stored answers in its place`
	}
	return n, nil
}
