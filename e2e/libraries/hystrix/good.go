package hystrix

import (
	"context"
	"time"

	"github.com/afex/hystrix-go/hystrix"
)

func local(ctx context.Context, c *client) (out string, err error) {
	err = hystrix.DoC(ctx, "orders",
		func(ctx context.Context) (err error) {
			out, err = c.get(ctx)
			return err
		},
		func(context.Context, error) error {
			out = c.last
			return nil
		})
	return out, err
}

func none(c *client) error {
	return hystrix.Do("orders", func() error { _, err := c.get(context.Background()); return err }, nil)
}

func soon(ctx context.Context, c *client) (out string, err error) {
	err = hystrix.DoC(ctx, "orders",
		func(ctx context.Context) (err error) {
			out, err = c.get(ctx)
			return err
		},
		func(ctx context.Context, _ error) (err error) {
			ctx, cancel := context.WithTimeout(ctx, 200*time.Millisecond)
			defer cancel()
			out, err = c.load(ctx)
			return err
		})
	return out, err
}
