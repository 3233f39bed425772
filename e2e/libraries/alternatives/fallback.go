// Package alternatives may import the runtime, so that its fixes are offered beside those
// of the standard library.
package alternatives

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"log"
	"net/http"
	"time"

	"github.com/reslint/reslint/resilience"
)

var orders = resilience.Must(resilience.New(resilience.Config{Timeout: time.Second}))

type user struct{ ID, Name string }

type cache struct{ hc *http.Client }

var errMiss = errors.New("miss")

func (c *cache) get(ctx context.Context, id string) (*user, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://cache.test/"+id, nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	u := new(user)
	return u, json.NewDecoder(resp.Body).Decode(u)
}

func (c *cache) find(ctx context.Context, id string) (*user, error) {
	u, err := c.get(ctx, id)
	if err == nil && u.ID == "" {
		return nil, errMiss
	}
	return u, err
}

func (c *cache) count(ctx context.Context) (int, error) {
	u, err := c.get(ctx, "count")
	if err != nil {
		return 0, err
	}
	return len(u.Name), nil
}

func (c *cache) open(ctx context.Context, id string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://cache.test/"+id, nil)
	if err != nil {
		return nil, err
	}
	return c.hc.Do(req)
}

var users = &cache{hc: &http.Client{Timeout: time.Second}}

type store struct {
	cache *cache
	db    *sql.DB
}

func (s *store) load(ctx context.Context, id string) (*user, error) {
	u := &user{ID: id}
	return u, s.db.QueryRowContext(ctx, "select name from users where id = $1", id).Scan(&u.Name)
}

func (s *store) counted(ctx context.Context) (n int, err error) {
	return n, s.db.QueryRowContext(ctx, "select count(*) from users").Scan(&n)
}

func (s *store) old(ctx context.Context, id string) (*http.Response, error) {
	var url string
	if err := s.db.QueryRowContext(ctx, "select url from users where id = $1", id).Scan(&url); err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return s.cache.hc.Do(req)
}

// user asks the cache.
func (s *store) user(ctx context.Context, id string) (*user, error) {
	u, err := s.cache.get(ctx, id)
	if err != nil {
		return s.load(ctx, id) // want `remote-fallback`
	}
	return u, nil
}

func (s *store) logged(ctx context.Context, id string) (*user, error) {
	u, err := s.cache.find(ctx, id)
	if errors.Is(err, errMiss) {
		return s.load(ctx, id)
	}
	if err != nil {
		log.Printf("cache: %v", err)
		return s.load(ctx, id) // want `remote-fallback`
	}
	return u, err
}

func (s *store) name(ctx context.Context, id string) string {
	u, err := s.cache.get(ctx, id)
	if err != nil {
		u, err = s.load(ctx, id) // want `remote-fallback`
	}
	if err != nil {
		return "nobody"
	}
	return u.Name
}

// The client is a variable of the package, so the key is the user's alone.
func (s *store) shared(ctx context.Context, id string) (*user, error) {
	u, err := users.get(ctx, id)
	if err != nil {
		return s.load(ctx, id) // want `remote-fallback`
	}
	return u, nil
}

type other struct{ *store }

// Two functions of one name.
func (o *other) user(ctx context.Context, id string) (*user, error) {
	u, err := o.cache.get(ctx, id)
	if err != nil {
		return o.load(ctx, id) // want `remote-fallback`
	}
	return u, nil
}

// A miss is asked for elsewhere, too: without that, nothing would be found any more.
func (s *store) missed(ctx context.Context, id string) (*user, error) {
	u, err := s.cache.find(ctx, id)
	if err != nil {
		return s.load(ctx, id) // want `remote-fallback`
	}
	return u, nil
}

// What nothing else uses would be left over.
func (s *store) leftOver(ctx context.Context, id string) (*user, error) {
	load := s.load
	u, err := s.cache.get(ctx, id)
	if err != nil {
		return load(ctx, id) // want `remote-fallback`
	}
	return u, nil
}

// A response is read later: a second reader would find nothing.
func (s *store) opened(ctx context.Context, id string) (*http.Response, error) {
	resp, err := s.cache.open(ctx, id)
	if err != nil {
		return s.old(ctx, id) // want `remote-fallback`
	}
	return resp, nil
}

// What it depends on is no plain value.
func (s *store) request(ctx context.Context, r *http.Request) (*user, error) {
	u, err := s.cache.get(ctx, r.URL.Query().Get("id"))
	if err != nil {
		return s.load(ctx, r.URL.Query().Get("id")) // want `remote-fallback`
	}
	return u, nil
}

// There is no key.
func (s *store) total(ctx context.Context) (int, error) {
	n, err := s.cache.count(ctx)
	if err != nil {
		return s.counted(ctx) // want `remote-fallback`
	}
	return n, nil
}

// The key changes on the way.
func (s *store) prefixed(ctx context.Context, id string) (*user, error) {
	id = "user/" + id
	u, err := s.cache.get(ctx, id)
	if err != nil {
		return s.load(ctx, id) // want `remote-fallback`
	}
	return u, nil
}

// What is kept would be changed.
func (s *store) changed(ctx context.Context, id string) (*user, error) {
	u, err := s.cache.get(ctx, id)
	if err != nil {
		u, err = s.load(ctx, id) // want `remote-fallback`
	}
	if err == nil {
		u.Name += "!"
	}
	return u, err
}

// A certain failure only.
func (s *store) late(ctx context.Context, id string) (*user, error) {
	u, err := s.cache.get(ctx, id)
	if errors.Is(err, context.DeadlineExceeded) {
		return s.load(ctx, id) // want `remote-fallback`
	}
	return u, err
}
