package resilience

import (
	"errors"
	"sync"
	"time"
)

// The defaults of a [RatioBudget].
const (
	defaultRetryShare  = 0.1
	defaultRetryWindow = 10 * time.Second
	defaultRetryFloor  = 10
)

// A RatioBudget allows retries up to a share of the requests of a sliding window,
// 10 % as Google's SRE book has it ("Handling Overload"), with a floor for quiet
// clients. A dependency that is down gets at most 1.1 times its usual load, taken
// over a window; all of a window's retries may come in its first second.
//
// The share of requests is not a share of successes: in a total outage retries
// go on, at 10 %. An outage heals only as fast as what the dependency can carry
// exceeds the load × (1 + share). With a load of 80 % of its capacity, the
// simulated one of five seconds lasts 21 more at a share of 10 %, a minute at
// 20 %, and never ends from 25 % on (examples/storm).
//
// The zero value allows 10 % over 10 s, and 10 retries in that time in any case.
// A RatioBudget is safe for concurrent use and must not be copied after its
// first use.
type RatioBudget struct {
	share  float64
	window time.Duration
	floor  int

	mu    sync.Mutex
	slots [10]struct {
		number            int64 // which tenth of a window since the epoch
		requests, retries int
	}
}

// NewRatioBudget returns a budget of a share (above 0, at most 1) of the
// requests of the last window, and of at least floor retries in it. Zeros stand
// for the defaults, a negative floor for none.
func NewRatioBudget(share float64, window time.Duration, floor int) (*RatioBudget, error) {
	if !(share >= 0 && share <= 1) {
		return nil, errors.New("resilience: a retry share is from 0 to 1")
	}
	if window < 0 {
		return nil, errors.New("resilience: a window is not negative")
	}
	return &RatioBudget{share: share, window: window, floor: floor}, nil
}

// Begin counts a request.
func (b *RatioBudget) Begin() {
	b.mu.Lock()
	b.slots[b.slot()].requests++
	b.mu.Unlock()
}

// Retry counts a retry, if the window has room for it.
func (b *RatioBudget) Retry() bool {
	share, floor := b.share, b.floor
	if share == 0 {
		share = defaultRetryShare
	}
	if floor == 0 {
		floor = defaultRetryFloor
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.slot()
	requests, retries := 0, 0
	for _, slot := range b.slots {
		if slot.number > b.slots[now].number-int64(len(b.slots)) {
			requests += slot.requests
			retries += slot.retries
		}
	}
	if retries >= max(floor, int(share*float64(requests))) {
		return false
	}
	b.slots[now].retries++
	return true
}

// End does nothing: what counts here is what was sent.
func (b *RatioBudget) End(bool, Outcome) {}

// slot returns the index of the present slot, emptied if it was in use before.
// It is called with the lock held.
func (b *RatioBudget) slot() int {
	window := b.window
	if window == 0 {
		window = defaultRetryWindow
	}
	width := max(1, window/time.Duration(len(b.slots)))
	number := int64(sinceEpoch() / width)
	i := int(number % int64(len(b.slots)))
	if slot := &b.slots[i]; slot.number != number {
		slot.number, slot.requests, slot.retries = number, 0, 0
	}
	return i
}
