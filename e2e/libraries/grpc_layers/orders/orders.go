// Package orders repeats calls of gRPC through a connection that it is given.
package orders

import (
	"context"
	"math/rand/v2"
	"time"

	"google.golang.org/grpc"
	channelzpb "google.golang.org/grpc/channelz/grpc_channelz_v1"
)

// Client has the connection.
type Client struct {
	servers channelzpb.ChannelzClient
	// Other is for who wires it.
	Other channelzpb.ChannelzClient
}

// New keeps a connection.
func New(conn grpc.ClientConnInterface) *Client {
	return &Client{servers: channelzpb.NewChannelzClient(conn)}
}

// Pause waits.
func Pause(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(rand.N(time.Second)):
		return nil
	}
}

// Get tries three times.
func (c *Client) Get(ctx context.Context) (resp *channelzpb.GetServersResponse, err error) {
	for range 3 {
		if resp, err = c.servers.GetServers(ctx, &channelzpb.GetServersRequest{}); err == nil {
			return resp, nil
		}
		if err := Pause(ctx); err != nil {
			return nil, err
		}
	}
	return nil, err
}

// Once tries once.
func (c *Client) Once(ctx context.Context) error {
	_, err := c.servers.GetTopChannels(ctx, &channelzpb.GetTopChannelsRequest{})
	return err
}

// Field tries four times through the client in the field.
func (c *Client) Field(ctx context.Context) (err error) {
	for range 4 {
		if _, err = c.Other.GetServers(ctx, &channelzpb.GetServersRequest{}); err == nil {
			return nil
		}
		if err := Pause(ctx); err != nil {
			return err
		}
	}
	return err
}
