// Package dep holds clients of two servers, which the cases of other packages use.
package dep

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"net/http"
	"time"
)

var (
	ErrMiss     = errors.New("miss")
	ErrNotFound = errors.New("not found")
)

// A User is what both servers know.
type User struct {
	ID, Name string
	Stale    bool
}

// A Cache asks another machine over HTTP.
type Cache struct{ HC *http.Client }

// Get returns ErrMiss if there is no such user in the cache.
func (c *Cache) Get(ctx context.Context, id string) (*User, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://cache.test/"+id, nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.HC.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound {
		return nil, ErrMiss
	}
	u := new(User)
	return u, json.NewDecoder(resp.Body).Decode(u)
}

// GetV1 speaks the older protocol of the same server.
func (c *Cache) GetV1(ctx context.Context, id string) (*User, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://cache.test/v1/"+id, nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.HC.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	u := new(User)
	return u, json.NewDecoder(resp.Body).Decode(u)
}

// A Table asks a database.
type Table struct{ DB *sql.DB }

// Load asks the database for a user.
func (t *Table) Load(ctx context.Context, id string) (*User, error) {
	u := &User{ID: id}
	return u, t.DB.QueryRowContext(ctx, "select name from users where id = $1", id).Scan(&u.Name)
}

// LoadSoon is Load within a second.
func (t *Table) LoadSoon(ctx context.Context, id string) (*User, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return t.Load(ctx, id)
}

// Create makes a user.
func (t *Table) Create(ctx context.Context, id string) (*User, error) {
	_, err := t.DB.ExecContext(ctx, "insert into users values ($1)", id)
	return &User{ID: id}, err
}

// Count counts.
func (t *Table) Count(ctx context.Context) (int, error) {
	var n int
	err := t.DB.QueryRowContext(ctx, "select count(*) from users").Scan(&n)
	return n, err
}

// Find fills a user.
func (t *Table) Find(ctx context.Context, id string, into *User) error {
	return t.DB.QueryRowContext(ctx, "select name from users where id = $1", id).Scan(&into.Name)
}

// Find fills a user.
func (c *Cache) Find(ctx context.Context, id string, into *User) error {
	u, err := c.Get(ctx, id)
	if err != nil {
		return err
	}
	*into = *u
	return nil
}

// Report tells a server of a failure.
func (c *Cache) Report(ctx context.Context, failure error) (string, error) {
	u, err := c.Get(ctx, failure.Error())
	if err != nil {
		return "", err
	}
	return u.ID, nil
}
