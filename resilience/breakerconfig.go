package resilience

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// The defaults of a [BreakerConfig].
const (
	defaultWindow      = time.Minute
	defaultMinCalls    = 20
	defaultFailureRate = 0.5
	defaultSlow        = 2 * time.Second
	defaultSlowRate    = 0.5
	defaultOpenFor     = 10 * time.Second
	defaultTrials      = 3
)

// A BreakerConfig says when a [Breaker] opens and how it closes again. The zero
// value opens when half of at least 20 calls of the last minute have failed, or
// were slower than 2 s, waits for 10 to 15 s, and closes after three trial calls
// in a row that were good.
type BreakerConfig struct {
	// Window is how far back calls count. A window of time reacts equally fast
	// on every day; with few calls it takes MinCalls to say anything.
	// 0 means a minute, unless Count is set.
	Window time.Duration
	// Count makes the last so many calls count instead, however old they are:
	// for steady traffic. On a quiet endpoint yesterday's failure still votes.
	Count int
	// MinCalls is how many calls it takes to judge: one failure of two calls is
	// a rate of 50 %. Size it for the traffic of this endpoint, not of the
	// busiest. 0 means 20, or Count if that is less.
	MinCalls int
	// FailureRate opens the breaker, from above 0 to 1. 0 means 0.5.
	FailureRate float64

	// Slow is the duration above which a call counts as slow, even if it
	// succeeds: a dependency that answers everything in four seconds has a
	// failure rate of zero. It has to lie below the deadline of the calls, or
	// none is ever slow: [New] refuses a policy where it does not. 0 means 2 s,
	// or two thirds of the policy's timeout if that is less; negative is off.
	Slow time.Duration
	// SlowRate of the calls opens the breaker, from above 0 to 1. 0 means 0.5.
	SlowRate float64

	// OpenFor is how long the breaker stays open before it tries again. Up to
	// half of it is added at random, so that a fleet that opened together does
	// not probe together. 0 means 10 s.
	OpenFor time.Duration
	// Trials is how many trial calls may be under way at a time. 0 means 3.
	Trials int
	// Successes is how many trial calls have to succeed, and none fail, to
	// close it. 0 means as many as Trials.
	Successes int
	// TrialTimeout is when a trial that has not ended counts as failed: one that
	// hangs for ever must not keep the breaker half-open for ever. It should be
	// longer than the deadline of the calls. 0 means OpenFor.
	TrialTimeout time.Duration
	// Ramp is the time after closing in which traffic comes back in stages, of
	// 20, 40, 60 and 80 %; the rest is refused with [ErrOpen]. 0 means all at
	// once.
	Ramp time.Duration

	// Ignore tells errors that say nothing about the dependency, and count
	// neither as a success nor as a failure. nil means context.Canceled, and
	// statuses from 400 to 499 of a [StatusError].
	Ignore func(error) bool
	// OnChange is called after each change of state, by the call that brought it
	// about. It must not block.
	OnChange func(from, to State)
}

// ignored is what a breaker ignores if its owner doesn't say otherwise: the
// caller's own change of mind, and the answer that the request was wrong. If
// they counted, a bug of the caller's would open the breaker and be hidden by it.
func ignored(err error) bool {
	if errors.Is(err, context.Canceled) {
		return true
	}
	var status *StatusError
	return errors.As(err, &status) && 400 <= status.Code && status.Code < 500
}

// check tells what is wrong with a configuration.
func (c *BreakerConfig) check() error {
	if c.Window != 0 && c.Count != 0 {
		return errors.New("resilience: a breaker has a Window or a Count, not both")
	}
	for _, n := range []struct {
		name  string
		value int64
	}{
		{"Window", int64(c.Window)}, {"Count", int64(c.Count)}, {"MinCalls", int64(c.MinCalls)},
		{"OpenFor", int64(c.OpenFor)}, {"Trials", int64(c.Trials)}, {"Successes", int64(c.Successes)},
		{"TrialTimeout", int64(c.TrialTimeout)}, {"Ramp", int64(c.Ramp)},
	} {
		if n.value < 0 {
			return fmt.Errorf("resilience: a breaker's %s is not negative", n.name)
		}
	}
	if c.Count > 0 && c.MinCalls > c.Count {
		return fmt.Errorf("resilience: a breaker that looks at %d calls never has the %d it is to judge by", c.Count, c.MinCalls)
	}
	if !(c.FailureRate >= 0 && c.FailureRate <= 1) || !(c.SlowRate >= 0 && c.SlowRate <= 1) {
		return errors.New("resilience: a breaker's rates are from 0 to 1")
	}
	return nil
}

// withDefaults returns the configuration with all that is not set filled in,
// but for Slow, which depends on the policy.
func (c BreakerConfig) withDefaults() BreakerConfig {
	if c.Window == 0 {
		c.Window = defaultWindow
	}
	if c.MinCalls == 0 {
		c.MinCalls = defaultMinCalls
		if c.Count > 0 {
			c.MinCalls = min(c.MinCalls, c.Count)
		}
	}
	if c.FailureRate == 0 {
		c.FailureRate = defaultFailureRate
	}
	if c.SlowRate == 0 {
		c.SlowRate = defaultSlowRate
	}
	if c.OpenFor == 0 {
		c.OpenFor = defaultOpenFor
	}
	if c.Trials == 0 {
		c.Trials = defaultTrials
	}
	if c.Successes == 0 {
		c.Successes = c.Trials
	}
	if c.TrialTimeout == 0 {
		c.TrialTimeout = c.OpenFor
	}
	if c.Ignore == nil {
		c.Ignore = ignored
	}
	return c
}

// slowAbove returns the duration above which a call with the given timeout is
// slow; a timeout of 0 is none.
func (c *BreakerConfig) slowAbove(timeout time.Duration) time.Duration {
	switch {
	case c.Slow != 0:
		return c.Slow
	case timeout > 0:
		return min(defaultSlow, timeout*2/3)
	}
	return defaultSlow
}
