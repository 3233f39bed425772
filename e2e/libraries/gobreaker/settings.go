package gobreaker

import (
	"context"
	"time"

	"github.com/eapache/go-resiliency/breaker"
	"github.com/sony/gobreaker/v2"
)

var onFirst = gobreaker.NewCircuitBreaker[int](gobreaker.Settings{
	Name: "orders",
	ReadyToTrip: func(c gobreaker.Counts) bool { // want "layering/breaker-settings: this breaker opens on a single failed call: after each blip all calls are refused for 60 s"
		return c.ConsecutiveFailures >= 1
	},
})

var moreThanNone = gobreaker.NewCircuitBreaker[int](gobreaker.Settings{
	Timeout: 5 * time.Second,
	ReadyToTrip: func(c gobreaker.Counts) bool { // want "opens on a single failed call: after each blip all calls are refused for 5 s"
		return c.TotalFailures > 0
	},
})

var ratioOnly = gobreaker.NewCircuitBreaker[int](gobreaker.Settings{
	Interval: time.Minute,
	ReadyToTrip: func(c gobreaker.Counts) bool { // want "asks for a ratio of failures, but for no number of calls: .* Ask for some Requests, too"
		ratio := float64(c.TotalFailures) / float64(c.Requests)
		return ratio >= 0.6
	},
})

// One request is no number of calls.
var ratioOfOne = gobreaker.NewCircuitBreaker[int](gobreaker.Settings{
	Interval: time.Minute,
	ReadyToTrip: func(c gobreaker.Counts) bool { // want "asks for a ratio of failures, but for no number of calls"
		return c.Requests >= 1 && c.TotalFailures*100/c.Requests >= 50
	},
})

// The example of the library's own README.
var neverCleared = gobreaker.NewCircuitBreaker[int](gobreaker.Settings{ // want "this breaker never clears its counts \\(Interval is 0\\): after 10,000 calls that went well it takes 1\\d{4} failures in a row to open it. Set Interval"
	Name: "orders",
	ReadyToTrip: func(c gobreaker.Counts) bool {
		ratio := float64(c.TotalFailures) / float64(c.Requests)
		return c.Requests >= 3 && ratio >= 0.6
	},
})

func sumsUp() *gobreaker.CircuitBreaker[int] {
	st := gobreaker.Settings{Name: "orders"} // want "never clears its counts \\(Interval is 0\\): after any number of calls that went well, and however long it takes, failure number 5 opens it"
	st.ReadyToTrip = func(c gobreaker.Counts) bool { return c.TotalFailures >= 5 }
	return gobreaker.NewCircuitBreaker[int](st)
}

func tooFew(c gobreaker.Counts) bool { return c.ConsecutiveFailures > threshold-1 } // want "opens on a single failed call"

const threshold = 1

func twoSteps() *gobreaker.TwoStepCircuitBreaker[int] {
	return gobreaker.NewTwoStepCircuitBreaker[int](gobreaker.Settings{ReadyToTrip: tooFew})
}

func otherOnFirst() *breaker.Breaker {
	return breaker.New(1, 1, time.Minute) // want "layering/breaker-settings: this breaker opens on a single failed call: after each blip all calls are refused for 60 s"
}

// A breaker for each call.
func anew(ctx context.Context, c *client) (int, error) {
	cb := gobreaker.NewCircuitBreaker[int](gobreaker.Settings{Name: "orders"})
	return cb.Execute(func() (int, error) { return c.status(ctx) }) // want "layering/breaker-scope: this breaker is made anew for each call of anew and asked once"
}

func newBreaker(name string) *gobreaker.CircuitBreaker[int] {
	return gobreaker.NewCircuitBreaker[int](gobreaker.Settings{Name: name})
}

func throughFactory(ctx context.Context, c *client) (int, error) {
	return newBreaker("orders").Execute(func() (int, error) { return c.status(ctx) }) // want "breaker-scope: .* for each call of throughFactory"
}

// In each round, too.
func inEachRound(ctx context.Context, c *client, names []string) {
	for _, name := range names {
		cb := newBreaker(name)
		_, _ = cb.Execute(func() (int, error) { return c.status(ctx) }) // want "breaker-scope"
		_ = cb.State()
	}
}

func otherAnew(ctx context.Context, c *client) error {
	b := breaker.New(3, 1, time.Minute)
	return b.Run(func() error { // want "breaker-scope"
		_, err := c.status(ctx)
		return err
	})
}

// Any type of result.
func generic[T any](fetch func() (T, error)) (T, error) {
	cb := gobreaker.NewCircuitBreaker[T](gobreaker.Settings{})
	return cb.Execute(fetch) // want "breaker-scope: .* for each call of generic"
}
