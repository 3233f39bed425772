package strict

import (
	"context"
	"encoding/json"
	"net/http"

	"fallback/remote-fallback/dep"
)

// What is handed over decides what it does.
func readThrough[T any](ctx context.Context, c *typed[T], key string, fetch func(context.Context, string) (T, error)) (T, error) {
	v, err := c.get(ctx, key)
	if err != nil {
		return fetch(ctx, key) // want `when \(\*strict.typed\[T\]\).get \(\(\*http.Client\).Do\) fails, fetch answers in its place, and may wait for another machine, for all that is known here`
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
		return w.Fetch(ctx, id) // want `\(strict.source\).Fetch answers in its place, and may wait`
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
		u, err = w.fromSource(ctx, id) // want `\(\*strict.withSource\).fromSource answers in its place, and may wait`
	}
	return u, err
}
