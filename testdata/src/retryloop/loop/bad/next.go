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
