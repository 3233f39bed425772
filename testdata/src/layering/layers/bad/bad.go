// Package bad retries at two layers, which the inventory lists with all that is below.
package bad

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"
)

type client struct {
	http *http.Client
	url  string
}

func (c *client) get(ctx context.Context) (err error) {
	for range 3 {
		var req *http.Request
		if req, err = http.NewRequestWithContext(ctx, http.MethodGet, c.url, nil); err != nil {
			return err
		}
		var resp *http.Response
		if resp, err = c.http.Do(req); err == nil { // want `^3 × loop \(\*bad\.client\)\.get \[layering/layers/bad/bad\.go:\d+:\d+\] > \(\*http\.Client\)\.Do \(layering/layers\)`
			return resp.Body.Close()
		}
		pause(ctx)
	}
	return err
}

func serve(ctx context.Context, c *client) (err error) {
	for range 2 {
		if err = c.get(ctx); err == nil { // want `^2 × loop bad\.serve \[.*\] > 3 × loop \(\*bad\.client\)\.get \[.*\] > \(\*http\.Client\)\.Do` `this retry multiplies`
			return nil
		}
		pause(ctx)
	}
	return err
}

// Without an end.
func forever(ctx context.Context, c *client) {
	for c.get(ctx) != nil { // want `^∞ × loop bad\.forever \[.*\] > 3 × loop`
		pause(ctx)
	}
}

func pause(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(rand.N(time.Second)):
	}
}
