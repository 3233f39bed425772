package gobreaker

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"
	"github.com/sony/gobreaker/v2"
)

var (
	successful = gobreaker.NewCircuitBreaker[string](gobreaker.Settings{
		IsSuccessful: func(err error) bool { return err == nil || errors.Is(err, redis.Nil) },
	})
	excluded = gobreaker.NewCircuitBreaker[string](gobreaker.Settings{
		IsExcluded: func(err error) bool { return errors.Is(err, redis.Nil) },
	})
	plain = gobreaker.NewCircuitBreaker[string](gobreaker.Settings{})
)

func (s *store) toldSuccess(ctx context.Context, key string) (string, error) {
	return successful.Execute(func() (string, error) { return s.rdb.Get(ctx, key).Result() })
}

func (s *store) toldExcluded(ctx context.Context, key string) (string, error) {
	return excluded.Execute(func() (string, error) { return s.rdb.Get(ctx, key).Result() })
}

// A miss is a result.
func (s *store) miss(ctx context.Context, key string) (string, error) {
	return plain.Execute(func() (string, error) {
		v, err := s.rdb.Get(ctx, key).Result()
		if errors.Is(err, redis.Nil) {
			return "", nil
		}
		return v, err
	})
}

// What is always there.
func (s *store) fixedKey(ctx context.Context) (string, error) {
	return plain.Execute(func() (string, error) { return s.rdb.Get(ctx, "orders:leader").Result() })
}

// Nobody sees how this one is made.
func given(ctx context.Context, s *store, cb *gobreaker.CircuitBreaker[string], id string) (string, error) {
	return cb.Execute(func() (string, error) { return s.fetch(ctx, id) })
}
