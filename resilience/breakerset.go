package resilience

import (
	"context"
	"errors"
	"iter"
	"sync"
)

// defaultBreakers is how many breakers a zero [BreakerSet] keeps.
const defaultBreakers = 1024

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
	breakers lru[Scope, *Breaker]
}

// A Scope is what one breaker of a [BreakerSet] is for.
type Scope struct{ Dependency, Operation string }

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
	key := Scope{dependency, operation}
	s.mu.Lock()
	defer s.mu.Unlock()
	if b, ok := s.breakers.get(key); ok {
		return b
	}
	limit := s.max
	if limit == 0 {
		limit = defaultBreakers
	}
	if s.breakers.len() >= limit {
		// An open breaker is what protects a dependency that is down, so it
		// goes only if there is no other.
		s.breakers.evict(func(b *Breaker) bool { return b.State() == Closed })
	}
	b := &Breaker{config: s.config}
	s.breakers.put(key, b)
	return b
}

// Len returns how many breakers the set holds.
func (s *BreakerSet) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.breakers.len()
}

// All returns the breakers that the set holds now, the one that was asked for
// last first: for dashboards.
func (s *BreakerSet) All() iter.Seq2[Scope, *Breaker] {
	return func(yield func(Scope, *Breaker) bool) {
		type item struct {
			scope   Scope
			breaker *Breaker
		}
		var items []item // yield is not called with the lock held
		s.mu.Lock()
		s.breakers.all(func(scope Scope, b *Breaker) bool {
			items = append(items, item{scope, b})
			return true
		})
		s.mu.Unlock()
		for _, i := range items {
			if !yield(i.scope, i.breaker) {
				return
			}
		}
	}
}

type operationKey struct{}

// WithOperation names the operation that is called under a context, so that a
// policy with a [BreakerSet] takes its breaker: "GET /orders/{id}", not the path
// with the number in it. [Transport] takes the method if there is no name.
func WithOperation(ctx context.Context, operation string) context.Context {
	return context.WithValue(ctx, operationKey{}, operation)
}

// operation returns the operation that ctx names, or "".
func operation(ctx context.Context) string {
	name, _ := ctx.Value(operationKey{}).(string)
	return name
}
