// Package resilience keeps one slow or failing dependency from becoming an outage.
//
// Its parts work together in a [Policy], which says how one dependency is called,
// and each of them works by itself:
//
//   - retries with capped backoff and full jitter, under one deadline: [Run], [Do]
//     and the loop form [Attempts], with [Backoff];
//   - a retry budget, which bounds what all requests together may add:
//     [TokenBudget], [RatioBudget], [ActiveBudget];
//   - a circuit breaker that opens for failures and for slowness, in the scope of
//     an operation: [Breaker], [BreakerSet]; single bad hosts leave a [Pool];
//   - a bulkhead, a limit for parallel work, and hedged requests: [Bulkhead],
//     [Group], [Hedge];
//   - an answer for when there is none: [Fallback], and [Stale] for the last good
//     one with its age;
//   - over HTTP: clients with all timeouts set ([NewClient]), a policy as a
//     RoundTripper ([Transport]), deadlines that travel ([DeadlineTransport],
//     [DeadlineHandler]), and servers that shed load ([Shedder]).
//
// Idempotency keys on the server are in package idempotency, faults for tests in
// package fault, gRPC and OpenTelemetry in modules of their own.
//
// The module requires nothing but the standard library. No part starts a goroutine
// in the background or needs to be closed (hedged calls and groups run what they
// are given on goroutines that end with it), and all of them run inside a
// testing/synctest bubble, so that an hour of backoff is tested in no time.
package resilience
