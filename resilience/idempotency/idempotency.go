// Package idempotency lets a server do once what its clients ask for twice.
//
// A client that gets no answer can't know whether the work was done, and asks
// again. If it sends the same key with each attempt, the server can tell a
// repetition from a new request: it does the work for the first, stores the
// result with the key, and answers the others from there.
//
// Two things decide whether that holds. The key has to be stored in the same
// transaction as the effect, since a crash between the two would have it done
// twice, or never; see [SQL]. And keys have to be kept for longer than any
// client, queue or person may go on repeating a request.
package idempotency

import (
	"context"
	"errors"
	"time"
)

// ErrFull is the error of a Store without room for one more key. The effect
// wasn't begun: forgetting a key to make room could have it done twice.
var ErrFull = errors.New("idempotency: the store is full")

// A Store remembers the results of effects by their keys. It is safe for
// concurrent use.
type Store interface {
	// Do calls effect, unless that was done for the key before: then it returns
	// the result of that time, and replayed is true.
	//
	// If effect is at work for the key elsewhere, Do waits for it, up to the
	// end of ctx. An error of effect is returned as it is and not recorded, so
	// the next Do, one that waits perhaps, calls effect again; the same goes
	// for an effect that panics or calls runtime.Goexit. The context of effect
	// is made of ctx.
	//
	// Who calls Do must not change the result that it returns.
	Do(ctx context.Context, key string, effect func(ctx context.Context) ([]byte, error)) (result []byte, replayed bool, err error)
}

// retention is how long keys are kept unless a store says otherwise. Clients
// retry for seconds, but queues redeliver and people come back after hours.
const retention = 24 * time.Hour
