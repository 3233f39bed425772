package cep21

import (
	"context"
	"log"
	"net/http"

	"github.com/cep21/circuit/v4"
)

func logged(ctx context.Context, c *circuit.Circuit, hc *http.Client) error {
	return c.Execute(ctx,
		func(ctx context.Context) error { return head(ctx, hc, "http://orders.test") },
		func(_ context.Context, err error) error {
			log.Print(err)
			return nil
		})
}

// The second has a circuit of its own.
func guarded(ctx context.Context, c, other *circuit.Circuit, hc *http.Client) error {
	return c.Execute(ctx,
		func(ctx context.Context) error { return head(ctx, hc, "http://orders.test") },
		func(ctx context.Context, _ error) error {
			return other.Run(ctx, func(ctx context.Context) error { return head(ctx, hc, "http://archive.test") })
		})
}
