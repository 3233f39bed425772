// Package stock is given a client, and hands it on.
package stock

import (
	channelzpb "google.golang.org/grpc/channelz/grpc_channelz_v1"

	"github.com/reslint/reslint/e2e/libraries/grpc_layers/orders"
)

// Set hands a client on.
func Set(c *orders.Client, servers channelzpb.ChannelzClient) { c.Other = servers }
