// Package wired makes the connections, and gives them to those who repeat calls.
package wired

import (
	"context"
	"time"

	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry"
	"google.golang.org/grpc"
	channelzpb "google.golang.org/grpc/channelz/grpc_channelz_v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/reslint/reslint/e2e/libraries/grpc_layers/orders"
	"github.com/reslint/reslint/e2e/libraries/grpc_layers/stock"
)

func retried() grpc.DialOption {
	return grpc.WithChainUnaryInterceptor(retry.UnaryClientInterceptor(retry.WithMax(5)))
}

func wire() (*orders.Client, error) {
	conn, err := grpc.NewClient("dns:///orders:443", grpc.WithTransportCredentials(insecure.NewCredentials()), retried())
	if err != nil {
		return nil, err
	}
	return orders.New(conn), nil // want "library-retries-too: this puts a retry behind one: 3 attempts in \\(\\*orders\\.Client\\)\\.Get \\(orders/orders\\.go:\\d+\\) × 5 by retry\\.UnaryClientInterceptor = 15 calls of \\(grpc_channelz_v1\\.ChannelzClient\\)\\.GetServers per request"
}

// The field is filled here, and by a package between.
func fields() {
	conn, err := grpc.NewClient("dns:///orders:443", grpc.WithTransportCredentials(insecure.NewCredentials()), retried())
	if err != nil {
		return
	}
	c := new(orders.Client)
	c.Other = channelzpb.NewChannelzClient(conn)     // want "library-retries-too: this puts a retry behind one: 4 attempts in \\(\\*orders\\.Client\\)\\.Field .* × 5 by retry\\.UnaryClientInterceptor = 20 calls"
	stock.Set(c, channelzpb.NewChannelzClient(conn)) // want "library-retries-too: this puts a retry behind one: 4 attempts in \\(\\*orders\\.Client\\)\\.Field .* × 5 by retry\\.UnaryClientInterceptor = 20 calls"
}

// The method that is repeated is retried by the config.
func configured() (*orders.Client, error) {
	conn, err := grpc.NewClient("dns:///orders:443", grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithDefaultServiceConfig(config))
	if err != nil {
		return nil, err
	}
	return orders.New(conn), nil // want "library-retries-too: this puts a retry behind one: 3 attempts in \\(\\*orders\\.Client\\)\\.Get .* × 4 by the service config = 12 calls of \\(grpc_channelz_v1\\.ChannelzClient\\)\\.GetServers per request"
}

const config = `{"methodConfig": [{
	"name": [{"service": "grpc.channelz.v1.Channelz", "method": "GetServers"}],
	"timeout": "5s",
	"retryPolicy": {"maxAttempts": 4, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}
}]}`

// A loop of its own around what tries once, through the connection.
func loop(ctx context.Context) error {
	conn, err := grpc.NewClient("dns:///orders:443", grpc.WithTransportCredentials(insecure.NewCredentials()), retried())
	if err != nil {
		return err
	}
	c := orders.New(conn) // want "library-retries-too: .* 3 attempts in \\(\\*orders\\.Client\\)\\.Get"
	for range 2 {
		if err = c.Once(ctx); err == nil { // want "library-retries-too: this retry multiplies: 2 attempts here × 5 by retry\\.UnaryClientInterceptor = 10 calls of \\(grpc_channelz_v1\\.ChannelzClient\\)\\.GetTopChannels"
			return nil
		}
		if err := orders.Pause(ctx); err != nil {
			return err
		}
	}
	return err
}

// Nothing is retried below these.
func plain() (*orders.Client, error) {
	conn, err := grpc.NewClient("dns:///orders:443", grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return nil, err
	}
	return orders.New(conn), nil
}

func off() (*orders.Client, error) {
	conn, err := grpc.NewClient("dns:///orders:443", grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithUnaryInterceptor(retry.UnaryClientInterceptor(retry.WithPerRetryTimeout(time.Second))),
		grpc.WithDefaultServiceConfig(config), grpc.WithDisableRetry())
	if err != nil {
		return nil, err
	}
	return orders.New(conn), nil
}

// Another code than that of a server that is away.
func conflicts() (*orders.Client, error) {
	conn, err := grpc.NewClient("dns:///orders:443", grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithUnaryInterceptor(retry.UnaryClientInterceptor(retry.WithMax(5), retry.WithCodes(codes.Aborted))))
	if err != nil {
		return nil, err
	}
	return orders.New(conn), nil
}

// Another connection than the one that retries, on some ways.
func either(tls bool) (*orders.Client, error) {
	conn, err := grpc.NewClient("dns:///orders:443", grpc.WithTransportCredentials(insecure.NewCredentials()))
	if tls {
		conn, err = grpc.NewClient("dns:///orders:443", grpc.WithTransportCredentials(insecure.NewCredentials()), retried())
	}
	if err != nil {
		return nil, err
	}
	return orders.New(conn), nil
}

// Somebody else's connection.
type double struct{ grpc.ClientConnInterface }

func doubled() *orders.Client { return orders.New(double{}) }
