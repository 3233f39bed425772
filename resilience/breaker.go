package resilience

import (
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"
)

// A Breaker stops the calls to a dependency that fails or has become slow, and
// lets a few trial calls find out when it works again. Put it inside the retries,
// so that each attempt is judged, and give the calls a deadline: one that never
// returns is no outcome.
//
// Scope is what matters most: one breaker for each dependency and operation
// ([BreakerSet]), not one for the process; single bad hosts are for a [Pool].
//
// It opens on a failed or slow call, never on a good one, and goes from open to
// half-open with the first call after the wait, without a timer. The zero value
// works, with the defaults of [BreakerConfig]. A Breaker is safe for concurrent
// use and must not be copied after its first use.
type Breaker struct {
	config  BreakerConfig
	current atomic.Pointer[phase]
}

// A phase is one stay in one state. Calls keep the phase in which they began:
// what a late one reports of an earlier phase changes nothing in the present one,
// since only the present phase can be followed by another.
type phase struct {
	state  State
	config *BreakerConfig // with its defaults

	// Closed
	window  window
	untimed bool
	ramping atomic.Bool
	since   time.Duration

	// Open
	until time.Duration

	// HalfOpen
	mu        sync.Mutex
	underWay  int
	successes int
	latest    time.Duration // when the latest trial began
}

// NewBreaker returns a closed breaker, or an error if the configuration
// contradicts itself.
func NewBreaker(c BreakerConfig) (*Breaker, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	return &Breaker{config: c}, nil
}

// State returns the present state. A breaker whose wait is over stays open until
// a call comes.
func (b *Breaker) State() State { return b.present().state }

// ForceOpen refuses all calls from now on, until Reset or Disable.
func (b *Breaker) ForceOpen() { b.set(&phase{state: ForcedOpen}) }

// Disable lets all calls pass from now on and counts none, until Reset or
// ForceOpen.
func (b *Breaker) Disable() { b.set(&phase{state: Disabled}) }

// Reset closes the breaker and forgets all outcomes.
func (b *Breaker) Reset() { b.set(closed(b.present().config, 0)) }

// A Permit is the leave for one call. Its zero value is none, and its Done does
// nothing.
type Permit struct {
	breaker *Breaker
	phase   *phase
	start   time.Duration
}

// Allow asks for leave to make a call. The error is [ErrOpen], and then the call
// must not be made; otherwise Done has to be called on the permit when the call
// has ended, also if it panics: defer it. A trial call whose permit is never
// given back counts as failed after the configured time.
func (b *Breaker) Allow() (Permit, error) {
	p := b.present()
	var start time.Duration
	if p.needsClock() {
		start = sinceEpoch()
	}
	p, err := b.admit(p, start)
	if err != nil {
		return Permit{}, err
	}
	return Permit{b, p, start}, nil
}

// Done reports how the call ended. What the breaker ignores counts as nothing,
// any other error as a failure.
func (p Permit) Done(err error) {
	if p.breaker == nil {
		return
	}
	if err == nil && p.phase.untimed { // the healthy path
		p.phase.window.add(0, false, false)
		return
	}
	var end time.Duration
	if p.phase.needsClock() {
		end = sinceEpoch()
	}
	p.breaker.record(p.phase, p.start, end, p.phase.config.slowAbove(0), p.phase.outcome(err))
}

// outcome says what err means for the breaker.
func (p *phase) outcome(err error) Outcome {
	switch {
	case err == nil:
		return Success
	case p.config.Ignore(err):
		return Ignored
	}
	return Failure
}

// needsClock reports whether calls of this phase have to be timed: not if only
// the last so many calls count, and slow ones do not.
func (p *phase) needsClock() bool { return !p.untimed }

// present returns the present phase, and makes that of a new breaker.
func (b *Breaker) present() *phase {
	if p := b.current.Load(); p != nil {
		return p
	}
	return b.first()
}

func (b *Breaker) first() *phase {
	config := b.config.withDefaults()
	b.current.CompareAndSwap(nil, closed(&config, 0))
	return b.current.Load()
}

func closed(config *BreakerConfig, rampSince time.Duration) *phase {
	p := &phase{state: Closed, config: config, window: newWindow(config), since: rampSince}
	ramping := rampSince != 0 && config.Ramp > 0
	p.ramping.Store(ramping)
	p.untimed = config.Count > 0 && config.Slow < 0 && !ramping
	return p
}

func opened(config *BreakerConfig, now time.Duration) *phase {
	wait := config.OpenFor + time.Duration(random(nil, int64(config.OpenFor/2)+1))
	return &phase{state: Open, config: config, until: now + wait}
}

// set makes p the present phase, whatever was before.
func (b *Breaker) set(p *phase) {
	if p.config == nil {
		p.config = b.present().config
	}
	from := b.present()
	for !b.current.CompareAndSwap(from, p) {
		from = b.current.Load()
	}
	b.changed(from, p)
}

// follow makes to the present phase, if from still is.
func (b *Breaker) follow(from, to *phase) {
	if b.current.CompareAndSwap(from, to) {
		b.changed(from, to)
	}
}

func (b *Breaker) changed(from, to *phase) {
	if b.config.OnChange != nil && from.state != to.state {
		b.config.OnChange(from.state, to.state)
	}
}

// admit returns the phase in which a call may begin, or [ErrOpen].
func (b *Breaker) admit(p *phase, now time.Duration) (*phase, error) {
	if p.state == Closed && !p.ramping.Load() {
		return p, nil
	}
	return b.decide(p, now)
}

// decide is admit for all phases but the usual one.
func (b *Breaker) decide(p *phase, now time.Duration) (*phase, error) {
	for {
		switch p.state {
		case Disabled:
			return p, nil
		case ForcedOpen:
			return nil, ErrOpen
		case Closed:
			return p, p.admitShare(now)
		case Open:
			if now < p.until {
				return nil, ErrOpen
			}
			b.follow(p, &phase{state: HalfOpen, config: p.config, latest: now})
		case HalfOpen:
			admitted, expired := p.admitTrial(now)
			if admitted {
				return p, nil
			}
			if !expired {
				return nil, ErrOpen
			}
			b.follow(p, opened(p.config, now))
		}
		p = b.current.Load()
	}
}

// admitShare admits the share of calls that the ramp has come to.
func (p *phase) admitShare(now time.Duration) error {
	const stages = 4
	if !p.ramping.Load() {
		return nil
	}
	stage := int(stages * (now - p.since) / p.config.Ramp)
	if stage >= stages {
		p.ramping.Store(false)
		return nil
	}
	if rand.IntN(stages+1) > stage {
		return ErrOpen
	}
	return nil
}

// admitTrial takes one of the trials, or tells that those under way have been so
// for too long. No more are admitted than are needed to close the breaker.
func (p *phase) admitTrial(now time.Duration) (admitted, expired bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.underWay < p.config.Trials && p.successes+p.underWay < p.config.Successes {
		p.underWay++
		p.latest = now
		return true, false
	}
	return false, now-p.latest > p.config.TrialTimeout
}

// record counts a call that began in phase p and took from start to end.
func (b *Breaker) record(p *phase, start, end, slowAbove time.Duration, outcome Outcome) {
	failed := outcome == Failure
	slow := slowAbove > 0 && end-start > slowAbove && outcome != Ignored
	switch p.state {
	case Closed:
		if outcome == Ignored {
			return
		}
		p.window.add(end, failed, slow)
		if (failed || slow) && p.tooMany(end) {
			if end == 0 { // not timed
				end = sinceEpoch()
			}
			b.follow(p, opened(p.config, end))
		}
	case HalfOpen:
		switch p.endTrial(outcome == Ignored, failed || slow) {
		case Open:
			b.follow(p, opened(p.config, end))
		case Closed:
			b.follow(p, closed(p.config, end))
		}
	}
}

// tooMany reports whether one of the rates is reached.
func (p *phase) tooMany(now time.Duration) bool {
	calls, failed, slow := p.window.totals(now)
	return calls >= p.config.MinCalls &&
		(float64(failed) >= p.config.FailureRate*float64(calls) && failed > 0 ||
			float64(slow) >= p.config.SlowRate*float64(calls) && slow > 0)
}

// endTrial gives a trial back and says which state follows: HalfOpen is none yet.
func (p *phase) endTrial(ignored, bad bool) State {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.underWay--
	switch {
	case ignored:
		return HalfOpen
	case bad:
		return Open
	}
	if p.successes++; p.successes >= p.config.Successes {
		return Closed
	}
	return HalfOpen
}
