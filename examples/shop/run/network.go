package main

import (
	"context"
	"fmt"
	"net"

	"google.golang.org/grpc/test/bufconn"
)

// A network is in memory: a real one's waits are no part of virtual time.
type network map[string]*bufconn.Listener

// newNetwork has the hosts that listen on it, each with a port.
func newNetwork(addrs ...string) network {
	n := make(network)
	for _, addr := range addrs {
		n[addr] = bufconn.Listen(2 << 10)
	}
	return n
}

// dial is a net.Dialer's DialContext.
func (n network) dial(ctx context.Context, _, addr string) (net.Conn, error) {
	lis, ok := n[addr]
	if !ok {
		return nil, fmt.Errorf("dial %s: no such host", addr)
	}
	return lis.DialContext(ctx)
}

// dialGRPC is the same for grpc.WithContextDialer.
func (n network) dialGRPC(ctx context.Context, addr string) (net.Conn, error) {
	return n.dial(ctx, "tcp", addr)
}
