package others

import (
	"context"
	"errors"
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

type backend struct {
	url  string
	down bool
}

type balancer struct {
	client   *client
	backends []*backend
}

// pick returns a backend that is not down, or nil.
func (b *balancer) pick() *backend {
	for _, one := range b.backends {
		if !one.down {
			return one
		}
	}
	return nil
}

// What fails is set aside, until nothing is left.
func (b *balancer) ask(ctx context.Context) (resp *http.Response, err error) {
	for {
		picked := b.pick()
		if picked == nil {
			return nil, err
		}
		if resp, err = b.client.fetch(ctx, picked.url); err == nil {
			return resp, nil
		}
		picked.down = true
	}
}

// A source has a page that comes from a queue, and then the next one.
type source struct {
	client  *client
	pages   chan string
	current *reader
}

type reader struct {
	client *client
	url    string
}

func (r *reader) next(ctx context.Context) (*http.Response, error) { return r.client.fetch(ctx, r.url) }

func (s *source) next(ctx context.Context) (*http.Response, error) {
	for {
		if s.current == nil {
			select {
			case <-ctx.Done():
				return nil, ctx.Err()
			case url, ok := <-s.pages:
				if !ok {
					return nil, errDone
				}
				s.current = &reader{s.client, url}
				continue
			}
		}
		resp, err := s.current.next(ctx)
		if err != nil {
			if errors.Is(err, errDone) {
				s.current = nil
				continue
			}
			return nil, err
		}
		return resp, nil
	}
}

var errDone = errors.New("done")
