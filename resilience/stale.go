package resilience

import (
	"context"
	"errors"
	"sync"
	"time"
)

// defaultStale is how many values a zero [Stale] keeps.
const defaultStale = 1024

// A Stale keeps the last good answers, to serve them while their source is down,
// labelled with their age. It is bounded and in this process: its worst case is a
// map look-up, where a remote cache would be one more call on the failure path.
// When it is full, the value that was not used for the longest is forgotten.
//
// Whether stale is better than absent is a decision about the data: it is not for
// an account's balance or for who may do what. Values are handed out as they were
// put in: don't change what they point to.
//
// The zero value keeps 1024 values of any age. A Stale is safe for concurrent use
// and must not be copied after its first use.
type Stale[K comparable, V any] struct {
	max    int
	maxAge time.Duration

	mu     sync.Mutex
	values lru[K, Value[V]]
}

// A Value is an answer with its age.
type Value[V any] struct {
	Value V
	AsOf  time.Time // when the source gave it
	Err   error     // why it is served stale; nil for a fresh one
}

// Stale reports whether the value was kept from before.
func (v Value[V]) Stale() bool { return v.Err != nil }

// NewStale returns an empty cache of up to max values, 0 meaning 1024, that
// serves none that is older than maxAge, 0 meaning any.
func NewStale[K comparable, V any](max int, maxAge time.Duration) (*Stale[K, V], error) {
	if max < 0 || maxAge < 0 {
		return nil, errors.New("resilience: a stale cache's size and age are not negative")
	}
	return &Stale[K, V]{max: max, maxAge: maxAge}, nil
}

// Put keeps a good answer, as of now.
func (s *Stale[K, V]) Put(key K, value V) {
	s.put(key, Value[V]{Value: value, AsOf: time.Now()})
}

func (s *Stale[K, V]) put(key K, value Value[V]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	limit := s.max
	if limit == 0 {
		limit = defaultStale
	}
	s.values.put(key, value)
	if s.values.len() > limit {
		s.values.evict(func(Value[V]) bool { return true })
	}
}

// Get returns the last answer that was kept for key, unless it is too old.
func (s *Stale[K, V]) Get(key K) (Value[V], bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	value, ok := s.values.get(key)
	if ok && s.maxAge > 0 && time.Since(value.AsOf) > s.maxAge {
		return Value[V]{}, false
	}
	return value, ok
}

// Do is [Do] with the last good answer for the case that the dependency gives
// none, as [Fallback] has it. Good answers are kept.
func (s *Stale[K, V]) Do(ctx context.Context, p *Policy, key K, op func(context.Context) (V, error)) (Value[V], error) {
	answer, err := Fallback(ctx, p,
		func(ctx context.Context) (Value[V], error) {
			value, err := op(ctx)
			return Value[V]{Value: value, AsOf: time.Now()}, err
		},
		func(cause error) (Value[V], error) {
			kept, ok := s.Get(key)
			if !ok {
				return kept, cause
			}
			kept.Err = cause
			return kept, nil
		})
	if err == nil && !answer.Stale() {
		s.put(key, answer)
	}
	return answer, err
}
