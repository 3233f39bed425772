package gobreaker

import (
	"context"
	"sync"
	"time"

	"github.com/eapache/go-resiliency/breaker"
	"github.com/sony/gobreaker/v2"
)

var byDefault = gobreaker.NewCircuitBreaker[int](gobreaker.Settings{Name: "orders"})

var five = gobreaker.NewCircuitBreaker[int](gobreaker.Settings{
	ReadyToTrip: func(c gobreaker.Counts) bool { return c.ConsecutiveFailures >= 5 },
})

var windowed = gobreaker.NewCircuitBreaker[int](gobreaker.Settings{
	Interval: time.Minute,
	ReadyToTrip: func(c gobreaker.Counts) bool {
		ratio := float64(c.TotalFailures) / float64(c.Requests)
		return c.Requests >= 3 && ratio >= 0.6
	},
})

// What is configured is not known.
func configured(limit uint32, every time.Duration) *gobreaker.CircuitBreaker[int] {
	return gobreaker.NewCircuitBreaker[int](gobreaker.Settings{
		Interval:    every,
		ReadyToTrip: func(c gobreaker.Counts) bool { return c.ConsecutiveFailures >= limit },
	})
}

// Failures in a row are enough here, whatever was before.
var either = gobreaker.NewCircuitBreaker[int](gobreaker.Settings{
	ReadyToTrip: func(c gobreaker.Counts) bool {
		return c.ConsecutiveFailures > 5 || c.Requests > 20 && c.TotalFailures*2 > c.Requests
	},
})

func setLater(st gobreaker.Settings) *gobreaker.CircuitBreaker[int] {
	st.Name = "orders"
	return gobreaker.NewCircuitBreaker[int](st)
}

func threeErrors() *breaker.Breaker { return breaker.New(3, 1, time.Minute) }

// Kept by who made it.
func newClient() *client {
	return &client{breaker: gobreaker.NewCircuitBreaker[int](gobreaker.Settings{})}
}

// One for all rounds.
func forAllRounds(ctx context.Context, c *client, ids []string) {
	cb := gobreaker.NewCircuitBreaker[int](gobreaker.Settings{})
	for range ids {
		_, _ = cb.Execute(func() (int, error) { return c.status(ctx) })
	}
}

// The literal lives on.
func kept(c *client) func(context.Context) (int, error) {
	cb := gobreaker.NewCircuitBreaker[int](gobreaker.Settings{})
	return func(ctx context.Context) (int, error) {
		return cb.Execute(func() (int, error) { return c.status(ctx) })
	}
}

type registry struct {
	mu sync.Mutex
	by map[string]*gobreaker.CircuitBreaker[int]
}

// Made where there is none yet.
func (r *registry) get(name string) *gobreaker.CircuitBreaker[int] {
	r.mu.Lock()
	defer r.mu.Unlock()
	cb := r.by[name]
	if cb == nil {
		cb = gobreaker.NewCircuitBreaker[int](gobreaker.Settings{Name: name})
		r.by[name] = cb
	}
	return cb
}

func (r *registry) call(ctx context.Context, c *client, name string) (int, error) {
	return r.get(name).Execute(func() (int, error) { return c.status(ctx) })
}

// It is registered before it is returned.
func (r *registry) register(name string) *gobreaker.CircuitBreaker[int] {
	cb := gobreaker.NewCircuitBreaker[int](gobreaker.Settings{Name: name})
	r.by[name] = cb
	return cb
}

func (r *registry) first(ctx context.Context, c *client) (int, error) {
	return r.register("orders").Execute(func() (int, error) { return c.status(ctx) })
}
