package mercari

import (
	"context"
	"time"

	"github.com/mercari/go-circuitbreaker"
)

func newClient() *client {
	return &client{cb: circuitbreaker.New(
		circuitbreaker.WithTripFunc(circuitbreaker.NewTripFuncFailureRate(20, 0.5)),
		circuitbreaker.WithCounterResetInterval(10*time.Second),
		circuitbreaker.WithFailOnContextCancel(false),
		circuitbreaker.WithFailOnContextDeadline(true),
		circuitbreaker.WithOnStateChangeHookFn(func(from, to circuitbreaker.State) {}),
	)}
}

func (c *client) guarded(ctx context.Context) (any, error) {
	return c.cb.Do(ctx, func() (any, error) { return c.status(ctx) })
}

// What a function of the program's own decides is not known.
func byHand(limit int64) *circuitbreaker.CircuitBreaker {
	return circuitbreaker.New(circuitbreaker.WithTripFunc(func(c *circuitbreaker.Counters) bool { return c.Failures >= limit }))
}
