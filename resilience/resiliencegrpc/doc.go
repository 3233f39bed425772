// Package resiliencegrpc takes the policies of package resilience to gRPC.
//
//	var shop resilience.Policy
//	conn, err := grpc.NewClient(target,
//		grpc.WithChainUnaryInterceptor(resiliencegrpc.UnaryClientInterceptor(&shop)),
//		grpc.WithDisableRetry(), …)
//
// Put the interceptor last in the chain, next to the connection: what stands
// before it sees one call, what stands behind it sees every attempt.
//
// # What is retried
//
// A policy that says nothing about status codes judges each of them as it does
// the HTTP status that the documentation of google.rpc.Code has beside it. So
// UNAVAILABLE and DEADLINE_EXCEEDED are retried, the latter only while the
// request's own deadline is not over. Three codes say too little to be tried
// again and are final: UNKNOWN, which is what a Go server makes of any error
// without a code, INTERNAL and DATA_LOSS. RESOURCE_EXHAUSTED is retried if the
// server says when to come back, since a quota, or a message above the size
// limit, is not there again a moment later. ABORTED is for the layer above: it
// has to read again before it writes again.
//
// [resilience.Config.Retryable] may name fewer codes or others, but can't bring
// back the final ones. A breaker ignores the codes that are below 500 as HTTP
// statuses: the caller's mistakes, the caller's cancellation, and a spent quota.
//
// The trailer grpc-retry-pushback-ms is heeded as gRFC A6 says: a wait at least
// as long before the next attempt, or none at all if it is negative or
// unreadable. A pushback of 0 leaves the wait to the policy, whose jitter keeps
// clients from coming back together.
//
// # What is safe to repeat
//
// gRPC doesn't know which methods are. An attempt is repeated if its method is
// [Idempotent], or declared so in its .proto file by the option
// idempotency_level, or if the call carries a key ([resilience.WithKey]), which is
// sent as metadata. Any other is repeated only if it certainly never left: there
// was no connection to send it on. (What the server has certainly not looked at,
// such as a call that met its GOAWAY, gRPC repeats by itself, once.)
//
// # One layer retries
//
// gRPC's own retries come out of the service config, and would multiply those of
// the policy. grpc.WithDisableRetry() turns them off for good. Without it, the
// interceptor does so for each method for which it finds a retry policy in the
// service config, but can't for those of an xDS control plane, and not for calls
// that begin before the name is resolved for the first time.
//
// The server's side of it is [UnaryServerInterceptor]: it sheds load, and tells
// its callers not to retry what has been retried in the handler already.
package resiliencegrpc
