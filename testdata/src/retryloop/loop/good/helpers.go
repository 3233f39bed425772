package others

import (
	"context"

	"retryloop/loop/lib"
)

func once(ctx context.Context, c *client) error {
	return lib.Once(ctx, func(ctx context.Context) error {
		_, err := c.fetch(ctx, "a")
		return err
	})
}

func eachItem(ctx context.Context, c *client) {
	lib.Each([]string{"a"}, func(s string) error {
		_, err := c.fetch(ctx, s)
		return err
	})
}

// What is repeated stays on this machine.
func here(ctx context.Context, r *lib.Runner) error {
	return r.Run(ctx, func(context.Context) error { return nil })
}
