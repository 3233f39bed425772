package good

import (
	"context"
	"time"

	"timeout/accidental-bound/lib"
)

type config struct {
	scheme  string
	timeout time.Duration
}

type finder struct{ client *lib.Client }

func (f *finder) find(ctx context.Context) (string, error) { return f.client.Get(ctx, "k") }

// The configuration says whether there is a timeout.
func ifThereIsOne(cfg config) *finder {
	opts := []lib.Option{lib.WithName("a")}
	if cfg.timeout > 0 {
		opts = append(opts, lib.WithTimeout(cfg.timeout))
	}
	return &finder{lib.New(opts...)}
}

// Each way has one.
func both(cfg config) *finder {
	opts := []lib.Option{lib.WithName("a")}
	if cfg.scheme == "http" {
		opts = append(opts, lib.WithTimeout(time.Second))
	} else {
		opts = append(opts, lib.WithTimeout(time.Minute))
	}
	return &finder{lib.New(opts...)}
}

// The last option is for all.
func appendedLast(cfg config) *finder {
	opts := []lib.Option{lib.WithName("a")}
	if cfg.scheme == "http" {
		opts = append(opts, lib.WithTimeout(0), lib.WithName("b"))
	}
	opts = append(opts, lib.WithTimeout(cfg.timeout))
	return &finder{lib.New(opts...)}
}
