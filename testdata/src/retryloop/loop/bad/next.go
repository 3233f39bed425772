package retries

import (
	"context"
	"net/http"
	"sync/atomic"
	"time"
)

type cluster struct {
	client    *client
	endpoints []string
	waits     []time.Duration
	at        int32
	tries     int
}

func (c *cluster) ask(ctx context.Context) (*http.Response, error) {
	return c.client.fetch(ctx, c.endpoints[c.at])
}

// A field counts the attempts.
func (c *cluster) counted(ctx context.Context) (*http.Response, error) {
	c.tries = 0
	for {
		resp, err := c.ask(ctx) // want `retries \(\*retries.cluster\).ask`
		if err == nil || c.tries >= 5 {
			return resp, err
		}
		c.tries++
		time.Sleep(wait())
	}
}

// A field tells which wait comes next.
func (c *cluster) scheduled(ctx context.Context) (*http.Response, error) {
	for {
		resp, err := c.ask(ctx) // want `retries \(\*retries.cluster\).ask`
		if err == nil || c.tries >= len(c.waits) {
			return resp, err
		}
		time.Sleep(c.waits[c.tries])
		c.tries++
	}
}

// Only some failures turn to the next endpoint: the others try the same one again.
func (c *cluster) sometimes(ctx context.Context) (*http.Response, error) {
	for {
		resp, err := c.ask(ctx) // want `retries \(\*retries.cluster\).ask`
		if err == nil || atomic.LoadInt32(&c.at) >= int32(len(c.endpoints)) {
			return resp, err
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if moved(err) {
			atomic.AddInt32(&c.at, 1)
		}
		time.Sleep(wait())
	}
}

// It turns round and round.
func (c *cluster) rotates(ctx context.Context) (*http.Response, error) {
	for {
		resp, err := c.ask(ctx) // want `retries \(\*retries.cluster\).ask`
		if err == nil || ctx.Err() != nil {
			return resp, err
		}
		c.at = (c.at + 1) % int32(len(c.endpoints))
		time.Sleep(wait())
	}
}

func moved(err error) bool { return err.Error() == "moved" }

type backend struct{ url string }

type balancer struct {
	client *client
	all    []*backend
}

func (b *balancer) pick() *backend {
	if len(b.all) == 0 {
		return nil
	}
	return b.all[0]
}

// It waits, and may pick the same one again.
func (b *balancer) again(ctx context.Context) (resp *http.Response, err error) {
	for range 3 {
		picked := b.pick()
		if picked == nil {
			return nil, err
		}
		if resp, err = b.client.fetch(ctx, picked.url); err == nil { // want `retries \(\*retries.client\).fetch; 3 attempts`
			return resp, nil
		}
		time.Sleep(wait())
	}
	return nil, err
}

// What it picks does not tell what is asked for.
func (b *balancer) elsewhere(ctx context.Context) (resp *http.Response, err error) {
	for range 3 {
		if b.pick() == nil {
			return nil, err
		}
		if resp, err = b.client.fetch(ctx, "a"); err == nil { // want `retries \(\*retries.client\).fetch; 3 attempts`
			return resp, nil
		}
	}
	return nil, err
}

// A channel that only tells the end, or the time, hands over no work.
func (c *cluster) ticking(ctx context.Context, ticks <-chan time.Time, over <-chan struct{}) error {
	for {
		resp, err := c.ask(ctx) // want `retries \(\*retries.cluster\).ask`
		if err == nil {
			return resp.Body.Close()
		}
		select {
		case <-over:
			return err
		case <-ticks:
		}
	}
}
