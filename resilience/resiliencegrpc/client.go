package resiliencegrpc

import (
	"context"
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"github.com/reslint/reslint/resilience"
)

// An Option is a setting of [UnaryClientInterceptor].
type Option func(*client)

// Idempotent tells that methods, by their full names, are safe to repeat: run
// twice, they do what they do once. Generated code has the names as constants
// that end in _FullMethodName.
func Idempotent(methods ...string) Option {
	return func(c *client) {
		for _, method := range methods {
			c.idempotent[method] = true
		}
	}
}

// PerMethod gives methods policies of their own: one that is slow by nature needs
// another deadline, one that must not be kept out by the others a bulkhead of its
// own. Let their policies have one Budget all the same, for there is one server.
// (For a breaker of its own to each method, [resilience.Config.Breakers] is
// enough.)
//
// The function is asked once for each method, by its full name, and what it
// returns is kept; nil stands for the interceptor's policy. So does what comes
// after the thousandth method, if somebody calls so many.
func PerMethod(policy func(method string) *resilience.Policy) Option {
	return func(c *client) { c.policyOf = policy }
}

// UnaryClientInterceptor sends unary calls through a policy: deadline, retries,
// bulkhead, breaker, attempt timeout, in this order. The package comment says
// which codes are retried and which calls are safe to repeat. The method's full
// name is the operation by which a policy with Breakers has one for each.
//
// All errors have a status, the last attempt's if there was one. A call that the
// breaker refused is UNAVAILABLE, one for which the bulkhead had no place
// RESOURCE_EXHAUSTED, and one whose deadline is over or too near
// DEADLINE_EXCEEDED. [errors.Is] and [errors.As] find what package resilience
// says of them, and policies of layers above judge them in the same way.
//
// A policy that is used around a stub all the same, say for
// [resilience.Fallback], should make one attempt: the retries are here.
//
// The message and the call options of a call are used for all its attempts. The
// interceptor is safe for concurrent use, and can serve many connections, though
// a policy is best for one dependency.
func UnaryClientInterceptor(p *resilience.Policy, opts ...Option) grpc.UnaryClientInterceptor {
	c := &client{
		policy:     p,
		idempotent: make(map[string]bool),
		methods:    make(map[string]method),
	}
	for _, option := range opts {
		option(c)
	}
	return c.call
}

// A client is what all calls through one interceptor have in common.
type client struct {
	policy     *resilience.Policy
	policyOf   func(method string) *resilience.Policy // nil means policy
	idempotent map[string]bool

	mu      sync.RWMutex
	methods map[string]method
}

// A method is what is known of one.
type method struct {
	policy     *resilience.Policy
	idempotent bool
}

// maxMethods keeps a proxy that passes on any name from filling the memory.
const maxMethods = 1000

func (c *client) call(ctx context.Context, name string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	m := c.method(name)
	ctx = resilience.WithOperation(ctx, name)
	if key := resilience.Key(ctx); key != "" {
		ctx = metadata.AppendToOutgoingContext(ctx, resilience.KeyHeader, key)
	} else if !m.idempotent {
		ctx = resilience.NonIdempotent(ctx)
	}
	err := resilience.Run(ctx, m.policy, func(ctx context.Context) error {
		return attempt(ctx, name, req, reply, cc, invoker, opts)
	})
	return withStatus(err)
}

// method returns what is known of a method, and finds it out at the first call.
func (c *client) method(name string) method {
	c.mu.RLock()
	m, ok := c.methods[name]
	c.mu.RUnlock()
	if ok {
		return m
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if m, ok := c.methods[name]; ok {
		return m
	}
	m = method{c.policy, c.idempotent[name] || declaredIdempotent(name)}
	if len(c.methods) >= maxMethods {
		return m
	}
	if c.policyOf != nil {
		if own := c.policyOf(name); own != nil {
			m.policy = own
		}
	}
	c.methods[name] = m
	return m
}
