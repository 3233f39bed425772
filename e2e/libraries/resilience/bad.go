// Package resilience answers for calls through the runtime.
package resilience

import (
	"context"
	"database/sql"
	"net/http"

	"github.com/reslint/reslint/resilience"
)

type store struct {
	hc *http.Client
	db *sql.DB

	policy resilience.Policy
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

var files resilience.Policy

func remote(ctx context.Context, s *store) (int64, error) {
	return resilience.Fallback(ctx, &files, s.size,
		func(error) (int64, error) { return s.stored(ctx) }) // want `remote-fallback: when the operation of resilience.Fallback fails, its fallback answers in its place, and waits for another machine`
}

func flow(ctx context.Context, s *store) (int64, error) {
	n, err := resilience.Do(ctx, &files, s.size)
	if err != nil {
		return s.stored(ctx) // want `remote-fallback: when resilience.Do .*fails, \(\*resilience.store\).stored answers in its place`
	}
	return n, nil
}
