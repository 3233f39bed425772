// Package impl has a backend that retries by itself, and one that does not. It knows nothing of
// package retrier.
package impl

import (
	"context"

	"layering/nested-retry/backend"
	"layering/nested-retry/repo"
)

type remote struct{ client *repo.Client }

func (r *remote) Load(ctx context.Context, name string) error { return r.client.Get(ctx) }

func Open(c *repo.Client) (backend.Backend, error) { return &remote{c}, nil }
