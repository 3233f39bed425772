package others

import (
	"context"
	"net/http"
	"sync/atomic"
)

// A cluster keeps the number of the endpoint that is asked.
type cluster struct {
	client    *client
	endpoints []string
	at        int32
	current   atomic.Int32
	next      int
}

func (c *cluster) ask(ctx context.Context) (*http.Response, error) {
	return c.client.fetch(ctx, c.endpoints[c.at])
}

// After a failure it turns to the next endpoint, until none is left.
func (c *cluster) failover(ctx context.Context) (*http.Response, error) {
	for {
		resp, err := c.ask(ctx)
		if err == nil {
			return resp, nil
		}
		if atomic.LoadInt32(&c.at) >= int32(len(c.endpoints)-1) {
			return nil, err
		}
		atomic.AddInt32(&c.at, 1)
	}
}

func (c *cluster) failoverByMethod(ctx context.Context) (resp *http.Response, err error) {
	for int(c.current.Load()) < len(c.endpoints) {
		if resp, err = c.ask(ctx); err == nil {
			return resp, nil
		}
		c.current.Add(1)
	}
	return nil, err
}

func (c *cluster) failoverPlain(ctx context.Context) (resp *http.Response, err error) {
	for c.next < len(c.endpoints) {
		if resp, err = c.ask(ctx); err == nil {
			return resp, nil
		}
		c.next++
	}
	return nil, err
}
