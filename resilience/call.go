package resilience

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// A call is one request on its way through a policy. It is what all ways to make
// one have in common: Run and Do, Attempts, Hedge and Transport.
type call struct {
	ctx      context.Context
	policy   *Policy
	deadline time.Time // by Timeout or Reserve; zero means only that of ctx
	began    time.Time // if there is an observer
	attempts int
	waited   time.Duration // before the latest attempt
	last     error         // of the latest attempt that failed
	copies   bool          // further attempts are hedges until one has failed
}

// begin opens a request in a zero call (to return one would cost more than all that
// it does), unless its context is done or too little time is left.
// A timeout above 0 is a deadline in addition to those of the policy.
func (c *call) begin(ctx context.Context, p *Policy, timeout time.Duration) error {
	c.ctx, c.policy = ctx, p
	if ctx.Err() != nil {
		return ended(ctx)
	}
	if timeout > 0 || p.config.timed() {
		c.began = time.Now()
		c.deadline = p.deadline(ctx, c.began)
		if timeout > 0 {
			if own := c.began.Add(timeout); c.deadline.IsZero() || own.Before(c.deadline) {
				c.deadline = own
			}
		}
		if !c.deadline.IsZero() && c.deadline.Sub(c.began) < p.config.minAttempt() {
			return p.reject(ctx, 0, ErrDeadline)
		}
	}
	if p.config.Budget != nil {
		p.config.Budget.Begin()
	}
	return nil
}

// deadline returns when the request has to be done.
func (p *Policy) deadline(ctx context.Context, now time.Time) time.Time {
	deadline, ok := ctx.Deadline()
	if ok {
		deadline = deadline.Add(-p.config.Reserve)
	}
	if p.config.Timeout > 0 {
		if own := now.Add(p.config.Timeout); !ok || own.Before(deadline) {
			deadline = own
		}
	}
	return deadline
}

// ended returns why ctx is done: its error, and its cause if that is another.
func ended(ctx context.Context) error {
	err, cause := ctx.Err(), context.Cause(ctx)
	if cause == nil || errors.Is(err, cause) {
		return err
	}
	if errors.Is(cause, err) {
		return cause
	}
	return fmt.Errorf("%w: %w", err, cause)
}

// An attempt is one try of a call: what was taken for it has to be given back.
type attempt struct {
	ctx      context.Context
	cancel   context.CancelFunc // nil if ctx is the caller's own
	policy   *Policy
	breaker  *Breaker // nil if there is none
	phase    *phase   // of the breaker
	start    time.Duration
	bulkhead *Bulkhead
	retry    bool
}

// start begins the next attempt, a: a place in the bulkhead, leave of the breaker,
// and a deadline if there is to be one. The error is a rejection.
func (c *call) start(a *attempt, withTimeout bool) error {
	p := c.policy
	c.attempts++
	*a = attempt{ctx: c.ctx, policy: p, retry: c.attempts > 1}
	if b := p.config.Bulkhead; b != nil {
		if !b.TryAcquire() {
			return c.refused(a.retry, ErrFull)
		}
		a.bulkhead = b
	}
	// One reading of the clock serves the breaker and the timeout.
	var now time.Time
	if b := p.config.breaker(c.ctx); b != nil {
		phase := b.present()
		if phase.needsClock() {
			if c.began.IsZero() {
				a.start = sinceEpoch() // half the price of time.Now
			} else {
				now = c.now()
				a.start = epochTo(now)
			}
		}
		phase, err := b.admit(phase, a.start)
		if err != nil {
			a.release()
			return c.refused(a.retry, ErrOpen)
		}
		a.breaker, a.phase = b, phase
	}
	if withTimeout {
		c.limit(a, now)
	}
	if a.retry {
		if c.copies {
			p.counts.hedges.Add(1)
		} else {
			p.counts.retries.Add(1)
		}
	}
	return nil
}

// now returns the time, which is the beginning for the first attempt.
func (c *call) now() time.Time {
	if c.attempts == 1 && !c.began.IsZero() {
		return c.began
	}
	return time.Now()
}

// limit gives the attempt a context that ends with the attempt's timeout or the
// request's deadline, unless the caller's ends earlier anyway.
func (c *call) limit(a *attempt, now time.Time) {
	deadline := c.deadline
	if timeout := c.policy.config.AttemptTimeout; timeout > 0 {
		if now.IsZero() {
			now = c.now()
		}
		if own := now.Add(timeout); deadline.IsZero() || own.Before(deadline) {
			deadline = own
		}
	}
	if deadline.IsZero() {
		return
	}
	if callers, ok := c.ctx.Deadline(); ok && !deadline.Before(callers) {
		return
	}
	a.ctx, a.cancel = context.WithDeadline(c.ctx, deadline)
}

// refused counts an attempt that was not made. It costs the budget nothing.
func (c *call) refused(retry bool, kind error) error {
	c.attempts--
	c.policy.end(retry, Ignored)
	rejection := c.policy.reject(c.ctx, c.attempts, kind)
	if c.last == nil {
		return rejection
	}
	return c.giveUp(rejection, c.last)
}

// finish tells the breaker and the budget how the attempt ended, and returns
// whether err is one to retry.
func (a *attempt) finish(err error) (again bool) {
	p := a.policy
	if a.breaker != nil {
		var end time.Duration
		if a.phase.needsClock() {
			end = sinceEpoch()
		}
		a.breaker.record(a.phase, a.start, end, a.phase.config.slowAbove(p.config.attemptTimeout()), a.phase.outcome(err))
	}
	outcome, again := p.judge(err)
	p.end(a.retry, outcome)
	return again
}

// abandon ends an attempt that was started and is not made.
func (a *attempt) abandon() {
	if a.breaker != nil {
		a.breaker.record(a.phase, 0, 0, 0, Ignored)
	}
	a.policy.end(a.retry, Ignored)
	a.release()
}

// release gives back what the attempt holds.
func (a *attempt) release() {
	if a.bulkhead != nil {
		a.bulkhead.Release()
	}
	if a.cancel != nil {
		a.cancel()
	}
}

// end tells the budget how an attempt ended. The policy's own is called without
// the detour over the interface, which the healthy path would feel.
func (p *Policy) end(retry bool, outcome Outcome) {
	if p.config.Budget != nil {
		p.config.Budget.End(retry, outcome)
		return
	}
	if outcome == Success {
		p.own.earn()
	} else {
		p.own.End(retry, outcome)
	}
}

// judge says what err means for the budget, and whether it is one to retry. Only
// what would be retried counts as a failure, and so does a server's request not to.
func (p *Policy) judge(err error) (outcome Outcome, again bool) {
	if err == nil {
		return Success, false
	}
	var status *StatusError
	if errors.As(err, &status) && status.NoRetry {
		return Failure, false
	}
	if IsPermanent(err) || !p.config.retryable(err) {
		return Ignored, false
	}
	return Failure, true
}

// next decides after a failed attempt whether there is another: nil means that
// there is, and that the wait before it is over. Otherwise it returns the error
// that the request ends with. again is whether err is one to retry.
func (c *call) next(err error, again bool) error {
	wait, reason, final := c.another(err, again)
	switch {
	case final:
		return err
	case reason != nil:
		return c.giveUp(reason, err)
	}
	return c.pause(wait, err)
}

// pause waits for an attempt that was granted after one that failed with err.
func (c *call) pause(wait time.Duration, err error) error {
	c.last = err
	c.policy.observe(c.ctx, EventRetry, c.attempts, err, wait)
	if cut := Sleep(c.ctx, wait); cut != nil {
		c.policy.end(true, Ignored) // granted, and not sent
		return c.giveUp(cut, err)
	}
	return nil
}

// another passes the gates that stand before a retry, in their order: is the
// error retryable, is the call safe to repeat, are attempts and time left, does
// the budget allow it? Only then there is a wait. If err is final, it is itself
// what the request ends with; otherwise reason says why there is no retry, and is
// nil if there is.
func (c *call) another(err error, again bool) (wait time.Duration, reason error, final bool) {
	p := c.policy
	if !again || !repeatable(c.ctx, err) {
		return 0, nil, true
	}
	if c.ctx.Err() != nil {
		return 0, ended(c.ctx), false
	}
	attempts := p.config.attempts()
	if attempts == 1 {
		return 0, nil, true // who doesn't retry doesn't forbid it to others
	}
	if c.attempts >= attempts {
		return 0, ErrAttempts, false
	}
	wait = p.config.Backoff.Wait(c.attempts-1, c.waited)
	c.waited = wait
	if asked := askedWait(err); asked > 0 {
		_, limit := p.config.Backoff.bounds()
		wait = min(limit, min(limit, asked)+wait)
	}
	deadline := c.deadline
	if deadline.IsZero() {
		deadline, _ = c.ctx.Deadline()
	}
	if !deadline.IsZero() && time.Until(deadline)-wait < p.config.minAttempt() {
		return 0, p.reject(c.ctx, c.attempts, ErrDeadline), false
	}
	if !p.retry() {
		return 0, p.reject(c.ctx, c.attempts, ErrBudget), false
	}
	return wait, nil, false
}

// retry asks the budget.
func (p *Policy) retry() bool {
	if p.config.Budget != nil {
		return p.config.Budget.Retry()
	}
	return p.own.Retry()
}

// giveUp returns the error of a request that ends for a reason of its own, after
// an attempt that failed with last.
func (c *call) giveUp(reason, last error) error {
	c.policy.counts.gaveUp.Add(1)
	return &Error{Policy: c.policy.config.Name, Attempts: c.attempts, Reason: reason, Last: last}
}

// done tells the observer that the request has ended.
func (c *call) done(err error) {
	if c.policy.config.Observer != nil {
		c.policy.observe(c.ctx, EventDone, c.attempts, err, time.Since(c.began))
	}
}
