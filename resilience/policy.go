package resilience

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// A Config is what a [Policy] is made from. All zero values work.
type Config struct {
	// Name stands in errors, events and counts: name the dependency.
	Name string

	// Timeout is the deadline of the whole request: all attempts and waits. The
	// context's own deadline holds as well. 0 means only that one.
	Timeout time.Duration
	// Reserve is kept back of the context's deadline for the caller's own work
	// with the answer. 0 means none.
	Reserve time.Duration
	// MinAttempt is the least time that is worth an attempt. With less left, no
	// attempt is begun, and no wait that would leave less. 0 means 1 ms.
	MinAttempt time.Duration

	// Attempts is how often a request is tried, the first call counted. 0 means
	// 3, and 1 that there is no retry. Three is plenty: the rest is for the
	// budget to decide.
	Attempts int
	// AttemptTimeout is the deadline of each attempt, so that one that hangs dies
	// early and the next may land on a healthier replica. It never goes beyond
	// the request's deadline. 0 means only that one.
	AttemptTimeout time.Duration
	// Backoff is how long to wait between the attempts.
	Backoff Backoff
	// Retryable tells whether an error may go away by itself. It is not asked
	// about what is permanent anyway ([IsPermanent]). nil means all errors but
	// context.Canceled and the statuses that [CheckResponse] has as final.
	Retryable func(error) bool

	// Budget limits the retries of all requests together. Policies for the same
	// dependency share one. nil means a TokenBudget of the policy's own.
	Budget Budget
	// Breaker stops calls to a dependency that fails. nil means none, or one of
	// Breakers.
	Breaker *Breaker
	// Breakers has a breaker for each operation ([WithOperation]) of the
	// dependency, which is called Name there.
	Breakers *BreakerSet
	// Bulkhead limits the calls that are under way. nil means none.
	Bulkhead *Bulkhead

	// Observer is told what the policy does, with the request's context. It is
	// called on the request's goroutine, and so must be quick. nil means none.
	Observer func(context.Context, Event)
}

// A Policy says how a dependency is called: with which deadline, how many
// attempts, behind which budget, breaker and bulkhead. Their order is fixed:
//
//	deadline → retry → bulkhead → breaker → attempt timeout → call
//
// The deadline comes first, so that a request that can't be done in time takes
// nothing from anybody. The retries are around the rest, so that each attempt is
// judged by itself: a breaker around the retries would see one failure where
// three calls were made. The bulkhead stands before the breaker, since it costs
// less and so a full one never takes one of the breaker's few trials. (Some
// libraries have the bulkhead inside, to spend a place only on calls that are
// going out; here a call that the breaker refuses gives its place back at once.)
// The attempt timeout is inside the breaker, which so sees the failure that
// matters most: the slow one.
//
// A Policy can't be changed, and is shared by all requests for its dependency:
// one made for each request has a budget for each request, which is none. The
// zero value makes three attempts with full jitter up to 5 s and has a
// [TokenBudget] of its own. A Policy is safe for concurrent use and must not be
// copied.
type Policy struct {
	config  Config
	layered bool        // there is more around a call than retries and the own budget
	own     TokenBudget // if config.Budget is nil
	counts  counters
	errors  struct{ open, full, deadline error }
}

// New returns a policy, or an error if the configuration contradicts itself.
func New(c Config) (*Policy, error) {
	if err := c.check(); err != nil {
		if c.Name != "" {
			return nil, fmt.Errorf("%w (policy %s)", err, c.Name)
		}
		return nil, err
	}
	p := &Policy{config: c}
	p.layered = c.timed() || c.Budget != nil || c.Breaker != nil || c.Breakers != nil || c.Bulkhead != nil
	p.errors.open = named(c.Name, ErrOpen)
	p.errors.full = named(c.Name, ErrFull)
	p.errors.deadline = named(c.Name, ErrDeadline)
	return p, nil
}

// Must returns v, and panics if err is not nil. It is for variables:
//
//	var orders = resilience.Must(resilience.New(resilience.Config{Timeout: 2 * time.Second}))
func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// check tells what is wrong with a configuration.
func (c *Config) check() error {
	for _, d := range []struct {
		name  string
		value int64
	}{
		{"Timeout", int64(c.Timeout)}, {"Reserve", int64(c.Reserve)}, {"MinAttempt", int64(c.MinAttempt)},
		{"Attempts", int64(c.Attempts)}, {"AttemptTimeout", int64(c.AttemptTimeout)},
		{"Backoff.Base", int64(c.Backoff.Base)}, {"Backoff.Cap", int64(c.Backoff.Cap)},
	} {
		if d.value < 0 {
			return fmt.Errorf("resilience: %s is not negative", d.name)
		}
	}
	if c.Backoff.Cap > 0 && c.Backoff.Base > c.Backoff.Cap {
		return fmt.Errorf("resilience: the first backoff, %v, is above the cap, %v", c.Backoff.Base, c.Backoff.Cap)
	}
	if c.Backoff.Jitter > NarrowJitter {
		return errors.New("resilience: unknown jitter")
	}
	if c.Timeout > 0 && c.AttemptTimeout > c.Timeout {
		return fmt.Errorf("resilience: an attempt of %v does not fit into the timeout, %v", c.AttemptTimeout, c.Timeout)
	}
	if c.Breaker != nil && c.Breakers != nil {
		return errors.New("resilience: a policy has a Breaker or Breakers, not both")
	}
	if c.Breaker != nil {
		return c.checkBreaker(&c.Breaker.config)
	}
	if c.Breakers != nil {
		return c.checkBreaker(&c.Breakers.config)
	}
	return nil
}

// checkBreaker tells whether a breaker's times contradict the deadline of calls.
func (c *Config) checkBreaker(b *BreakerConfig) error {
	timeout := c.attemptTimeout()
	if timeout == 0 {
		return nil
	}
	if b.Slow >= timeout {
		return fmt.Errorf("resilience: no call can be slower than %v, the breaker's slow threshold: its deadline is %v", b.Slow, timeout)
	}
	if b.TrialTimeout > 0 && b.TrialTimeout < timeout {
		return fmt.Errorf("resilience: the breaker gives up on a trial after %v, before its deadline, %v", b.TrialTimeout, timeout)
	}
	return nil
}

// attemptTimeout returns the longest time that an attempt can take by this
// configuration; 0 means any.
func (c *Config) attemptTimeout() time.Duration {
	if c.AttemptTimeout > 0 {
		return c.AttemptTimeout
	}
	return c.Timeout
}

// timed reports whether a request has to know when it began.
func (c *Config) timed() bool {
	return c.Timeout > 0 || c.Reserve > 0 || c.AttemptTimeout > 0 || c.Observer != nil
}

func (c *Config) attempts() int {
	if c.Attempts == 0 {
		return defaultAttempts
	}
	return c.Attempts
}

func (c *Config) minAttempt() time.Duration {
	if c.MinAttempt == 0 {
		return minUseful
	}
	return c.MinAttempt
}

// breaker returns the breaker for a call, or nil.
func (c *Config) breaker(ctx context.Context) *Breaker {
	if c.Breakers != nil {
		return c.Breakers.Get(c.Name, operation(ctx))
	}
	return c.Breaker
}

func (c *Config) retryable(err error) bool {
	if c.Retryable != nil {
		return c.Retryable(err)
	}
	return retryable(err)
}
