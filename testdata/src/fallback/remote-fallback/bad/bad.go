// Package bad asks another machine where one has failed.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log"

	"fallback/remote-fallback/dep"
)

type store struct {
	cache *dep.Cache
	table *dep.Table
}

func (s *store) returned(ctx context.Context, id string) (*dep.User, error) {
	u, err := s.cache.Get(ctx, id)
	if err != nil {
		return s.table.Load(ctx, id) // want `when \(\*dep.Cache\).Get \(\(\*http.Client\).Do\) fails, \(\*dep.Table\).Load answers in its place, and waits for another machine \(\(\*sql.DB\).QueryRowContext\): a second dependency on the failure path, reached when no time is left and everybody comes at once; answer from memory, or give it a deadline and a breaker of its own \(fallback/remote-fallback\)`
	}
	return u, nil
}

func (s *store) successFirst(ctx context.Context, id string) (*dep.User, error) {
	if u, err := s.cache.Get(ctx, id); err == nil {
		return u, nil
	}
	return s.table.Load(ctx, id) // want `Load answers in its place`
}

func (s *store) variable(ctx context.Context, id string) string {
	u, err := s.cache.Get(ctx, id)
	if err != nil {
		log.Printf("cache: %v", err)
		u, err = s.table.Load(ctx, id) // want `Load answers in its place`
	}
	if err != nil {
		return "nobody"
	}
	return u.Name
}

func (s *store) namedResult(ctx context.Context, id string) (u *dep.User, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("user %s: %w", id, err)
		}
	}()
	u, err = s.cache.Get(ctx, id)
	if err != nil {
		u, err = s.table.Load(ctx, id) // want `Load answers in its place`
	}
	return u, err
}

// A miss is an answer of the cache; what is left is its failure.
func (s *store) switched(ctx context.Context, id string) (*dep.User, error) {
	u, err := s.cache.Get(ctx, id)
	switch {
	case err == nil:
		return u, nil
	case errors.Is(err, dep.ErrMiss):
		return s.table.Load(ctx, id)
	case err == dep.ErrNotFound:
		return nil, err
	default:
		return s.table.Load(ctx, id) // want `Load answers in its place`
	}
}

func (s *store) afterTimeout(ctx context.Context, id string) (*dep.User, error) {
	u, err := s.cache.Get(ctx, id)
	if errors.Is(err, context.DeadlineExceeded) {
		return s.table.Load(ctx, id) // want `Load answers in its place`
	}
	return u, err
}

type report struct{ user *dep.User }

func (r *report) fill(ctx context.Context, s *store, id string) error {
	u, err := s.cache.Get(ctx, id)
	if err == nil {
		r.user = u
		return nil
	}
	if u, err = s.table.Load(ctx, id); err != nil { // want `Load answers in its place`
		return err
	}
	r.user = u
	return nil
}

func (s *store) part(ctx context.Context, id string) (string, error) {
	if u, err := s.cache.Get(ctx, id); err == nil {
		return u.Name, nil
	}
	u, err := s.table.Load(ctx, id) // want `Load answers in its place`
	if err != nil {
		return "", err
	}
	return u.Name, nil
}

// What answers is made by a helper, which asks.
func (s *store) fromTable(ctx context.Context, id string) *dep.User {
	u, err := s.table.Load(ctx, id)
	if err != nil {
		return &dep.User{ID: id, Stale: true}
	}
	return u
}

func (s *store) helped(ctx context.Context, id string) (*dep.User, error) {
	u, err := s.cache.Get(ctx, id)
	if err != nil {
		return s.fromTable(ctx, id), nil // want `\(\*bad.store\).fromTable answers in its place, and waits for another machine \(\(\*dep.Table\).Load → \(\*sql.DB\).QueryRowContext\)`
	}
	return u, nil
}

// The first call is made by a helper.
func (s *store) fromCache(ctx context.Context, id string) (*dep.User, error) {
	u, err := s.cache.Get(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("cache: %w", err)
	}
	return u, nil
}

func (s *store) both(ctx context.Context, id string) (*dep.User, error) {
	u, err := s.fromCache(ctx, id)
	if err != nil {
		u, err = s.table.Load(ctx, id) // want `when \(\*bad.store\).fromCache \(\(\*dep.Cache\).Get → \(\*http.Client\).Do\) fails, \(\*dep.Table\).Load answers`
	}
	return u, err
}

// One client, but two servers.
func (s *store) fromDatabase(ctx context.Context, id string) (*dep.User, error) {
	return s.table.Load(ctx, id)
}

func (s *store) ownMethods(ctx context.Context, id string) (*dep.User, error) {
	u, err := s.fromCache(ctx, id)
	if err != nil {
		return s.fromDatabase(ctx, id) // want `\(\*bad.store\).fromDatabase answers in its place`
	}
	return u, nil
}

// The deadline is that of both: what the first has left of it is for the second.
func (s *store) oneDeadline(ctx context.Context, id string) (*dep.User, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	u, err := s.cache.Get(ctx, id)
	if err != nil {
		return s.table.Load(ctx, id) // want `Load answers in its place`
	}
	return u, nil
}

// Three attempts, and then the other one.
func (s *store) afterRetries(ctx context.Context, id string) (*dep.User, error) {
	for range 3 {
		if u, err := s.cache.Get(ctx, id); err == nil {
			return u, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
	return s.table.Load(ctx, id) // want `Load answers in its place`
}

func (s *store) inLiteral(ctx context.Context, ids []string) (users []*dep.User) {
	each(ids, func(id string) {
		u, err := s.cache.Get(ctx, id)
		if err != nil {
			u, _ = s.table.Load(ctx, id) // want `Load answers in its place`
		}
		users = append(users, u)
	})
	return users
}

func (s *store) inLoop(ctx context.Context, ids []string) (users []*dep.User, err error) {
	for _, id := range ids {
		u, err := s.cache.Get(ctx, id)
		if err != nil {
			if u, err = s.table.Load(ctx, id); err != nil { // want `Load answers in its place`
				return nil, err
			}
		}
		users = append(users, u)
	}
	return users, nil
}

// All rounds are about the same user: the table answers for the cache.
func (s *store) alternating(ctx context.Context, id string) (u *dep.User, err error) {
	for i := range 4 {
		if i%2 == 0 {
			u, err = s.cache.Get(ctx, id) // want `Get answers in its place`
		} else {
			u, err = s.table.Load(ctx, id) // want `Load answers in its place`
		}
		if err == nil {
			break
		}
	}
	return u, err
}
