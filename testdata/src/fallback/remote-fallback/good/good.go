// Package good answers at once where a call has failed, or asks for a reason.
package good

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"fallback/remote-fallback/dep"
)

type store struct {
	cache *dep.Cache
	table *dep.Table

	mu   sync.Mutex
	last map[string]*dep.User
}

func (s *store) kept(id string) (*dep.User, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	u, ok := s.last[id]
	return u, ok
}

func (s *store) fromMemory(ctx context.Context, id string) (*dep.User, error) {
	u, err := s.cache.Get(ctx, id)
	if err != nil {
		if u, ok := s.kept(id); ok {
			return u, nil
		}
		return &dep.User{ID: id, Stale: true}, nil
	}
	return u, nil
}

// A miss is an answer.
func (s *store) missOnly(ctx context.Context, id string) (*dep.User, error) {
	u, err := s.cache.Get(ctx, id)
	if errors.Is(err, dep.ErrMiss) {
		return s.table.Load(ctx, id)
	}
	return u, err
}

func (s *store) failureFirst(ctx context.Context, id string) (*dep.User, error) {
	u, err := s.cache.Get(ctx, id)
	if err != nil && !errors.Is(err, dep.ErrMiss) {
		return nil, err
	}
	if err != nil {
		return s.table.Load(ctx, id)
	}
	return u, nil
}

func (s *store) compared(ctx context.Context, id string) (*dep.User, error) {
	u, err := s.cache.Get(ctx, id)
	if err == dep.ErrMiss {
		u, err = s.table.Load(ctx, id)
	}
	return u, err
}

func isNotFound(err error) bool { return errors.Is(err, dep.ErrNotFound) || os.IsNotExist(err) }

func (s *store) helper(ctx context.Context, id string) (*dep.User, error) {
	u, err := s.cache.Get(ctx, id)
	if isNotFound(err) {
		return s.table.Load(ctx, id)
	}
	return u, err
}

func (s *store) text(ctx context.Context, id string) (*dep.User, error) {
	u, err := s.cache.Get(ctx, id)
	if err != nil && strings.Contains(err.Error(), "no such user") {
		return s.table.Load(ctx, id)
	}
	return u, err
}

type statusError struct{ code int }

func (*statusError) Error() string { return "status" }

func (s *store) typed(ctx context.Context, id string) (*dep.User, error) {
	u, err := s.cache.Get(ctx, id)
	var se *statusError
	if errors.As(err, &se) && se.code == http.StatusNotFound {
		return s.table.Load(ctx, id)
	}
	return u, err
}

func notFound(hc *http.Client, db *sql.DB, id string) (string, error) {
	resp, err := hc.Get("http://users.test/" + id)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound {
		var name string
		return name, db.QueryRow("select name from users where id = $1", id).Scan(&name)
	}
	return resp.Header.Get("Name"), nil
}

func (s *store) noRows(ctx context.Context, id string) (*dep.User, error) {
	u := &dep.User{ID: id}
	err := s.table.DB.QueryRowContext(ctx, "select name from users where id = $1", id).Scan(&u.Name)
	if errors.Is(err, sql.ErrNoRows) {
		return s.cache.Get(ctx, id)
	}
	return u, err
}

// The second has a deadline of its own.
func (s *store) ownDeadline(ctx context.Context, id string) (*dep.User, error) {
	u, err := s.cache.Get(ctx, id)
	if err != nil {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		return s.table.Load(ctx, id)
	}
	return u, nil
}

func (s *store) deadlineEach(ctx context.Context, id string) (*dep.User, error) {
	first, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	u, err := s.cache.Get(first, id)
	if err != nil {
		second, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		return s.table.Load(second, id)
	}
	return u, nil
}

// It has one on the way.
func (s *store) deadlineWithin(ctx context.Context, id string) (*dep.User, error) {
	u, err := s.cache.Get(ctx, id)
	if err != nil {
		return s.table.LoadSoon(ctx, id)
	}
	return u, nil
}

// Compensation, reports and logs answer nothing.
func (s *store) undone(ctx context.Context, id string) (*dep.User, error) {
	u, err := s.table.Create(ctx, id)
	if err != nil {
		n, undoErr := s.undo(ctx, id)
		log.Printf("undone: %d, %v", n, undoErr)
		return nil, err
	}
	return u, nil
}

func (s *store) undo(ctx context.Context, id string) (int64, error) {
	res, err := s.table.DB.ExecContext(ctx, "delete from users where id = $1", id)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

func (s *store) explained(ctx context.Context, id string) (*dep.User, error) {
	u, err := s.cache.Get(ctx, id)
	if err != nil {
		n, _ := s.table.Count(ctx)
		return nil, fmt.Errorf("%d users, but not %s: %w", n, id, err)
	}
	return u, nil
}

// What is not there is made.
func (s *store) getOrCreate(ctx context.Context, id string) (*dep.User, error) {
	u, err := s.cache.Get(ctx, id)
	if err != nil {
		return s.table.Create(ctx, id)
	}
	return u, nil
}

// The same once more.
func (s *store) again(ctx context.Context, id string) (*dep.User, error) {
	u, err := s.cache.Get(ctx, id)
	if err != nil {
		return s.cache.Get(ctx, id)
	}
	return u, nil
}

func (s *store) refreshed(ctx context.Context, id string) (*dep.User, error) {
	u, err := s.cache.Get(ctx, id)
	if err != nil {
		token, err := s.token(ctx)
		if err != nil {
			return nil, err
		}
		return s.cache.Get(context.WithValue(ctx, key{}, token), id)
	}
	return u, nil
}

type key struct{}

func (s *store) token(ctx context.Context) (string, error) {
	u, err := s.table.Load(ctx, "token")
	if err != nil {
		return "", err
	}
	return u.Name, nil
}

// The same server, with the older protocol.
func (s *store) negotiated(ctx context.Context, id string) (*dep.User, error) {
	u, err := s.cache.Get(ctx, id)
	if err != nil {
		return s.cache.GetV1(ctx, id)
	}
	return u, nil
}

// Another replica.
func replica(ctx context.Context, primary, other *dep.Cache, id string) (*dep.User, error) {
	u, err := primary.Get(ctx, id)
	if err != nil {
		return other.Get(ctx, id)
	}
	return u, nil
}

func replicas(ctx context.Context, all []*dep.Cache, id string) (u *dep.User, err error) {
	for _, c := range all {
		if u, err = c.Get(ctx, id); err == nil {
			return u, nil
		}
	}
	return nil, err
}

// Each attempt has a deadline.
func attempts(urls []string) (*http.Response, error) {
	hc := &http.Client{Timeout: time.Second}
	for _, url := range urls {
		if resp, err := hc.Get(url); err == nil {
			return resp, nil
		}
	}
	return nil, errors.New("no mirror answers")
}

// Of several places that know it, each is asked in its own way, one after the other.
func (s *store) places(ctx context.Context, all []string) (u *dep.User, err error) {
	for _, place := range all {
		if strings.HasPrefix(place, "cache:") {
			u, err = s.cache.Get(ctx, place)
		} else {
			u, err = s.table.Load(ctx, place)
		}
		if err == nil {
			break
		}
	}
	return u, err
}

// Both are needed.
func (s *store) sequence(ctx context.Context, id string) (*dep.User, error) {
	u, err := s.cache.Get(ctx, id)
	if err != nil {
		log.Print(err)
	}
	v, err := s.table.Load(ctx, id)
	if err != nil {
		return u, err
	}
	return v, nil
}

// The second only speaks of what the first has returned.
func (s *store) details(ctx context.Context, id string) (*dep.User, error) {
	u, err := s.cache.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	if u.Stale {
		return s.table.Load(ctx, id)
	}
	return u, nil
}

// Nothing is known of the first.
type getter interface {
	Get(id string) (*dep.User, error)
}

func local(ctx context.Context, g getter, s *store, id string) (*dep.User, error) {
	u, err := g.Get(id)
	if err != nil {
		return s.table.Load(ctx, id)
	}
	return u, nil
}

// What is handed over can't be told to stop: it computes.
func computed(ctx context.Context, s *store, id string, compute func(string) (*dep.User, error)) (*dep.User, error) {
	u, err := s.cache.Get(ctx, id)
	if err != nil {
		return compute(id)
	}
	return u, nil
}

// An error that has been there before.
func (s *store) readOrder(ctx context.Context, id string) (*dep.User, error) {
	var u *dep.User
	_, err := os.ReadFile("/etc/users/" + id)
	if err != nil {
		u, err = s.table.Load(ctx, id)
	}
	return u, err
}

type breaker struct{ open bool }

func (b *breaker) Execute(do func() (*dep.User, error)) (*dep.User, error) {
	if b.open {
		return nil, errors.New("open")
	}
	return do()
}

// The second has a breaker of its own.
func (s *store) broken(ctx context.Context, b *breaker, id string) (*dep.User, error) {
	u, err := s.cache.Get(ctx, id)
	if err != nil {
		return b.Execute(func() (*dep.User, error) { return s.table.Load(ctx, id) })
	}
	return u, nil
}

// Pages of one list.
func (s *store) pages(ctx context.Context) (all []*dep.User, err error) {
	for page := "first"; page != ""; {
		u, err := s.cache.Get(ctx, page)
		if err != nil {
			return all, err
		}
		all = append(all, u)
		page = u.Name
	}
	return all, nil
}

// A failure is reported to another server, which answers nothing.
func (s *store) reported(ctx context.Context, id string) (*dep.User, error) {
	u, err := s.table.Load(ctx, id)
	if err != nil {
		ref, _ := s.cache.Report(ctx, err)
		return nil, fmt.Errorf("%w (%s)", err, ref)
	}
	return u, nil
}

// The answer to a failed question after another.
func (s *store) conflict(ctx context.Context, id string) (*dep.User, error) {
	u, err := s.table.Create(ctx, id)
	if isAlreadyExists(err) {
		return s.cache.Get(ctx, id)
	}
	return u, err
}

func isAlreadyExists(err error) bool { return err != nil && strings.Contains(err.Error(), "exists") }

// What the second tells is something else.
func (s *store) counted(ctx context.Context, id string) (u *dep.User, others int, err error) {
	u, err = s.cache.Get(ctx, id)
	if err != nil {
		log.Print(err)
		others, err = s.table.Count(ctx)
	}
	return u, others, err
}

// It is deleted, and the caller told what was wrong.
func (s *store) cleaned(ctx context.Context, id string) (*dep.User, error) {
	u, err := s.cache.Get(ctx, id)
	if err != nil {
		if _, undoErr := s.undo(ctx, id); undoErr != nil {
			err = errors.Join(err, undoErr)
		}
		return nil, err
	}
	return u, nil
}

// First a look, then the whole.
func headThenGet(hc *http.Client, url string) (*http.Response, error) {
	resp, err := hc.Head(url)
	if err != nil {
		resp, err = hc.Get(url)
	}
	return resp, err
}

// The goroutine answers nobody.
func (s *store) background(ctx context.Context, id string) (*dep.User, error) {
	u, err := s.cache.Get(ctx, id)
	if err != nil {
		go func() {
			if u, err := s.table.Load(context.WithoutCancel(ctx), id); err == nil {
				s.mu.Lock()
				defer s.mu.Unlock()
				s.last[id] = u
			}
		}()
		return nil, err
	}
	return u, nil
}

type provider struct{ cache *dep.Cache }

func (p *provider) client() *dep.Cache { return p.cache }

// One server is asked in two ways.
func (p *provider) listed(ctx context.Context, id string) (*dep.User, error) {
	if u, err := p.client().Get(ctx, id); err == nil {
		return u, nil
	}
	return p.client().GetV1(ctx, id)
}

// A function that calls itself tries again, and depends on nothing else.
func (s *store) renewed(ctx context.Context, id string, renew func() error) (*dep.User, error) {
	u, err := s.cache.Get(ctx, id)
	if err != nil {
		if err := renew(); err != nil {
			return nil, err
		}
		return s.renewed(ctx, id, renew)
	}
	return u, nil
}

// What is given may answer from memory.
func (s *store) orElse(ctx context.Context, id string, other func(context.Context, string) (*dep.User, error)) (*dep.User, error) {
	u, err := s.cache.Get(ctx, id)
	if err != nil {
		return other(ctx, id)
	}
	return u, nil
}
