package bad

import (
	"context"
	"database/sql"
	"encoding/json"
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

// What is handed over decides what it does.
func readThrough[T any](ctx context.Context, c *typed[T], key string, fetch func(context.Context, string) (T, error)) (T, error) {
	v, err := c.get(ctx, key)
	if err != nil {
		return fetch(ctx, key) // want `when \(\*bad.typed\[T\]\).get \(\(\*http.Client\).Do\) fails, fetch answers in its place, and may wait for another machine, for all that is known here`
	}
	return v, nil
}

type typed[T any] struct{ hc *http.Client }

func (c *typed[T]) get(ctx context.Context, key string) (v T, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://cache.test/"+key, nil)
	if err != nil {
		return v, err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return v, err
	}
	defer resp.Body.Close()
	return v, json.NewDecoder(resp.Body).Decode(&v)
}

type source interface {
	Fetch(ctx context.Context, id string) (*dep.User, error)
}

type withSource struct {
	source
	cache *dep.Cache
	other func(context.Context, string) (*dep.User, error)
}

func (w *withSource) embedded(ctx context.Context, id string) (*dep.User, error) {
	u, err := w.cache.Get(ctx, id)
	if err != nil {
		return w.Fetch(ctx, id) // want `\(bad.source\).Fetch answers in its place, and may wait`
	}
	return u, nil
}

func (w *withSource) field(ctx context.Context, id string) (*dep.User, error) {
	u, err := w.cache.Get(ctx, id)
	if err != nil && w.other != nil {
		u, err = w.other(ctx, id) // want `other answers in its place, and may wait`
	}
	return u, err
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

// Two interfaces, of which only the first is known.
func (w *withSource) twice(ctx context.Context, id string) (*dep.User, error) {
	u, err := w.cache.Get(ctx, id)
	if err == nil {
		return u, nil
	}
	if u, err = w.source.Fetch(ctx, id); err == nil { // want `Fetch answers in its place`
		return u, nil
	}
	return w.other(ctx, id) // want `other answers in its place`
}

// A method of the same client that asks somebody else.
func (w *withSource) fromSource(ctx context.Context, id string) (*dep.User, error) {
	u, err := w.source.Fetch(ctx, id)
	if err != nil {
		return nil, err
	}
	u.Stale = true
	return u, nil
}

func (w *withSource) fromCache(ctx context.Context, id string) (*dep.User, error) {
	return w.cache.Get(ctx, id)
}

func (w *withSource) leads(ctx context.Context, id string) (*dep.User, error) {
	u, err := w.fromCache(ctx, id)
	if err != nil {
		u, err = w.fromSource(ctx, id) // want `\(\*bad.withSource\).fromSource answers in its place, and may wait`
	}
	return u, err
}
