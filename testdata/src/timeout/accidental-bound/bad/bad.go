package bad

import (
	"context"
	"time"

	"timeout/accidental-bound/lib"
)

func accident() error {
	return lib.Fetch(context.Background(), "http://a.internal") // want `only a default of the library ends lib.Fetch, after 5 minutes: decide how long the caller can wait, and set it \(timeout/accidental-bound\)`
}

func optionsWithoutTimeout() (string, error) {
	return lib.New(lib.WithName("a")).Get(context.Background(), "k") // want `nothing ends this call; context.Background\(\) sets no deadline`
}

func zeroTimeout() (string, error) {
	return lib.New(lib.WithTimeout(0)).Get(context.TODO(), "k") // want `nothing ends this call; context.TODO\(\) sets no deadline`
}

func given(c *lib.Client) (string, error) {
	return c.Get(context.Background(), "k") // want `nothing ends this call; context.Background\(\) sets no deadline`
}

func appended(name string) (string, error) {
	var opts []lib.Option
	if name != "" {
		opts = append(opts, lib.WithName(name))
	}
	return lib.New(opts...).Get(context.Background(), "k") // want `nothing ends this call; context.Background\(\) sets no deadline`
}

func setToZero(c *lib.Client) (string, error) {
	c.SetTimeout(0 * time.Second)
	return c.Get(context.Background(), "k") // want `nothing ends this call; context.Background\(\) sets no deadline`
}
