package gobreaker

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"net/http"

	"github.com/eapache/go-resiliency/breaker"
	"github.com/redis/go-redis/v9"
	"github.com/sony/gobreaker/v2"
)

type store struct {
	hc      *http.Client
	db      *sql.DB
	rdb     *redis.Client
	breaker *gobreaker.CircuitBreaker[string]
	other   *breaker.Breaker
}

// The finding stands where the breaker is made, once for all that goes through it.
func newStore(hc *http.Client, db *sql.DB) *store {
	return &store{hc: hc, db: db, breaker: gobreaker.NewCircuitBreaker[string](gobreaker.Settings{ // want "layering/breaker-client-errors: this breaker counts a 404 \\(answers.go:41\\) as a failure: callers who ask for the wrong thing open it for all others. It is an answer: let it not count, in IsSuccessful"
		Name: "store",
	})}
}

func (s *store) fetch(ctx context.Context, id string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://orders.test/"+id, nil)
	if err != nil {
		return "", err
	}
	resp, err := s.hc.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return "", fmt.Errorf("orders: %s", resp.Status)
	}
	body, err := io.ReadAll(resp.Body)
	return string(body), err
}

func (s *store) get(ctx context.Context, id string) (string, error) {
	return s.breaker.Execute(func() (string, error) { return s.fetch(ctx, id) })
}

func (s *store) again(ctx context.Context, id string) (string, error) {
	return s.breaker.Execute(func() (string, error) { return s.fetch(ctx, "v2/"+id) })
}

var cacheBreaker = gobreaker.NewCircuitBreaker[string](gobreaker.Settings{}) // want "breaker-client-errors: this breaker counts redis.Nil \\(answers.go:\\d+\\) as a failure: callers who ask for what is not there open it"

func (s *store) cached(ctx context.Context, key string) (string, error) {
	return cacheBreaker.Execute(func() (string, error) {
		return s.rdb.Get(ctx, "orders:"+key).Result()
	})
}

func (s *store) row(ctx context.Context, id string) error {
	return breaker.New(3, 1, 0).Run(func() error { // want "breaker-scope" "breaker-client-errors: this breaker counts sql.ErrNoRows .*: hand it on as a result, not as an error"
		var name string
		return s.db.QueryRowContext(ctx, "select name from orders where id = $1", id).Scan(&name)
	})
}
