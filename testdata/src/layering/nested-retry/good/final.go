package good

import (
	"context"
	"errors"
	"fmt"

	"layering/nested-retry/repo"
)

// A failure of the client ends it: what is repeated is the question whether it is done.
func poll(ctx context.Context, c *repo.Client, done func() bool) error {
	return repo.Until(ctx, 30, func(ctx context.Context) error {
		if err := c.Get(ctx); err != nil {
			return repo.Final{Err: err}
		}
		if !done() {
			return errors.New("not yet")
		}
		return nil
	})
}

// Behind a wrapper, too.
func pollWrapped(ctx context.Context, c *repo.Client, done func() bool) error {
	return repo.Until(ctx, 30, func(ctx context.Context) error {
		if err := c.Get(ctx); err != nil {
			return wrap(repo.Final{Err: err})
		}
		if !done() {
			return fmt.Errorf("not yet")
		}
		return nil
	})
}

func wrap(err error) error { return fmt.Errorf("polling: %w", err) }

var errBusy = errors.New("busy")

// Only one kind of failure is repeated: not the one that the client repeats.
func onlyBusy(ctx context.Context, c *repo.Client) error {
	return repo.Until(ctx, 10, func(ctx context.Context) error {
		switch err := c.Get(ctx); {
		case err == nil:
			return nil
		case errors.Is(err, errBusy):
			return errors.New("cannot be deleted now")
		default:
			return repo.Final{Err: err}
		}
	})
}
