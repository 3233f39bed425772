// Package lib starts goroutines for others.
package lib

import (
	"context"
	"sync"

	"fanout/unbounded-go/shop"
)

// NotifyAll starts as many as it is given.
func NotifyAll(ctx context.Context, c *shop.Client, ids []string) {
	var wg sync.WaitGroup
	for _, id := range ids {
		wg.Add(1)
		go func() {
			defer wg.Done()
			_ = c.Notify(ctx, id)
		}()
	}
	wg.Wait()
}

// NotifyFew lets four of them run.
func NotifyFew(ctx context.Context, c *shop.Client, ids []string) {
	sem := make(chan struct{}, 4)
	for _, id := range ids {
		sem <- struct{}{}
		go func() {
			defer func() { <-sem }()
			_ = c.Notify(ctx, id)
		}()
	}
}

// NotifyChecked takes no more than it can do.
func NotifyChecked(ctx context.Context, c *shop.Client, ids []string) bool {
	if len(ids) > 20 {
		return false
	}
	for _, id := range ids {
		go c.Notify(ctx, id)
	}
	return true
}

// Async starts something.
func Async(f func()) {
	go func() {
		defer func() { _ = recover() }()
		f()
	}()
}

// Pool starts things, a few at a time.
type Pool struct{ Slots chan struct{} }

// Async waits for a place.
func (p *Pool) Async(f func()) {
	p.Slots <- struct{}{}
	go func() {
		defer func() { <-p.Slots }()
		f()
	}()
}

// Run waits for what it starts.
func Run(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	<-done
}
