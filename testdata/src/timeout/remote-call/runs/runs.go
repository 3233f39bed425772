// Package runs runs what lives as long as its context: a deadline for that would be the
// end of a server, so there is no fix.
package runs

import (
	"context"
	"net"

	"timeout/remote-call/inhouse"
	"timeout/remote-call/serves"
)

func once(s inhouse.Store) error {
	return serves.Once(context.Background(), s) // want `nothing ends this call in serves.Once`
}

func afterFunc(s inhouse.Store, lis net.Listener) error {
	return serves.AfterFunc(context.Background(), s, lis) // want `nothing ends this call in serves.AfterFunc`
}

func goroutine(s inhouse.Store, lis net.Listener) error {
	return serves.Goroutine(context.Background(), s, lis) // want `nothing ends this call in serves.Goroutine`
}

func blocks(s inhouse.Store) error {
	return serves.Blocks(context.Background(), s) // want `nothing ends this call in serves.Blocks`
}
