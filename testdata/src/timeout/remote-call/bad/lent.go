package bad

import (
	"context"
	"time"

	"timeout/remote-call/api"
)

// retry calls what it is lent.
func retry(ctx context.Context, attempt func(context.Context) error) (err error) {
	for range 3 {
		if err = attempt(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func timed(ctx context.Context, attempt func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return attempt(ctx)
}

func fresh(attempt func(context.Context) error) error {
	return attempt(context.Background()) // want `nothing ends this call in bad.fresh → .*\(\*api.Client\).Get → .*; context.Background\(\) sets no deadline`
}

func value[T any](ctx context.Context, get func(context.Context) (T, error)) (T, error) {
	return get(ctx)
}

func lends(c *api.Client, url string) error {
	return retry(context.Background(), func(ctx context.Context) error { // want `nothing ends this call in bad.retry → .*\(\*api.Client\).Get → .*; context.Background\(\) sets no deadline`
		return c.Get(ctx, url)
	})
}

func lendsInTime(c *api.Client, url string) error {
	return timed(context.Background(), func(ctx context.Context) error { return c.Get(ctx, url) })
}

func lendsTheCallers(ctx context.Context, c *api.Client, url string) error {
	return retry(ctx, func(ctx context.Context) error { return c.Get(ctx, url) })
}

func lendsToFresh(c *api.Client, url string) error {
	return fresh(func(ctx context.Context) error { return c.Get(ctx, url) })
}

func lendsGeneric(c *api.Client, url string) (int, error) {
	return value(context.TODO(), func(ctx context.Context) (int, error) { // want `nothing ends this call in bad.value → .*\(\*api.Client\).Get → .*; context.TODO\(\) sets no deadline`
		return 1, c.Get(ctx, url)
	})
}

// What is lent calls nobody.
func lendsLocal() error {
	return retry(context.Background(), func(ctx context.Context) error { return ctx.Err() })
}
