package resilience

import (
	"context"
	"iter"
)

// Attempts is [Run] for a loop that is to stay one, with its own break, continue
// and return:
//
//	err := resilience.ErrNotTried
//	for a := range resilience.Attempts(ctx, &orders) {
//		if err = fetch(ctx); err == nil {
//			break
//		}
//		err = a.Failed(err)
//	}
//	return err
//
// A pass of the loop is an attempt. One that is left by break or return has
// succeeded, unless Failed was called; one that comes to its end, or continues,
// without Failed has failed.
//
// The loop ends by itself when Failed has returned an error. It makes no pass at
// all if ctx is done, the breaker open or the bulkhead full: begin with
// [ErrNotTried] in the variable that tells how it went. Timeouts of the policy are
// deadlines for the retries here, but do not end a pass: what it returns may still
// be read.
func Attempts(ctx context.Context, p *Policy) iter.Seq[*Attempt] {
	return func(yield func(*Attempt) bool) {
		if p.layered || ctx.Err() != nil {
			p.loop(ctx, yield)
			return
		}
		// As in Run, the first attempt has nothing to take, to time or to give
		// back. Recent compilers inline this much where the loop stands, so that
		// the Attempt is no garbage.
		first := Attempt{
			call:    call{ctx: ctx, policy: p, attempts: 1},
			current: attempt{ctx: ctx, policy: p},
			number:  1,
		}
		if again := yield(&first); again || first.failed {
			first.rest(again, yield)
			return
		}
		p.own.earn()
	}
}

func (p *Policy) loop(ctx context.Context, yield func(*Attempt) bool) {
	var loop Attempt
	if loop.call.begin(ctx, p, 0) != nil {
		return
	}
	if loop.err = loop.call.start(&loop.current, false); loop.err == nil {
		for loop.pass(yield) {
		}
	}
	loop.call.done(loop.err)
}

// rest makes the passes after a first one that has not simply succeeded. It has a
// copy of the Attempt, so that only a failure costs memory.
func (a Attempt) rest(again bool, yield func(*Attempt) bool) {
	for again = a.passed(again); again; again = a.pass(yield) {
	}
}

// An Attempt is one pass of a loop over [Attempts]. It is valid in the loop's
// body, and for one goroutine.
type Attempt struct {
	call    call
	current attempt
	number  int
	failed  bool  // in this pass
	ended   bool  // there is no next pass
	err     error // what the latest Failed was told, or returned
}

// Number returns which attempt this is: 1 for the first.
func (a *Attempt) Number() int { return a.number }

// Failed tells that the attempt has failed with err, and waits until the next may
// begin. It returns nil if there is one, and otherwise, as soon as that is known,
// the error that the loop is to end with: what [Run] would return. The loop ends
// then in any case, after the rest of its body. A second Failed in a pass changes
// nothing.
func (a *Attempt) Failed(err error) error {
	if !a.failed {
		a.failed = true
		a.err = err
		stop := a.call.next(err, a.end(err))
		if stop == nil {
			stop = a.call.start(&a.current, false)
		}
		if stop != nil {
			a.ended = true
			a.err = stop
		}
	}
	if a.ended {
		return a.err
	}
	return nil
}

// pass makes the attempt that has been started, and reports whether another has.
func (a *Attempt) pass(yield func(*Attempt) bool) (again bool) {
	a.failed, a.number = false, a.call.attempts
	returned := false
	defer func() {
		if returned {
			return
		}
		// A panic, or runtime.Goexit.
		if !a.failed {
			a.end(errUnfinished)
		} else if !a.ended {
			a.current.abandon()
		}
	}()
	again = yield(a)
	returned = true
	return a.passed(again)
}

// passed judges a pass that has ended, after which the loop would go on or not,
// and reports whether it does.
func (a *Attempt) passed(again bool) bool {
	if !a.failed {
		if !again {
			a.end(nil)
			return false
		}
		_ = a.Failed(errUnfinished) // the loop ends with it or goes on
	}
	if a.ended {
		return false
	}
	if !again { // the next is not made
		a.current.abandon()
	}
	return again
}

// end gives back what the pass holds, and tells how it went; it returns whether
// err is one to retry.
func (a *Attempt) end(err error) (again bool) {
	defer a.current.release()
	return a.current.finish(err)
}
