package good

import (
	"context"
	"time"

	"timeout/accidental-bound/lib"
)

func decided(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return lib.Fetch(ctx, "http://a.internal")
}

// Ten seconds are short enough to leave to the library.
func short() error { return lib.Ping(context.Background(), "http://a.internal") }

func option() (string, error) {
	return lib.New(lib.WithTimeout(time.Second), lib.WithName("a")).Get(context.Background(), "k")
}

func appended(extra ...lib.Option) (string, error) {
	opts := append([]lib.Option{lib.WithTimeout(time.Second)}, extra...)
	return lib.New(opts...).Get(context.Background(), "k")
}

// What the options are is not known.
func anyOptions(opts ...lib.Option) (string, error) {
	return lib.New(opts...).Get(context.Background(), "k")
}

func own() (string, error) {
	return lib.New(func(c *lib.Client) { c.SetTimeout(time.Second) }).Get(context.Background(), "k")
}

// The timeout is set if there is one.
func configured(timeout time.Duration) (string, error) {
	var opts []lib.Option
	if timeout > 0 {
		opts = append(opts, lib.WithTimeout(timeout))
	}
	return lib.New(opts...).Get(context.Background(), "k")
}

func setter(c *lib.Client, timeout time.Duration) (string, error) {
	c.SetTimeout(timeout)
	return c.Get(context.Background(), "k")
}

type service struct{ client *lib.Client }

func newService() *service {
	s := &service{client: lib.New()}
	s.client.SetTimeout(time.Second)
	return s
}

func (s *service) get() (string, error) { return s.client.Get(context.Background(), "k") }

func watch(c *lib.Client) error { return c.Watch(context.Background()) }
