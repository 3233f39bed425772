// Package good brings a deadline, or passes one on.
package good

import (
	"context"
	"net/http"
	"time"

	"timeout/remote-call/api"
)

func limited(c *api.Client, url string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return c.Get(ctx, url)
}

func passed(ctx context.Context, c *api.Client, url string) error { return c.Get(ctx, url) }

func handler(c *api.Client) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := c.Get(r.Context(), "http://example.com"); err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
		}
	}
}

// field holds a context that somebody made.
type task struct{ ctx context.Context }

func (t *task) run(c *api.Client, url string) error { return c.Get(t.ctx, url) }

func newTask(ctx context.Context) *task { return &task{ctx: ctx} }

func orBackground(ctx context.Context, c *api.Client, url string) error {
	if ctx == nil {
		ctx = context.Background()
	}
	return c.Get(ctx, url)
}

func bounded(url string) (*http.Response, error) {
	c := api.Bare()
	c.Timeout = time.Second
	return c.Get(url)
}

func withTimeout(url string) (*http.Response, error) {
	return api.WithTimeout(&http.Client{Timeout: time.Second}).Get(url)
}
