package nats

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

func (c *client) askInTime(data []byte) (*nats.Msg, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	return c.nc.RequestWithContext(ctx, "quotes", data)
}

// The timeout is an argument.
func (c *client) request(data []byte) (*nats.Msg, error) {
	return c.nc.Request("quotes", data, 2*time.Second)
}

// The caller decides.
func (c *client) forward(ctx context.Context, msg *nats.Msg) (*nats.Msg, error) {
	return c.nc.RequestMsgWithContext(ctx, msg)
}

// Waiting for messages is the purpose.
func (c *client) next() (*nats.Msg, error) {
	sub, err := c.nc.SubscribeSync("jobs")
	if err != nil {
		return nil, err
	}
	return sub.NextMsgWithContext(context.Background())
}

// JetStream takes 5 seconds where the context has no deadline.
func publish(nc *nats.Conn, data []byte) error {
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	_, err = js.Publish(context.Background(), "orders.new", data)
	return err
}

func follow(kv jetstream.KeyValue) (jetstream.KeyWatcher, error) {
	return kv.WatchAll(context.Background())
}

// Connect asks each server once: what it repeats is a connection that is lost later.
func connectAgain(ctx context.Context, url string) (nc *nats.Conn, err error) {
	for range 5 {
		if nc, err = nats.Connect(url); err == nil {
			return nc, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(rand.N(time.Second)):
		}
	}
	return nil, err
}
