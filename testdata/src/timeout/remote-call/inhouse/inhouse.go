// Package inhouse teaches reslint an API of its own by directives.
package inhouse

import "context"

// Store is implemented elsewhere.
type Store interface {
	// Load asks another machine.
	//
	//reslint:remote
	Load(ctx context.Context, id string) (string, error)

	Save(ctx context.Context, id string) error //reslint:remote the queue

	// Len is answered from memory.
	Len(ctx context.Context) int
}

// Send goes through a socket that reslint does not know.
//
//reslint:remote
//reslint:retries 3
func Send(ctx context.Context, msg []byte) error { return write(msg) }

// Flush takes no context.
//
//reslint:remote
func Flush() error { return write(nil) }

// Poll has a limit of its own.
//
//reslint:remote
//reslint:bounded
func Poll(ctx context.Context) error { return write(nil) }

// Limited returns a context with a deadline, by a way that reslint can't follow.
//
//reslint:bounded
func Limited(ctx context.Context, limits map[string]func(context.Context) context.Context) context.Context {
	return limits["default"](ctx)
}

func write([]byte) error { return nil }

func here() error {
	return Send(context.Background(), nil) // want `nothing ends this call; context.Background\(\) sets no deadline`
}
