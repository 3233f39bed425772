package resilience

import "sync/atomic"

// defaultBulkhead is how many calls a zero [Bulkhead] admits at a time.
const defaultBulkhead = 20

// A Bulkhead caps how many calls to one dependency are under way, so that a slow
// one takes its share of the program's goroutines, connections and memory and no
// more. By Little's law a dependency that slows from 30 ms to 30 s wants a
// thousand times as much; the bulkhead stops it at the first call too many,
// before any breaker has seen enough.
//
// There is no queue: waiting for a place is a smaller version of the very
// problem. Let the bulkheads of all dependencies together stay well below what
// the program can serve at a time, so that requests that need none of them are
// answered.
//
// The zero value admits 20 calls. A Bulkhead is safe for concurrent use and must
// not be copied after its first use.
type Bulkhead struct {
	limit int64
	inUse atomic.Int64
}

// NewBulkhead returns a bulkhead of limit places; 0 means 20. It panics if limit
// is negative.
func NewBulkhead(limit int) *Bulkhead {
	if limit < 0 {
		panic("resilience: a bulkhead's limit is negative")
	}
	return &Bulkhead{limit: int64(limit)}
}

// TryAcquire takes a place and reports whether there was one. Each place taken
// has to be given back with Release: defer it.
func (b *Bulkhead) TryAcquire() bool {
	// To add and take back is cheaper than to compare and swap. While a caller
	// that is refused takes back, another may be refused for a place that is
	// free an instant later: both came when all places were taken.
	if b.inUse.Add(1) <= b.places() {
		return true
	}
	b.inUse.Add(-1)
	return false
}

// Release gives a place back.
func (b *Bulkhead) Release() {
	if b.inUse.Add(-1) < 0 {
		panic("resilience: Release of a bulkhead without TryAcquire")
	}
}

// InUse returns how many places are taken at the moment.
func (b *Bulkhead) InUse() int {
	return int(min(b.inUse.Load(), b.places()))
}

func (b *Bulkhead) places() int64 {
	if b.limit == 0 {
		return defaultBulkhead
	}
	return b.limit
}
