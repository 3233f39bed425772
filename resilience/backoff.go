package resilience

import (
	"math/rand/v2"
	"time"
)

// The defaults of a Backoff and of a Policy.
const (
	defaultBase     = 100 * time.Millisecond
	defaultCap      = 5 * time.Second
	defaultAttempts = 3
)

// A Jitter is a way to randomise waits, so that clients that failed together do
// not return together. The first three are those of Marc Brooker's "Exponential
// Backoff And Jitter" (AWS Architecture Blog, 2015). With
//
//	ceiling = min(Cap, Base × 2^retry)
//
// and retries counted from zero:
type Jitter uint8

const (
	// FullJitter, the zero value, waits for random(0, ceiling): the least load
	// of all, and some retry almost at once.
	FullJitter Jitter = iota
	// EqualJitter waits for ceiling/2 + random(0, ceiling/2): no wait is very
	// short, but clients stay together in the upper half.
	EqualJitter
	// DecorrelatedJitter waits for min(Cap, random(Base, 3 × previous wait)):
	// clients drift apart even in a long outage, for more calls.
	DecorrelatedJitter
	// NarrowJitter waits for ceiling × random(0.8, 1.2), drawn below Cap: what
	// gRPC's retry policies do (gRFC A6). Weak against a large fleet.
	NarrowJitter
)

// String returns the jitter's name.
func (j Jitter) String() string {
	switch j {
	case FullJitter:
		return "full"
	case EqualJitter:
		return "equal"
	case DecorrelatedJitter:
		return "decorrelated"
	case NarrowJitter:
		return "narrow"
	}
	return "unknown"
}

// A Backoff says how long to wait before each retry: exponentially longer, never
// above a cap, and randomised. The zero value is full jitter over 100 ms, 200 ms,
// 400 ms and so on, up to 5 s. A Backoff has no state and is safe for concurrent
// use, as far as Rand is.
type Backoff struct {
	Base   time.Duration           // the first ceiling; 0 means 100 ms
	Cap    time.Duration           // no wait is longer; 0 means 5 s, or Base if that is longer
	Jitter Jitter                  // FullJitter if not set
	Rand   func(limit int64) int64 // uniform in [0, limit); nil means math/rand/v2
}

// Wait returns the wait before a retry. The first retry is number 0; a larger
// number, however large, never overflows and never exceeds the cap. Only
// DecorrelatedJitter looks at previous, the wait before the retry before; 0
// stands for none.
func (b Backoff) Wait(retry int, previous time.Duration) time.Duration {
	base, limit := b.bounds()
	if b.Jitter == DecorrelatedJitter {
		ceiling := limit
		if previous = max(previous, base); previous < limit/3 {
			ceiling = 3 * previous
		}
		return base + b.random(ceiling-base+1)
	}
	ceiling := limit
	if retry = max(retry, 0); retry < 63 && base <= limit>>retry {
		ceiling = base << retry
	}
	switch b.Jitter {
	case EqualJitter:
		return ceiling/2 + b.random(ceiling-ceiling/2+1)
	case NarrowJitter:
		// Drawn below the cap, not cut at it: half of all clients would
		// wait for exactly the cap.
		fifth := ceiling / 5
		return ceiling - fifth + b.random(fifth+min(fifth, limit-ceiling)+1)
	}
	return b.random(ceiling)
}

// bounds returns Base and Cap with their defaults, Base ≤ Cap.
func (b Backoff) bounds() (base, limit time.Duration) {
	base, limit = b.Base, b.Cap
	if base <= 0 {
		base = defaultBase
		if limit > 0 {
			base = min(base, limit)
		}
	}
	if limit <= 0 {
		limit = max(defaultCap, base)
	}
	return min(base, limit), limit
}

// random is uniform in [0, limit), and 0 for a limit that leaves no choice.
func (b Backoff) random(limit time.Duration) time.Duration {
	return time.Duration(random(b.Rand, int64(limit)))
}

// random asks source, or math/rand/v2 where that is nil.
func random(source func(int64) int64, limit int64) int64 {
	if limit <= 1 {
		return 0
	}
	if source == nil {
		return rand.Int64N(limit)
	}
	return source(limit)
}
