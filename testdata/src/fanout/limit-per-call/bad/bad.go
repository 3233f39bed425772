// Package bad makes a limiter for each call of a function that has many callers.
package bad

import (
	"context"
	"sync"

	"fanout/unbounded-go/shop"
)

type mirror struct {
	shop    *shop.Client
	Workers int
}

func (m *mirror) run(ctx context.Context, customers chan string) {
	var wg sync.WaitGroup
	for range m.Workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for c := range customers {
				m.all(ctx, c)
			}
		}()
	}
	wg.Wait()
}

func (m *mirror) all(ctx context.Context, customer string) {
	orders, err := m.shop.List(ctx, customer)
	if err != nil {
		return
	}
	limiter := make(chan struct{}, m.Workers) // want `a limiter for each call of all, which Workers goroutines of run call: that is Workers × Workers calls of \(\*shop.Client\).Notify at once; make the limiter once for all of them`
	var wg sync.WaitGroup
	for _, o := range orders {
		wg.Add(1)
		limiter <- struct{}{}
		go func() {
			defer wg.Done()
			defer func() { <-limiter }()
			_ = m.shop.Notify(ctx, o.ID)
		}()
	}
	wg.Wait()
}

var parallel = 8

type teller interface {
	Tell(ctx context.Context, id string) error
}

// The call is behind an interface, and the number in a variable.
func start(ctx context.Context, t teller, lists chan []string) {
	for i := 0; i < parallel; i++ {
		go work(ctx, t, lists)
	}
}

func work(ctx context.Context, t teller, lists chan []string) {
	for ids := range lists {
		tellAll(ctx, t, ids)
	}
}

func tellAll(ctx context.Context, t teller, ids []string) {
	sem := make(chan bool, parallel) // want `a limiter for each call of tellAll, which parallel goroutines of start call: that is parallel × parallel calls of teller.Tell at once`
	for _, id := range ids {
		sem <- true
		go func() {
			_ = t.Tell(ctx, id)
			<-sem
		}()
	}
}
