// Package repo asks a server, with the context that it is given.
package repo

import (
	"context"
	"net/http"
)

// Repo needs a deadline from its callers.
type Repo struct{ hc *http.Client }

// New returns a repo.
func New() *Repo { return &Repo{hc: &http.Client{}} }

// Get asks the server.
func (r *Repo) Get(ctx context.Context, id string) (string, error) { return "", r.send(ctx, "GET") }

// Put asks the server.
func (r *Repo) Put(ctx context.Context, id string) error { return r.send(ctx, "PUT") }

// Delete asks the server.
func (r *Repo) Delete(ctx context.Context, id string) error { return r.send(ctx, "DELETE") }

func (r *Repo) send(ctx context.Context, method string) error {
	req, err := http.NewRequestWithContext(ctx, method, "http://repo.internal", nil)
	if err != nil {
		return err
	}
	resp, err := r.hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Timed has a limit of its own.
type Timed struct{ hc *http.Client }

// Memory stays here.
type Memory struct{}

// Get looks it up.
func (Memory) Get(ctx context.Context, id string) (string, error) { return id, ctx.Err() }

// Put keeps it.
func (Memory) Put(ctx context.Context, id string) error { return ctx.Err() }

// Delete forgets it.
func (Memory) Delete(ctx context.Context, id string) error { return ctx.Err() }
