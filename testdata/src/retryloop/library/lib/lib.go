// Package lib is a retry helper as teams write them. What it means stands in
// own.api.
package lib

import (
	"context"
	"time"
)

type Policy struct {
	Attempts  int
	Wait, Max time.Duration
	Factor    float64
	Jitter    float64
}

func (p *Policy) Next() time.Duration { return p.Wait }

type Waiter interface{ Next() time.Duration }

var Default = &Policy{Attempts: 3}

func Every(d time.Duration) Waiter               { return nil }
func Spread(w Waiter) Waiter                     { return w }
func Times(n int, w Waiter) Waiter               { return w }
func Until(w Waiter, ctx context.Context) Waiter { return w }
func Do(w Waiter, op func() error) error         { return op() }
func Stop(err error) error                       { return err }

type Option func()

func Call(op func() error, opts ...Option) error { return op() }
func Within(ctx context.Context) Option          { return nil }
func Waiting(f func() time.Duration) Option      { return nil }
func Steady() time.Duration                      { return 0 }
func Spreading() time.Duration                   { return 0 }
