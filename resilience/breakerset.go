package resilience

import (
	"container/list"
	"errors"
	"sync"
)

// DefaultBreakers is how many breakers a zero [BreakerSet] keeps.
const DefaultBreakers = 1024

// A BreakerSet holds one breaker for each dependency and operation, all of one
// configuration. One breaker for a whole client would let one failing operation
// stop all the others; one for each host would be opened by a single bad replica,
// which is for a [Pool].
//
// It is bounded: when it is full, the breaker that was not asked for the longest
// is forgotten, a closed one if there is any. The zero value keeps 1024 with the
// defaults of [BreakerConfig]. A BreakerSet is safe for concurrent use and must
// not be copied after its first use.
type BreakerSet struct {
	config BreakerConfig
	max    int

	mu       sync.Mutex
	breakers map[scope]*list.Element // of *scoped
	recent   list.List               // the one used last is in front
}

type scope struct{ dependency, operation string }

type scoped struct {
	scope
	breaker Breaker
}

// NewBreakerSet returns an empty set that keeps up to max breakers, 0 meaning
// 1024, or an error if the configuration contradicts itself.
func NewBreakerSet(c BreakerConfig, max int) (*BreakerSet, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	if max < 0 {
		return nil, errors.New("resilience: a breaker set's size is not negative")
	}
	return &BreakerSet{config: c, max: max}, nil
}

// Get returns the breaker of an operation of a dependency, and makes it at the
// first call.
func (s *BreakerSet) Get(dependency, operation string) *Breaker {
	key := scope{dependency, operation}
	s.mu.Lock()
	defer s.mu.Unlock()
	if e, ok := s.breakers[key]; ok {
		s.recent.MoveToFront(e)
		return &e.Value.(*scoped).breaker
	}
	if s.breakers == nil {
		s.breakers = make(map[scope]*list.Element)
	}
	limit := s.max
	if limit == 0 {
		limit = DefaultBreakers
	}
	if len(s.breakers) >= limit {
		s.forgetOne()
	}
	added := &scoped{scope: key, breaker: Breaker{config: s.config}}
	s.breakers[key] = s.recent.PushFront(added)
	return &added.breaker
}

// Len returns how many breakers the set holds.
func (s *BreakerSet) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.breakers)
}

// All calls f for each breaker, the one that was asked for last first, until f
// returns false: for dashboards.
func (s *BreakerSet) All(f func(dependency, operation string, b *Breaker) bool) {
	s.mu.Lock()
	all := make([]*scoped, 0, len(s.breakers))
	for e := s.recent.Front(); e != nil; e = e.Next() {
		all = append(all, e.Value.(*scoped))
	}
	s.mu.Unlock()
	for _, b := range all {
		if !f(b.dependency, b.operation, &b.breaker) {
			return
		}
	}
}

// forgetOne makes room. An open breaker is what protects a dependency that is
// down, so it goes only if there is no other.
func (s *BreakerSet) forgetOne() {
	victim := s.recent.Back()
	for e := victim; e != nil; e = e.Prev() {
		if e.Value.(*scoped).breaker.State() == Closed {
			victim = e
			break
		}
	}
	delete(s.breakers, s.recent.Remove(victim).(*scoped).scope)
}
