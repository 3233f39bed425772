// Package good retries at one layer.
package good

import (
	"context"
	"errors"
	"net/http"
	"os"
	"time"

	"layering/nested-retry/repo"
)

// The layer below makes one attempt.
func oneLayer(ctx context.Context, c *repo.Client) (err error) {
	for range 3 {
		if err = c.Once(ctx); err == nil {
			return nil
		}
		if err := repo.Pause(ctx); err != nil {
			return err
		}
	}
	return err
}

// Each item is asked for; that is no retry around one.
func items(ctx context.Context, clients []*repo.Client) error {
	for _, c := range clients {
		if err := c.Get(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Best effort for each item is none, either.
func bestEffort(ctx context.Context, clients []*repo.Client) (errs []error) {
	for _, c := range clients {
		if err := c.Get(ctx); err != nil {
			errs = append(errs, err)
			continue
		}
	}
	return errs
}

// One after the other is a sum, not a product.
func oneAfterTheOther(ctx context.Context, c *repo.Client) error {
	if err := oneLayer(ctx, c); err != nil {
		return err
	}
	return c.Get(ctx)
}

var errConflict = errors.New("conflict")

// update repeats only what another writer has caused.
func update(ctx context.Context, c *repo.Client) error {
	for {
		err := c.Once(ctx)
		if !errors.Is(err, errConflict) {
			return err
		}
	}
}

func overConflicts(ctx context.Context, c *repo.Client) (err error) {
	for range 3 {
		if err = update(ctx, c); err == nil {
			return nil
		}
		if err := repo.Pause(ctx); err != nil {
			return err
		}
	}
	return err
}

// Background work is not waited for.
func background(ctx context.Context, c *repo.Client) error {
	go func() { _ = c.Get(ctx) }()
	return c.Once(ctx)
}

func overBackground(ctx context.Context, c *repo.Client) (err error) {
	for range 3 {
		if err = background(ctx, c); err == nil {
			return nil
		}
		if err := repo.Pause(ctx); err != nil {
			return err
		}
	}
	return err
}

// register keeps something for later, and calls once.
func register(ctx context.Context, mux *http.ServeMux, c *repo.Client) (func() error, error) {
	later := struct{ run func() error }{run: func() error { return c.Get(ctx) }}
	_ = later
	return func() error { return c.Get(ctx) }, c.Once(ctx)
}

func overRegister(ctx context.Context, mux *http.ServeMux, c *repo.Client) (err error) {
	for range 3 {
		if _, err = register(ctx, mux, c); err == nil {
			return nil
		}
		if err := repo.Pause(ctx); err != nil {
			return err
		}
	}
	return err
}

// A retry of something local multiplies no calls.
func readFile(ctx context.Context, name string) (data []byte, err error) {
	for range 3 {
		if data, err = os.ReadFile(name); err == nil {
			return data, nil
		}
		if err := repo.Pause(ctx); err != nil {
			return nil, err
		}
	}
	return nil, err
}

func localInside(ctx context.Context, c *repo.Client) (err error) {
	for range 3 {
		if _, err = readFile(ctx, "token"); err != nil {
			return err
		}
		if err = c.Once(ctx); err == nil {
			return nil
		}
		if err := repo.Pause(ctx); err != nil {
			return err
		}
	}
	return err
}

// A loop that runs for as long as the program does is no layer of a request.
func keep(ctx context.Context, c *repo.Client) {
	for ctx.Err() == nil {
		if err := c.Get(ctx); err != nil {
			_ = repo.Pause(ctx)
			continue
		}
		time.Sleep(time.Minute)
	}
}

// The helper makes one attempt.
func single(ctx context.Context, c *repo.Client) error {
	return repo.Retry(ctx, 1, c.Get)
}

// Pages are one after the other.
func pages(ctx context.Context, c *repo.Client) error {
	for page := 0; page < 10; page++ {
		if err := c.Get(ctx); err != nil {
			return err
		}
	}
	return nil
}

// A token that has expired is renewed once.
var errExpired = errors.New("expired")

func renewed(ctx context.Context, c *repo.Client) error {
	for range 2 {
		err := c.Get(ctx)
		if !errors.Is(err, errExpired) {
			return err
		}
	}
	return errExpired
}
