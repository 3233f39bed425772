package retries

import (
	"context"
	"net/http"

	"retryloop/loop/lib"
)

func helped(ctx context.Context, c *client) error {
	return lib.Do(ctx, func(ctx context.Context) error { // want `retries \(\*retries.client\).fetch through Do; 4 attempts`
		_, err := c.fetch(ctx, "a")
		return err
	})
}

func helpedWithValue(ctx context.Context, c *client) (*http.Response, error) {
	return lib.Value(ctx, func(ctx context.Context) (*http.Response, error) { // want `through Value; 5 attempts`
		return c.fetch(ctx, "a")
	})
}

func helpedByMethod(ctx context.Context, c *client, r *lib.Runner) error {
	return r.Run(ctx, c.reload) // want `retries \(\*retries.client\).reload through Run; 4 attempts`
}

func helpedOften(ctx context.Context, c *client, r *lib.Runner) error {
	return r.Limited(ctx, c.reload) // want `through Limited`
}

func helpedBySelf(ctx context.Context, c *client) error {
	return lib.Sent(func() error { return c.reload(ctx) }) // want `through Sent; 7 attempts`
}

func helpedHere(ctx context.Context, c *client) error {
	return Retry(3, func() error { return c.reload(ctx) }) // want `through Retry`
}

func (c *client) reload(ctx context.Context) error {
	_, err := c.fetch(ctx, "a")
	return err
}
