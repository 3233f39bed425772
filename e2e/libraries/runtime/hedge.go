package runtime

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/reslint/reslint/resilience"
)

type client struct {
	hc     *http.Client
	policy *resilience.Policy
	hedger *resilience.Hedger
}

func (c *client) status(ctx context.Context) (int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://orders.test", nil)
	if err != nil {
		return 0, err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, resp.Body.Close()
}

func (c *client) hedged(ctx context.Context) (int, error) {
	return resilience.Hedge(ctx, c.policy, c.hedger, c.status)
}

func (c *client) hedgedInPlace(ctx context.Context) (int, error) {
	return resilience.Hedge(ctx, c.policy, c.hedger, func(ctx context.Context) (int, error) { // want "hedge-with-retry: this call is hedged, and a loop around it retries it up to 3 times"
		return c.status(ctx)
	})
}

func retried(ctx context.Context, c *client) (n int, err error) {
	for i := range 3 {
		if n, err = c.hedgedInPlace(ctx); err == nil || i == 2 {
			return n, err
		}
		select {
		case <-time.After(rand.N(time.Second)):
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
	return n, err
}

// One request is one request.
func once(ctx context.Context, c *client) (int, error) { return c.hedged(ctx) }
