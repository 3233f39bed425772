package resilience

import (
	"context"
	"time"

	"github.com/reslint/reslint/resilience"
)

var sizes resilience.Stale[string, int64]

func stale(ctx context.Context, s *store) (int64, error) {
	v, err := sizes.Do(ctx, &files, "files", s.size)
	return v.Value, err
}

func local(ctx context.Context, s *store) (int64, error) {
	return resilience.Fallback(ctx, &files, s.size, func(cause error) (int64, error) {
		if v, ok := sizes.Get("files"); ok {
			return v.Value, nil
		}
		return 0, cause
	})
}

var archive = resilience.Must(resilience.New(resilience.Config{Timeout: time.Second, Attempts: 1, Breaker: new(resilience.Breaker)}))

func ownPolicy(ctx context.Context, s *store) (int64, error) {
	n, err := resilience.Do(ctx, &files, s.size)
	if err != nil {
		return resilience.Do(ctx, archive, s.stored)
	}
	return n, nil
}
