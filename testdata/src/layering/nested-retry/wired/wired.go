// Package wired puts the parts together: it alone sees both sides.
package wired

import (
	"context"

	"layering/nested-retry/api"
	"layering/nested-retry/repo"
)

func field(c *repo.Client) *api.Handler {
	return &api.Handler{Store: c} // want `this puts a retry behind one: 3 attempts in \(\*api\.Handler\)\.Serve \(api/api\.go:\d+\) × 3 in \(\*repo\.Client\)\.Get \(repo/repo\.go:\d+\) = 9 calls of \(\*http\.Client\)\.Do per request \(layering/nested-retry\)`
}

// cache embeds what retries.
type cache struct{ *repo.Client }

func (cache) Drop() {}

func embedded(c *repo.Client) api.Cache {
	return cache{c} // want `3 attempts in \(\*api\.Handler\)\.Serve .* × 3 in \(\*repo\.Client\)\.Get`
}

// backend retries below a type that retries and is retried.
type backend struct{ *repo.Client }

func (b backend) Fetch(ctx context.Context) error { return b.Get(ctx) }

func chain(c *repo.Client) *api.Handler {
	through := &api.Through{Next: backend{c}} // want `2 attempts in \(\*api\.Through\)\.Get .* × 3 in \(\*repo\.Client\)\.Get .* = 6 calls`
	return &api.Handler{Store: through}       // want `3 attempts in \(\*api\.Handler\)\.Serve .* × 2 in \(\*api\.Through\)\.Get .*`
}

// sender retries, and is handed over as an argument.
type sender struct{ client *repo.Client }

func (s sender) Send(ctx context.Context, what string) error { return s.client.Get(ctx) }

func argument(ctx context.Context, c *repo.Client) error {
	return api.Deliver(ctx, sender{c}) // want `4 attempts in api\.Deliver .* × 3 in \(\*repo\.Client\)\.Get .* = 12 calls`
}

// mailer retries, too, but nobody retries a Mailer.
type mailer struct{ client *repo.Client }

func (m mailer) Mail(ctx context.Context) error { return m.client.Get(ctx) }

func once(ctx context.Context, c *repo.Client) error { return api.Notify(ctx, mailer{c}) }

// single makes one attempt.
type single struct{ client *repo.Client }

func (s single) Get(ctx context.Context) error { return s.client.Once(ctx) }

func oneLayer(c *repo.Client) *api.Handler { return &api.Handler{Store: single{c}} }

// A fake is not what runs.
type fakeStore struct{ client *repo.Client }

func (f fakeStore) Get(ctx context.Context) error { return f.client.Get(ctx) }

func double(c *repo.Client) *api.Handler { return &api.Handler{Store: fakeStore{c}} }

// Only the store is retried; what keeps a copy is not.
func otherField(c *repo.Client) *api.Mirrored {
	return &api.Mirrored{
		Main: c, // want `3 attempts in \(\*api\.Mirrored\)\.Serve .* × 3 in \(\*repo\.Client\)\.Get`
		Copy: c,
	}
}
