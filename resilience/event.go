package resilience

import (
	"context"
	"encoding/json"
	"sync/atomic"
	"time"
)

// An EventKind says what an [Event] tells of.
type EventKind uint8

const (
	// EventRetry: an attempt failed with Err, and another follows after Wait.
	EventRetry EventKind = iota
	// EventHedge: no answer came within Wait, and another copy is sent.
	EventHedge
	// EventReject: a call or a retry was not made; Err is one of [ErrOpen],
	// [ErrFull], [ErrBudget] and [ErrDeadline], under the policy's name.
	EventReject
	// EventFallback: a local answer took the place of Err.
	EventFallback
	// EventDone: a request has ended, after Attempt attempts and Wait in all,
	// with Err or well.
	EventDone
)

// String returns the kind's name.
func (k EventKind) String() string {
	switch k {
	case EventRetry:
		return "retry"
	case EventHedge:
		return "hedge"
	case EventReject:
		return "reject"
	case EventFallback:
		return "fallback"
	case EventDone:
		return "done"
	}
	return "unknown"
}

// An Event is something that a policy did, for logs, traces and metrics.
type Event struct {
	Kind    EventKind
	Policy  string // the policy's name
	Attempt int    // attempts made so far, the first call counted
	Err     error
	Wait    time.Duration
}

// Stats are the counts of a [Policy] since it was made. They keep apart what a
// failing dependency did and what the policy itself refused: an open breaker must
// not look like a dependency that is still down. Alert on each of the rejections,
// and on the fallback rate.
//
// A call that goes well at the first attempt is not counted, so that the healthy
// path writes nothing that cores share; an observer sees it as [EventDone].
type Stats struct {
	Retries            uint64 // attempts after the first, hedges not counted
	Hedges             uint64 // copies sent before the first had failed
	GaveUp             uint64 // requests that ended with an *Error
	RejectedByBreaker  uint64
	RejectedByBulkhead uint64
	RejectedByBudget   uint64
	RejectedByDeadline uint64 // too little time left to begin, or to wait for a retry
	Fallbacks          uint64 // answers that a fallback gave
	WithFallback       uint64 // requests that had one
}

// FallbackRate returns the share of the requests with a fallback that it
// answered, from 0 to 1.
func (s Stats) FallbackRate() float64 {
	if s.WithFallback == 0 {
		return 0
	}
	return float64(s.Fallbacks) / float64(s.WithFallback)
}

// counters are the live Stats.
type counters struct {
	retries, hedges, gaveUp, breaker, bulkhead, budget, deadline, fallbacks, withFallback atomic.Uint64
}

// Stats returns the policy's counts.
func (p *Policy) Stats() Stats {
	return Stats{
		Retries:            p.counts.retries.Load(),
		Hedges:             p.counts.hedges.Load(),
		GaveUp:             p.counts.gaveUp.Load(),
		RejectedByBreaker:  p.counts.breaker.Load(),
		RejectedByBulkhead: p.counts.bulkhead.Load(),
		RejectedByBudget:   p.counts.budget.Load(),
		RejectedByDeadline: p.counts.deadline.Load(),
		Fallbacks:          p.counts.fallbacks.Load(),
		WithFallback:       p.counts.withFallback.Load(),
	}
}

// String returns the policy's name, counts and breaker state as JSON, which makes
// a *Policy an expvar.Var:
//
//	expvar.Publish("orders", policy)
func (p *Policy) String() string {
	state := ""
	if p.config.Breaker != nil {
		state = p.config.Breaker.State().String()
	}
	inUse := 0
	if p.config.Bulkhead != nil {
		inUse = p.config.Bulkhead.InUse()
	}
	stats := p.Stats()
	b, err := json.Marshal(struct {
		Name    string `json:",omitempty"`
		Breaker string `json:",omitempty"`
		InUse   int    `json:",omitempty"`
		Stats
		FallbackRate float64
	}{p.config.Name, state, inUse, stats, stats.FallbackRate()})
	if err != nil {
		return "{}" // cannot be: only numbers and strings
	}
	return string(b)
}

// observe tells the observer, if there is one.
func (p *Policy) observe(ctx context.Context, kind EventKind, attempt int, err error, wait time.Duration) {
	if p.config.Observer != nil {
		p.config.Observer(ctx, Event{Kind: kind, Policy: p.config.Name, Attempt: attempt, Err: err, Wait: wait})
	}
}

// reject counts and reports a rejection, and returns it under the policy's name.
func (p *Policy) reject(ctx context.Context, attempt int, kind error) error {
	var err error
	switch kind {
	case ErrOpen:
		p.counts.breaker.Add(1)
		err = p.errors.open
	case ErrFull:
		p.counts.bulkhead.Add(1)
		err = p.errors.full
	case ErrBudget:
		p.counts.budget.Add(1)
	case ErrDeadline:
		p.counts.deadline.Add(1)
		err = p.errors.deadline
	}
	if err == nil {
		err = kind // a policy without a name
	}
	p.observe(ctx, EventReject, attempt, err, 0)
	return err
}
