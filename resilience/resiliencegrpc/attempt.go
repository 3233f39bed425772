package resiliencegrpc

import (
	"context"
	"strconv"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/peer"
)

// pushbackTrailer is how a server says when a call may be retried: after so many
// milliseconds, or not at all if that is negative (gRFC A6, pushback).
const pushbackTrailer = "grpc-retry-pushback-ms"

// attempt makes one call. Its error tells a policy all that there is to know.
func attempt(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts []grpc.CallOption) error {
	var (
		trailer metadata.MD
		server  peer.Peer
		ended   bool
	)
	opts = append(opts[:len(opts):len(opts)], // the caller's array is not ours
		grpc.Trailer(&trailer),
		grpc.Peer(&server),
		grpc.OnFinish(func(error) { ended = true }))
	if ownRetries(cc, method) {
		// With no room to keep a message, there is none to send again.
		opts = append(opts, grpc.MaxRetryRPCBufferSize(0))
	}
	err := invoker(ctx, method, req, reply, cc, opts...)
	if err == nil {
		return nil
	}
	// gRPC knows the server of each call for which it had a connection. It is
	// believed only where it had the call in its hands: an interceptor behind
	// this one may have sent it by another way.
	neverSent := ended && server.Addr == nil
	return judge(err, readPushback(trailer), neverSent)
}

// ownRetries reports whether gRPC itself would retry a method.
func ownRetries(cc *grpc.ClientConn, method string) bool {
	return cc != nil && cc.GetMethodConfig(method).RetryPolicy != nil
}

// A pushback is a server's word about the next attempt.
type pushback struct {
	given bool
	stop  bool // there is to be none
	wait  time.Duration
}

// readPushback reads the trailer. As in gRFC A6, one that is not a single number
// asks for no further attempt.
func readPushback(trailer metadata.MD) pushback {
	values := trailer.Get(pushbackTrailer)
	if len(values) == 0 {
		return pushback{}
	}
	ms, err := strconv.ParseInt(values[0], 10, 32)
	if err != nil || ms < 0 || len(values) > 1 {
		return pushback{given: true, stop: true}
	}
	return pushback{given: true, wait: time.Duration(ms) * time.Millisecond}
}
