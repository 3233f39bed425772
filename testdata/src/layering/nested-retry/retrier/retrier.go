// Package retrier retries whatever stands behind it.
package retrier

import (
	"context"

	"layering/nested-retry/backend"
	"layering/nested-retry/repo"
)

type Retrier struct{ backend.Backend }

func New(b backend.Backend) *Retrier { return &Retrier{b} }

func (r *Retrier) Load(ctx context.Context, name string) error {
	return repo.Retry(ctx, 5, func(ctx context.Context) error { return r.Backend.Load(ctx, name) })
}

// Cached does not retry.
type Cached struct{ backend.Backend }

func NewCached(b backend.Backend) *Cached { return &Cached{b} }
