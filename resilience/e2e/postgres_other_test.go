//go:build !unix

package e2e

import "testing"

func newPostgres(t *testing.T) database {
	t.Skip("starting PostgreSQL is only known for Unix")
	panic("unreachable")
}

func stopPostgres() {}
