package resilience

import (
	"errors"
	"sync/atomic"
)

// The defaults of an [ActiveBudget].
const (
	defaultActiveShare = 0.2
	defaultActiveFloor = 3
)

// An ActiveBudget allows retries up to a share of the requests that are active,
// as Envoy's retry_budget does (budget_percent 20 %, min_retry_concurrency 3): a
// request is active from its first attempt to the end of the last, and a retry
// counts from its leave, waiting time included, to its end.
//
// Take it with care: it is metastable. The more requests hang, the more are
// active, and the more retries it allows; with a share of 20 % and a load of
// 80 % of what the dependency can carry, the simulated outage of five seconds
// never heals (examples/storm). With 10 % it does. [TokenBudget] always does.
//
// The zero value is Envoy's. An ActiveBudget is safe for concurrent use and must
// not be copied after its first use.
type ActiveBudget struct {
	share   float64
	floor   int
	active  atomic.Int64
	retries atomic.Int64
}

// NewActiveBudget returns a budget of a share (above 0, at most 1) of the active
// requests, and of at least floor retries at a time. Zeros stand for Envoy's
// 20 % and 3, a negative floor for none.
func NewActiveBudget(share float64, floor int) (*ActiveBudget, error) {
	if !(share >= 0 && share <= 1) {
		return nil, errors.New("resilience: a retry share is from 0 to 1")
	}
	return &ActiveBudget{share: share, floor: floor}, nil
}

// Begin counts an active request.
func (b *ActiveBudget) Begin() { b.active.Add(1) }

// Retry counts an active retry, if there is room for it.
func (b *ActiveBudget) Retry() bool {
	share, floor := b.share, b.floor
	if share == 0 {
		share = defaultActiveShare
	}
	if floor == 0 {
		floor = defaultActiveFloor
	}
	for {
		retries := b.retries.Load()
		if retries >= max(int64(floor), int64(share*float64(b.active.Load()))) {
			return false
		}
		if b.retries.CompareAndSwap(retries, retries+1) {
			b.active.Add(1)
			return true
		}
	}
}

// End tells that an attempt is not active any more.
func (b *ActiveBudget) End(retry bool, _ Outcome) {
	b.active.Add(-1)
	if retry {
		b.retries.Add(-1)
	}
}
