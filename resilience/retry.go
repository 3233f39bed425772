package resilience

import (
	"context"
	"errors"
	"time"
)

// Run calls op under the policy until it succeeds, fails for good, or the policy
// gives up. op gets the context of its attempt and must honour it; it has to be
// safe to repeat, or ctx has to say that it is not ([NonIdempotent]).
//
// The error is that of op if it is not to be retried, a rejection if op was not
// called at all, and otherwise an [*Error] that holds the last one and why there was
// no other attempt. If ctx is done, op is not called.
func Run(ctx context.Context, p *Policy, op func(context.Context) error) error {
	if p.layered || ctx.Err() != nil {
		return p.run(ctx, op)
	}
	// Nothing to take, to time or to give back: the first attempt is a call.
	err := op(ctx)
	if err == nil {
		p.own.earn()
		return nil
	}
	outcome, again := p.judge(err)
	p.end(false, outcome)
	c := call{ctx: ctx, policy: p, attempts: 1}
	return c.repeat(op, err, again)
}

func (p *Policy) run(ctx context.Context, op func(context.Context) error) error {
	var c call
	err := c.begin(ctx, p, 0)
	if err != nil {
		return err
	}
	err, again := c.try(op)
	if err != nil {
		err = c.repeat(op, err, again)
	}
	c.done(err)
	return err
}

// repeat makes the attempts after one that failed with err.
func (c *call) repeat(op func(context.Context) error, err error, again bool) error {
	for err != nil {
		if stop := c.next(err, again); stop != nil {
			return stop
		}
		err, again = c.try(op)
	}
	return nil
}

// Do is [Run] for an operation with a result. A failed request returns the result
// of the last attempt, which may be of use with some errors.
func Do[T any](ctx context.Context, p *Policy, op func(context.Context) (T, error)) (T, error) {
	var result T
	err := Run(ctx, p, func(ctx context.Context) (err error) {
		result, err = op(ctx)
		return err
	})
	return result, err
}

// errUnfinished is what an attempt ends with that panicked, called
// runtime.Goexit, or was left without a word.
var errUnfinished = errors.New("resilience: the attempt did not end")

// try makes one attempt, and tells whether its error is one to retry. What it
// took is given back even if op panics or ends the goroutine, which counts as a
// failure.
func (c *call) try(op func(context.Context) error) (err error, again bool) {
	var a attempt
	err = c.start(&a, true)
	if err != nil {
		return err, false
	}
	err = errUnfinished
	defer func() {
		again = a.finish(err)
		a.release()
	}()
	err = op(a.ctx)
	return err, false
}

// Sleep waits for d, or until ctx is done, and then returns why it is. A d of
// zero or less only looks at ctx.
func Sleep(ctx context.Context, d time.Duration) error {
	if ctx.Err() != nil {
		return ended(ctx)
	}
	if d <= 0 {
		return nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ended(ctx)
	}
}
