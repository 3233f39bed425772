package gobreaker_v1

import (
	"context"
	"time"

	"github.com/sony/gobreaker"
)

func newClient() *client {
	var st gobreaker.Settings
	st.Interval = 30 * time.Second
	st.ReadyToTrip = func(counts gobreaker.Counts) bool {
		return counts.Requests >= 10 && counts.TotalFailures*2 >= counts.Requests
	}
	return &client{cb: gobreaker.NewCircuitBreaker(st)}
}

func (c *client) guarded(ctx context.Context, url string) (any, error) {
	return c.cb.Execute(func() (any, error) { return c.get(ctx, url) })
}
