// Package backend is what both sides know.
package backend

import "context"

type Backend interface {
	Load(ctx context.Context, name string) error
}
