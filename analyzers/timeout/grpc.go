package timeout

import (
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/rule"
)

var grpcDial = rule.Define(rule.Rule{
	ID: "timeout/grpc-dial",
	Doc: lint.RawDocumentation{
		Title: "a blocking gRPC dial has no deadline",
		Text: `With grpc.WithBlock, grpc.Dial and grpc.DialContext return only when the
connection is up. The channel tries again for ever, so a server that is down,
or a certificate that is wrong, holds the start of the program for ever and
without a word. Without WithBlock, and with grpc.NewClient, nothing waits here:
the deadline of each call then covers the connecting, too.`,
		Before: `conn, err := grpc.Dial(addr, creds, grpc.WithBlock())`,
		After:  `conn, err := grpc.NewClient(addr, creds)`,
		Since:  "0.1",
	},
	Fix:       "Derives a context with a deadline in front of grpc.DialContext. There is none for grpc.Dial, which takes no context.",
	Limits:    "Options that come from elsewhere are not followed.",
	Source:    "google.golang.org/grpc v1.85.0, clientconn.go: Dial, DialContext, WithBlock",
	Lifecycle: rule.Stable,
})

var grpcCall = rule.Define(rule.Rule{
	ID: "timeout/grpc-call",
	Doc: lint.RawDocumentation{
		Title: "a unary gRPC call has no deadline",
		Text: `gRPC sets no deadline by default: without one, a client waits for as long as the
server likes. Keepalive notices a dead connection, not a server that is merely stuck. A
deadline travels with the call and shrinks at every hop, and lets the server
drop work that nobody waits for any more.

The rule reports a call through a generated client of grpc or connect whose
context provably has no deadline. A channel with an interceptor, or with a
timeout in its service config, is taken to have decided.`,
		Before: `resp, err := client.GetUser(context.Background(), req)`,
		After: `ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
defer cancel()
resp, err := client.GetUser(ctx, req)`,
		Since: "0.1",
	},
	Fix: "Derives a context with a deadline in front of the call, as in remote-call.",
	Limits: `Streams are not reported: their context lives as long as they do. An interceptor is trusted to set a
deadline. A client that is made in another package is followed to where it is made, or not reported.`,
	Source:    "google.golang.org/grpc v1.85.0, clientconn.go; grpc.io, Deadlines",
	Lifecycle: rule.Stable,
})

var grpcWaitForReady = rule.Define(rule.Rule{
	ID: "timeout/grpc-wait-for-ready",
	Doc: lint.RawDocumentation{
		Title: "a gRPC call waits for a connection for ever",
		Text: `A call fails at once while the channel can't connect. With
grpc.WaitForReady(true) it waits for the connection, until its deadline. With
no deadline it waits as long as the server is down: not only a slow server but
one that is simply not there holds the caller.`,
		Before: `resp, err := client.GetUser(context.Background(), req, grpc.WaitForReady(true))`,
		After: `ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
defer cancel()
resp, err := client.GetUser(ctx, req, grpc.WaitForReady(true))`,
		Since: "0.1",
	},
	Fix:       "Derives a context with a deadline in front of the call, as in remote-call.",
	Limits:    "WaitForReady among the default call options of a channel is not seen at its calls.",
	Source:    "google.golang.org/grpc v1.85.0, rpc_util.go: WaitForReady",
	Lifecycle: rule.Stable,
})
