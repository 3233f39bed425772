package resilience

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"net"
)

// KeyHeader is the request header that carries an idempotency key.
const KeyHeader = "Idempotency-Key"

type keyKey struct{}
type nonIdempotentKey struct{}

// NonIdempotent marks the calls under a context as unsafe to repeat: run twice,
// they charge twice. A timeout is not the report of a failure but the lack of a
// report, so policies do not retry or hedge such a call, unless it carries a key
// ([WithKey]) or certainly never left: the connection could not be made.
//
// It is for functions given to [Do] and its like. [Transport] looks at the
// request's method itself.
func NonIdempotent(ctx context.Context) context.Context {
	return context.WithValue(ctx, nonIdempotentKey{}, true)
}

// NewKey returns a random idempotency key of 128 bits. Make one for each
// operation, where the user's intent is known: before the retries, not in them.
func NewKey() string {
	var b [16]byte
	if _, err := rand.Read(b[:]); err != nil {
		panic("resilience: no randomness: " + err.Error()) // "never returns an error" since Go 1.24
	}
	return hex.EncodeToString(b[:])
}

// WithKey gives the operation under a context its idempotency key. [Transport]
// sends it on every attempt, so that a server that stores results by key runs the
// operation once.
func WithKey(ctx context.Context, key string) context.Context {
	return context.WithValue(ctx, keyKey{}, key)
}

// Key returns the idempotency key of the operation under ctx, or "".
func Key(ctx context.Context) string {
	key, _ := ctx.Value(keyKey{}).(string)
	return key
}

// repeatable reports whether the call under ctx may be sent again, after err or,
// if that is nil, while the first is still under way.
func repeatable(ctx context.Context, err error) bool {
	return ctx.Value(nonIdempotentKey{}) == nil || Key(ctx) != "" || neverSent(err)
}

// neverSent reports whether err says that there was no connection to send on.
func neverSent(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "dial"
}
