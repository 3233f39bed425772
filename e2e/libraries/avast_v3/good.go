package avast_v3

import (
	"context"
	"time"

	"github.com/avast/retry-go"
)

func listens(ctx context.Context, c client) error {
	return retry.Do(func() error { return c.Get(ctx) }, retry.Context(ctx), retry.Delay(time.Second))
}

// Here 0 does not mean for ever.
func never(c client) error {
	return retry.Do(func() error { return c.Get(context.Background()) }, retry.Attempts(0))
}

func once(ctx context.Context, c client) error {
	return retry.Do(func() error { return c.Get(ctx) }, retry.Attempts(1), retry.DelayType(retry.BackOffDelay))
}
