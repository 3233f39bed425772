package bad

import (
	"context"

	"fallback/remote-fallback/dep"
	"fallback/remote-fallback/help"
)

// The helper only knows functions; who calls it knows what they are.
func withFallback(ctx context.Context, primary, secondary func(context.Context, string) (*dep.User, error), id string) (*dep.User, error) {
	u, err := primary(ctx, id)
	if err != nil {
		u, err = secondary(ctx, id)
	}
	return u, err
}

func (s *store) ownHelper(ctx context.Context, id string) (*dep.User, error) {
	return withFallback(ctx, s.cache.Get, s.table.Load, id) // want `when \(\*dep.Cache\).Get \(\(\*http.Client\).Do\) fails, bad.withFallback calls \(\*dep.Table\).Load in its place, which waits for another machine \(\(\*sql.DB\).QueryRowContext\): a second dependency`
}

func (s *store) generic(ctx context.Context, id string) (*dep.User, error) {
	return help.First(ctx,
		func(ctx context.Context) (*dep.User, error) { return s.cache.Get(ctx, id) },
		func(ctx context.Context) (*dep.User, error) { return s.table.Load(ctx, id) }) // want `when \(\*dep.Cache\).Get .* fails, help.First calls \(\*dep.Table\).Load in its place`
}

// One helper hands its functions to another one.
func logged[T any](ctx context.Context, first, second func(context.Context) (T, error)) (T, error) {
	println("first")
	return help.First(ctx, first, second)
}

func (s *store) handedOn(ctx context.Context, id string) (*dep.User, error) {
	table := func(ctx context.Context) (*dep.User, error) {
		u, err := s.table.Load(ctx, id)
		if err != nil {
			return nil, err
		}
		return u, nil
	}
	return logged(ctx, func(ctx context.Context) (*dep.User, error) { return s.cache.Get(ctx, id) }, table) // want `bad.logged calls \(\*dep.Table\).Load in its place`
}

type either struct {
	ctx context.Context
}

func (e either) or(first, second func() (*dep.User, error)) (*dep.User, error) {
	u, err := first()
	if err == nil {
		return u, nil
	}
	return second()
}

func (s *store) method(ctx context.Context, id string) (*dep.User, error) {
	return either{ctx}.or(
		func() (*dep.User, error) { return s.cache.Get(ctx, id) },
		func() (*dep.User, error) { return s.table.Load(ctx, id) }) // want `\(bad.either\).or calls \(\*dep.Table\).Load in its place`
}
