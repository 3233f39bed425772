// Package nats sends requests over NATS.
package nats

import (
	"context"

	"github.com/nats-io/nats.go"
)

// Timeout is for the connection.
func ask(url string, data []byte) (*nats.Msg, error) {
	nc, err := nats.Connect(url)
	if err != nil {
		return nil, err
	}
	defer nc.Close()
	return nc.RequestWithContext(context.Background(), "quotes", data) // want "nothing ends this call"
}

type client struct {
	nc *nats.Conn
}

func (c *client) send(msg *nats.Msg) (*nats.Msg, error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	return c.nc.RequestMsgWithContext(ctx, msg) // want "nothing ends this call"
}
