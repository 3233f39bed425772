// Package api retries what it does not know.
package api

import (
	"context"

	"layering/nested-retry/repo"
)

type Store interface {
	Get(ctx context.Context) error
}

// Cache is a Store with more to it.
type Cache interface {
	Store
	Drop()
}

type Handler struct{ Store Store }

func (h *Handler) Serve(ctx context.Context) (err error) {
	for range 3 {
		if err = h.Store.Get(ctx); err == nil {
			return nil
		}
		if err := repo.Pause(ctx); err != nil {
			return err
		}
	}
	return err
}

// Mailer is sent with once.
type Mailer interface {
	Mail(ctx context.Context) error
}

func Notify(ctx context.Context, m Mailer) error { return m.Mail(ctx) }

// Sender is called within a helper.
type Sender interface {
	Send(ctx context.Context, what string) error
}

func Deliver(ctx context.Context, s Sender) error {
	return repo.Retry(ctx, 4, func(ctx context.Context) error { return s.Send(ctx, "order") })
}

// Through is a Store that hands on to another one, and makes two attempts itself.
type Through struct{ Next Backend }

type Backend interface {
	Fetch(ctx context.Context) error
}

func (t *Through) Get(ctx context.Context) (err error) {
	for range 2 {
		if err = t.Next.Fetch(ctx); err == nil {
			return nil
		}
		if err := repo.Pause(ctx); err != nil {
			return err
		}
	}
	return err
}

// Typed retries a method of an interface with a type parameter.
type Typed[T any] interface {
	Load(ctx context.Context, key T) error
}

func LoadAll[T any](ctx context.Context, from Typed[T], key T) (err error) {
	for range 3 {
		if err = from.Load(ctx, key); err == nil {
			return nil
		}
		if err := repo.Pause(ctx); err != nil {
			return err
		}
	}
	return err
}

// Mirrored retries one of two.
type Mirrored struct{ Main, Copy Reader }

type Reader interface {
	Get(ctx context.Context) error
}

func (m *Mirrored) Serve(ctx context.Context) (err error) {
	for range 3 {
		if err = m.Main.Get(ctx); err == nil {
			return nil
		}
		if err := repo.Pause(ctx); err != nil {
			return err
		}
	}
	return m.Copy.Get(ctx)
}
