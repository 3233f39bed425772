// Package good makes its limiters once, or multiplies on purpose.
package good

import (
	"context"
	"sync"

	"fanout/unbounded-go/shop"
)

type mirror struct {
	shop    *shop.Client
	Workers int
	PerList int
	limiter chan struct{}
}

func newMirror(c *shop.Client, n int) *mirror {
	return &mirror{shop: c, Workers: n, limiter: make(chan struct{}, n)}
}

func (m *mirror) run(ctx context.Context, customers chan string) {
	var wg sync.WaitGroup
	for range m.Workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for c := range customers {
				m.shared(ctx, c)
				m.ownNumber(ctx, c)
			}
		}()
	}
	wg.Wait()
}

func (m *mirror) shared(ctx context.Context, customer string) {
	orders, _ := m.shop.List(ctx, customer)
	for _, o := range orders {
		m.limiter <- struct{}{}
		go func() {
			defer func() { <-m.limiter }()
			_ = m.shop.Notify(ctx, o.ID)
		}()
	}
}

// Two numbers, which somebody may have multiplied.
func (m *mirror) ownNumber(ctx context.Context, customer string) {
	orders, _ := m.shop.List(ctx, customer)
	sem := make(chan struct{}, m.PerList)
	for _, o := range orders {
		sem <- struct{}{}
		go func() {
			defer func() { <-sem }()
			_ = m.shop.Notify(ctx, o.ID)
		}()
	}
}

// One caller.
func (m *mirror) alone(ctx context.Context, customer string) {
	orders, _ := m.shop.List(ctx, customer)
	sem := make(chan struct{}, m.Workers)
	for _, o := range orders {
		sem <- struct{}{}
		go func() {
			defer func() { <-sem }()
			_ = m.shop.Notify(ctx, o.ID)
		}()
	}
}
