// Package behind has breakers behind its interface.
package behind

import (
	"context"

	"layering/retry-when-open/resil"
)

// A Guard calls what it is given, if it may.
type Guard interface {
	Execute(ctx context.Context, op func(context.Context) error) error
}

type fused struct{ fuse *resil.Fuse }

func (f fused) Execute(ctx context.Context, op func(context.Context) error) error {
	return f.fuse.Do(ctx, op)
}

type off struct{}

func (off) Execute(ctx context.Context, op func(context.Context) error) error { return op(ctx) }

// New returns a guard, which may be switched off.
func New(on bool, fuse *resil.Fuse) Guard {
	if !on {
		return off{}
	}
	return fused{fuse}
}

// A Runner has a breaker behind it in one place, and something else in another.
type Runner interface {
	Run(op func() error) error
}

type careful struct{ fuse *resil.Fuse }

func (c careful) Run(op func() error) error {
	return c.fuse.Do(context.Background(), func(context.Context) error { return op() })
}

type logged struct{ log func(error) }

func (l logged) Run(op func() error) error {
	err := op()
	l.log(err)
	return err
}

// Careful and Logged are runners.
func Careful(fuse *resil.Fuse) Runner { return careful{fuse} }

// Logged is another.
func Logged(log func(error)) Runner { return logged{log} }
