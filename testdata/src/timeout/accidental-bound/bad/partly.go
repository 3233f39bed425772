package bad

import (
	"context"
	"time"

	"timeout/accidental-bound/lib"
)

type config struct {
	scheme  string
	timeout time.Duration
	named   bool
}

type finder struct{ client *lib.Client }

func (f *finder) find(ctx context.Context) (string, error) { return f.client.Get(ctx, "k") }

// The timeout reaches one scheme.
func oneScheme(cfg config) *finder {
	opts := []lib.Option{lib.WithName("a")}
	if cfg.scheme == "http" || cfg.scheme == "https" {
		opts = append(opts, lib.WithTimeout(cfg.timeout))
	}
	return &finder{lib.New(opts...)} // want `this client gets a timeout on one way only, and what decides has nothing to do with the timeout; on the other, nothing but a context ends \(\*lib.Client\).Get`
}

func lateName(cfg config) *finder {
	var opts []lib.Option
	if cfg.named {
		opts = append(opts, lib.WithTimeout(time.Second))
	} else {
		opts = append(opts, lib.WithName("b"))
	}
	opts = append(opts, lib.WithName("c"))
	return &finder{lib.New(opts...)} // want `this client gets a timeout on one way only`
}
