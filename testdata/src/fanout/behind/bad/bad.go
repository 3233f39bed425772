// Package bad says by interfaces of its own what it needs of another machine.
package bad

import (
	"context"
	"sync"

	"fanout/unbounded-go/shop"
)

// A lister is a shop's client, as far as the package needs it.
type lister interface {
	List(ctx context.Context, customer string) ([]shop.Order, error)
	Notify(ctx context.Context, id string) error
}

var _ lister = (*shop.Client)(nil)

type service struct{ shop lister }

func (s *service) listed(ctx context.Context) error {
	orders, err := s.shop.List(ctx, "me")
	if err != nil {
		return err
	}
	var wg sync.WaitGroup
	for _, o := range orders {
		wg.Add(1)
		go func() { // want `a goroutine for each of what bad.lister.List returned, and each calls \(bad.lister\).Notify`
			defer wg.Done()
			_ = s.shop.Notify(ctx, o.ID)
		}()
	}
	wg.Wait()
	return nil
}

// The list is read in a function literal, and filtered.
func (s *service) filtered(ctx context.Context, run func(func() error) error) error {
	var orders, due []shop.Order
	err := run(func() (err error) {
		orders, err = s.shop.List(ctx, "me")
		return err
	})
	if err != nil {
		return err
	}
	for _, o := range orders {
		if len(o.Lines) > 0 {
			due = append(due, o)
		}
	}
	for _, o := range due {
		go s.shop.Notify(ctx, o.ID) // want `a goroutine for each of what bad.lister.List returned`
	}
	return nil
}

// What tests put there is not asked.
type listerMock struct{}

func (listerMock) List(context.Context, string) ([]shop.Order, error) { return nil, nil }
func (listerMock) Notify(context.Context, string) error               { return nil }

// What hands the call on is none of its own.
type counting struct {
	lister
	n int
}

func (c *counting) Len() int { return c.n }
