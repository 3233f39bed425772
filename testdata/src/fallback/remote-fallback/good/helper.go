package good

import (
	"context"
	"time"

	"fallback/remote-fallback/dep"
	"fallback/remote-fallback/help"
)

type helped struct {
	cache *dep.Cache
	table *dep.Table
}

func (s *helped) memory(ctx context.Context, id string) (*dep.User, error) {
	return help.First(ctx,
		func(ctx context.Context) (*dep.User, error) { return s.cache.Get(ctx, id) },
		func(context.Context) (*dep.User, error) { return &dep.User{ID: id, Stale: true}, nil })
}

func (s *helped) timedByHelper(ctx context.Context, id string) (*dep.User, error) {
	return help.Soon(ctx,
		func(ctx context.Context) (*dep.User, error) { return s.cache.Get(ctx, id) },
		func(ctx context.Context) (*dep.User, error) { return s.table.Load(ctx, id) })
}

func (s *helped) timedByLiteral(ctx context.Context, id string) (*dep.User, error) {
	return help.First(ctx,
		func(ctx context.Context) (*dep.User, error) { return s.cache.Get(ctx, id) },
		func(ctx context.Context) (*dep.User, error) {
			ctx, cancel := context.WithTimeout(ctx, time.Second)
			defer cancel()
			return s.table.Load(ctx, id)
		})
}

func (s *helped) timedByCallee(ctx context.Context, id string) (*dep.User, error) {
	return help.First(ctx,
		func(ctx context.Context) (*dep.User, error) { return s.cache.Get(ctx, id) },
		func(ctx context.Context) (*dep.User, error) { return s.table.LoadSoon(ctx, id) })
}

func (s *helped) missing(ctx context.Context, id string) (*dep.User, error) {
	return help.Missing(ctx,
		func(ctx context.Context) (*dep.User, error) { return s.cache.Get(ctx, id) },
		func(ctx context.Context) (*dep.User, error) { return s.table.Load(ctx, id) })
}

func (s *helped) both(ctx context.Context, id string) ([]*dep.User, error) {
	return help.Both(ctx,
		func(ctx context.Context) (*dep.User, error) { return s.cache.Get(ctx, id) },
		func(ctx context.Context) (*dep.User, error) { return s.table.Load(ctx, id) })
}

// The older protocol of the same server.
func (s *helped) older(ctx context.Context, id string) (*dep.User, error) {
	return help.First(ctx,
		func(ctx context.Context) (*dep.User, error) { return s.cache.Get(ctx, id) },
		func(ctx context.Context) (*dep.User, error) { return s.cache.GetV1(ctx, id) })
}

// What is handed over is not known here.
func (s *helped) unknown(ctx context.Context, second func(context.Context) (*dep.User, error), id string) (*dep.User, error) {
	return help.First(ctx, func(ctx context.Context) (*dep.User, error) { return s.cache.Get(ctx, id) }, second)
}

func (s *helped) firstIsLocal(ctx context.Context, id string) (*dep.User, error) {
	return help.First(ctx,
		func(context.Context) (*dep.User, error) { return nil, dep.ErrMiss },
		func(ctx context.Context) (*dep.User, error) { return s.table.Load(ctx, id) })
}
