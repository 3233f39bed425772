package resilience

import (
	"sync"
	"sync/atomic"
	"time"
)

// A window holds the outcomes that a breaker judges by.
type window interface {
	add(now time.Duration, failed, slow bool)
	totals(now time.Duration) (calls, failed, slow int)
}

func newWindow(c *BreakerConfig) window {
	if c.Count > 0 {
		return &countWindow{slots: make([]atomic.Uint32, c.Count)}
	}
	return &timeWindow{width: max(1, c.Window/timeSlots)}
}

// A countWindow holds the outcomes of the last len(slots) calls. A good call
// that takes the place of a good call writes nothing but the position.
type countWindow struct {
	slots        []atomic.Uint32
	position     atomic.Uint32 // below len: first round; up to 2 × len: later ones
	failed, slow atomic.Int32
}

const (
	wasFailed = 1 << iota
	wasSlow
)

func (w *countWindow) add(_ time.Duration, failed, slow bool) {
	var is uint32
	if failed {
		is |= wasFailed
	}
	if slow {
		is |= wasSlow
	}
	slot := &w.slots[w.next()]
	if slot.Load() == is {
		return
	}
	was := slot.Swap(is)
	w.failed.Add(int32(is&wasFailed) - int32(was&wasFailed))
	w.slow.Add((int32(is&wasSlow) - int32(was&wasSlow)) / wasSlow)
}

// next returns the slot whose turn it is. (A remainder would cost more than
// everything else here.)
func (w *countWindow) next() uint32 {
	size := uint32(len(w.slots))
	for {
		old := w.position.Load()
		next := old + 1
		if next == 2*size {
			next = size
		}
		if w.position.CompareAndSwap(old, next) {
			if old >= size {
				old -= size
			}
			return old
		}
	}
}

func (w *countWindow) totals(time.Duration) (calls, failed, slow int) {
	return min(len(w.slots), int(w.position.Load())), int(w.failed.Load()), int(w.slow.Load())
}

const timeSlots = 10

// A timeWindow holds the outcomes of the last timeSlots × width: the present
// slot and those before it.
type timeWindow struct {
	width  time.Duration
	latest atomic.Int64 // the number that was asked for last
	turn   sync.Mutex   // held to give a slot to another time
	slots  [timeSlots]timeSlot
}

type timeSlot struct {
	number              atomic.Int64 // which width since the epoch
	calls, failed, slow atomic.Int64
}

func (w *timeWindow) add(now time.Duration, failed, slow bool) {
	number := w.number(now)
	slot := &w.slots[number%timeSlots]
	if slot.number.Load() != number && !w.reuse(slot, number) {
		return // older than the window
	}
	slot.calls.Add(1)
	if failed {
		slot.failed.Add(1)
	}
	if slow {
		slot.slow.Add(1)
	}
}

// number returns which width since the epoch now lies in. It is nearly always the
// latest one, and a division would cost more than everything else here.
func (w *timeWindow) number(now time.Duration) int64 {
	number := w.latest.Load()
	if into := now - time.Duration(number)*w.width; into < 0 || into >= w.width {
		number = int64(now / w.width)
		w.latest.Store(number)
	}
	return number
}

// reuse empties a slot for a new time, unless it is further already.
func (w *timeWindow) reuse(slot *timeSlot, number int64) bool {
	w.turn.Lock()
	defer w.turn.Unlock()
	if old := slot.number.Load(); old >= number {
		return old == number
	}
	slot.calls.Store(0)
	slot.failed.Store(0)
	slot.slow.Store(0)
	slot.number.Store(number)
	return true
}

func (w *timeWindow) totals(now time.Duration) (calls, failed, slow int) {
	oldest := w.number(now) - timeSlots
	for i := range w.slots {
		if slot := &w.slots[i]; slot.number.Load() > oldest {
			calls += int(slot.calls.Load())
			failed += int(slot.failed.Load())
			slow += int(slot.slow.Load())
		}
	}
	return calls, failed, slow
}
