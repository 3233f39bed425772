package idempotency

import (
	"container/list"
	"context"
	"slices"
	"sync"
	"time"
)

// The bounds of a Memory.
const (
	memoryBytes = 64 << 20
	memoryEntry = 256 // what an entry takes beside its key and result, about
	memorySweep = 100 // entries that one call forgets at most
)

// A Memory is a Store in the memory of one process. It is for tests, and for
// effects that don't outlive the process either: a second server, or the same
// one after a restart, knows nothing of its keys.
//
// The zero Memory is empty and ready. A Memory is safe for concurrent use and
// must not be copied; its fields must not be changed once it is in use.
type Memory struct {
	// MaxBytes is how much may be stored, in bytes of keys and results; 0 means
	// 64 MiB. Above that, Do returns ErrFull until keys expire; what is at work
	// already is still recorded.
	MaxBytes int

	// Retention is how long a key is kept; 0 means 24 hours. It has to be
	// longer than anybody goes on repeating a request.
	Retention time.Duration

	mu      sync.Mutex
	entries map[string]*entry
	oldest  list.List // of *entry, those that are recorded, as they expire
	bytes   int
}

// An entry is an effect, first at work and then recorded.
type entry struct {
	key     string
	done    chan struct{} // closed when the effect has ended
	element *list.Element // in oldest; nil while at work
	result  []byte
	expires time.Time
}

// Do implements [Store].
func (m *Memory) Do(ctx context.Context, key string, effect func(ctx context.Context) ([]byte, error)) (result []byte, replayed bool, err error) {
	if ctx.Err() != nil {
		return nil, false, context.Cause(ctx)
	}
	for {
		e, mine, err := m.claim(key)
		if err != nil {
			return nil, false, err
		}
		if mine {
			result, err := m.run(ctx, e, effect)
			return result, false, err
		}
		select {
		case <-e.done:
			if e.element != nil {
				return slices.Clone(e.result), true, nil
			}
			// It failed, and the key is free again.
		case <-ctx.Done():
			return nil, false, context.Cause(ctx)
		}
	}
}

// claim returns the entry of a key, and whether it is the caller's to fill.
func (m *Memory) claim(key string) (e *entry, mine bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := time.Now()
	for range memorySweep {
		front := m.oldest.Front()
		if front == nil || front.Value.(*entry).expires.After(now) {
			break
		}
		m.forget(front.Value.(*entry))
	}
	if e := m.entries[key]; e != nil {
		if e.element == nil || e.expires.After(now) {
			return e, false, nil
		}
		m.forget(e)
	}
	limit := m.MaxBytes
	if limit <= 0 {
		limit = memoryBytes
	}
	if m.bytes >= limit {
		return nil, false, ErrFull
	}
	if m.entries == nil {
		m.entries = make(map[string]*entry)
	}
	e = &entry{key: key, done: make(chan struct{})}
	m.entries[key] = e
	return e, true, nil
}

// run calls effect and records its result. However effect ends, the next one
// can go on.
func (m *Memory) run(ctx context.Context, e *entry, effect func(ctx context.Context) ([]byte, error)) (result []byte, err error) {
	ok := false
	defer func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		if ok {
			m.record(e, result)
		} else {
			delete(m.entries, e.key)
		}
		close(e.done)
	}()
	if result, err = effect(ctx); err != nil {
		return nil, err
	}
	ok = true
	return result, nil
}

func (m *Memory) record(e *entry, result []byte) {
	keep := m.Retention
	if keep <= 0 {
		keep = retention
	}
	e.result = slices.Clone(result)
	e.expires = time.Now().Add(keep)
	e.element = m.oldest.PushBack(e)
	m.bytes += e.size()
}

func (m *Memory) forget(e *entry) {
	delete(m.entries, e.key)
	m.oldest.Remove(e.element)
	m.bytes -= e.size()
}

func (e *entry) size() int { return memoryEntry + len(e.key) + len(e.result) }
