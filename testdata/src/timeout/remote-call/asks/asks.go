// Package asks calls what it is given, and does not know what that is.
package asks

import "context"

// Store is anything.
type Store interface {
	Get(ctx context.Context, id string) (string, error)
	Put(ctx context.Context, id string) error
}

// Deleter is small.
type Deleter interface {
	Delete(ctx context.Context, id string) error
}

// Server has a store.
type Server struct{ store Store }

// New returns a server.
func New(s Store) *Server { return &Server{s} }

// Refresh runs without a deadline.
func (s *Server) Refresh() (string, error) { return s.store.Get(context.Background(), "1") }

// Put runs on the context of its caller.
func (s *Server) Put(ctx context.Context) error { return s.store.Put(ctx, "1") }

// Purge deletes what it is told to.
func Purge(d Deleter) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	return d.Delete(ctx, "1")
}
