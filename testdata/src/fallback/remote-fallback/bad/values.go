package bad

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"time"

	"fallback/remote-fallback/dep"
)

const timeout = 2 * time.Second

func pause(ctx context.Context) error {
	select {
	case <-time.After(100 * time.Millisecond):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func each(ids []string, do func(string)) {
	for _, id := range ids {
		do(id)
	}
}

func methodValue(ctx context.Context, s *store, id string) (*dep.User, error) {
	get, load := s.cache.Get, s.table.Load
	u, err := get(ctx, id)
	if err != nil {
		return load(ctx, id) // want `when \(\*dep.Cache\).Get .* fails, \(\*dep.Table\).Load answers`
	}
	return u, nil
}

// The failure shows when the row is read.
func (s *store) row(ctx context.Context, id string) (*dep.User, error) {
	u := &dep.User{ID: id}
	if err := s.table.DB.QueryRowContext(ctx, "select name from users where id = $1", id).Scan(&u.Name); err == nil {
		return u, nil
	}
	return s.cache.Get(ctx, id) // want `when \(\*sql.DB\).QueryRowContext fails, \(\*dep.Cache\).Get answers`
}

func (s *store) secondIsRow(ctx context.Context, id string) (string, error) {
	var name string
	u, err := s.cache.Get(ctx, id)
	if err != nil {
		if err := s.table.DB.QueryRowContext(ctx, "select name from users where id = $1", id).Scan(&name); err != nil { // want `\(\*sql.DB\).QueryRowContext answers in its place`
			return "", err
		}
	} else {
		name = u.Name
	}
	return name, nil
}

// A status tells of the failure.
func status(hc *http.Client, db *sql.DB, id string) (string, error) {
	resp, err := hc.Get("http://users.test/" + id)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 500 {
		return name(db, id) // want `when \(\*http.Client\).Get fails, bad.name answers in its place`
	}
	body, err := io.ReadAll(resp.Body)
	return string(body), err
}

func name(db *sql.DB, id string) (string, error) {
	var name string
	err := db.QueryRow("select name from users where id = $1", id).Scan(&name)
	return name, err
}

// The answer is read from a body.
func body(ctx context.Context, s *store, id string) (*dep.User, error) {
	u := new(dep.User)
	resp, err := s.cache.HC.Get("http://users.test/" + id)
	if err != nil {
		return s.table.Load(ctx, id) // want `Load answers in its place`
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(resp.Body).Decode(u); err != nil {
		return nil, err
	}
	return u, nil
}

// The first is called where it stands.
func literal(ctx context.Context, s *store, id string) (*dep.User, error) {
	u, err := func() (*dep.User, error) { return s.cache.Get(ctx, id) }()
	if err != nil {
		return s.table.Load(ctx, id) // want `Load answers in its place`
	}
	return u, nil
}

// A helper calls the first.
func measured(ctx context.Context, s *store, id string) (*dep.User, error) {
	u, err := measure(func() (*dep.User, error) { return s.cache.Get(ctx, id) })
	if err != nil {
		return s.table.Load(ctx, id) // want `Load answers in its place`
	}
	return u, nil
}

func measure[T any](do func() (T, error)) (T, error) {
	defer func(begin time.Time) { _ = time.Since(begin) }(time.Now())
	return do()
}

// The next one is never asked if the first hangs.
func mirrors(urls []string) (*http.Response, error) {
	hc := &http.Client{}
	var last error
	for _, url := range urls {
		resp, err := hc.Get(url) // want `the next one is asked only when \(\*http.Client\).Get has failed, and nothing ends that call: one server that hangs keeps all others from being asked; give each attempt a deadline of its own`
		if err != nil {
			last = err
			continue
		}
		return resp, nil
	}
	return nil, last
}

func twoMirrors() (*http.Response, error) {
	hc := &http.Client{}
	resp, err := hc.Get("http://one.test")
	if err != nil {
		return hc.Get("http://two.test") // want `the next one is asked only when \(\*http.Client\).Get has failed, and nothing ends that call`
	}
	return resp, nil
}

// Both fill one variable.
func filled(ctx context.Context, s *store, id string) (dep.User, error) {
	var u dep.User
	if err := s.cache.Find(ctx, id, &u); err != nil {
		if err := s.table.Find(ctx, id, &u); err != nil { // want `\(\*dep.Table\).Find answers in its place`
			return dep.User{}, err
		}
	}
	return u, nil
}

func inElse(ctx context.Context, s *store, id string) (*dep.User, error) {
	if u, err := s.cache.Get(ctx, id); err == nil {
		u.Stale = false
		return u, nil
	} else if u, err := s.table.Load(ctx, id); err == nil { // want `Load answers in its place`
		return u, nil
	} else {
		return nil, err
	}
}

// A function with deferred calls.
func deferred(ctx context.Context, s *store, id string) (*dep.User, error) {
	defer func(begin time.Time) { _ = time.Since(begin) }(time.Now())
	u, err := s.cache.Get(ctx, id)
	if err != nil {
		return s.table.Load(ctx, id) // want `Load answers in its place`
	}
	return u, nil
}

// The answer is part of a larger one.
func composed(ctx context.Context, s *store, id string) (page struct{ Title, Body string }, err error) {
	page.Title = "user"
	if u, err := s.cache.Get(ctx, id); err == nil {
		page.Body = u.Name
		return page, nil
	}
	u, err := s.table.Load(ctx, id) // want `Load answers in its place`
	if err != nil {
		return page, err
	}
	page.Body = u.Name
	return page, nil
}

// What answers a miss is the origin, whoever gave it.
func (s *store) readThrough(ctx context.Context, id string, fetch func(context.Context, string) (*dep.User, error)) (*dep.User, error) {
	u, err := s.cache.Get(ctx, id)
	switch {
	case err == nil:
		return u, nil
	case errors.Is(err, dep.ErrMiss):
		return fetch(ctx, id)
	default:
		return fetch(ctx, id) // want `when \(\*dep.Cache\).Get \(\(\*http.Client\).Do\) fails, fetch answers in its place, and is what a miss is answered from: while this fails, every request goes there`
	}
}
