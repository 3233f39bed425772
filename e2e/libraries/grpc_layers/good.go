package grpc_layers

import (
	"context"
	"time"

	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry"
	"google.golang.org/grpc"
	channelzpb "google.golang.org/grpc/channelz/grpc_channelz_v1"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
)

// One call is not retried by the interceptor, or nobody can see how often.
func (s *service) off(ctx context.Context, opts ...grpc.CallOption) (err error) {
	for range 3 {
		if _, err = s.servers.GetServers(ctx, in, retry.Disable()); err == nil {
			return nil
		}
		if _, err = s.servers.GetServers(ctx, in, opts...); err == nil {
			return nil
		}
		if _, err = s.servers.GetServers(ctx, in, retry.WithCodes(codes.NotFound)); err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

// Only the connection retries.
func (s *service) single(ctx context.Context) error {
	_, err := s.servers.GetServers(ctx, in)
	return err
}

type calm struct {
	servers channelzpb.ChannelzClient
	stream  channelzpb.ChannelzClient
}

// A throttle ends the retries in an outage; nothing is retried for another service; only streams are.
func newCalm(more ...grpc.DialOption) (*calm, error) {
	conn, err := grpc.NewClient("dns:///servers:443", grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithUnaryInterceptor(retry.UnaryClientInterceptor(retry.WithPerRetryTimeout(time.Second))),
		grpc.WithDefaultServiceConfig(`{"methodConfig": [{
			"name": [{}],
			"timeout": "5s",
			"retryPolicy": {"maxAttempts": 4, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}
		}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}`))
	if err != nil {
		return nil, err
	}
	streams, err := grpc.NewClient("dns:///servers:443", grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithStreamInterceptor(retry.StreamClientInterceptor(retry.WithMax(4))))
	if err != nil {
		return nil, err
	}
	return &calm{channelzpb.NewChannelzClient(conn), channelzpb.NewChannelzClient(streams)}, nil
}

func (c *calm) loop(ctx context.Context) (err error) {
	for range 3 {
		if _, err = c.servers.GetServers(ctx, in); err == nil {
			return nil
		}
		if _, err = c.stream.GetServers(ctx, in); err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

// What stands in the field is not known.
type given struct{ servers channelzpb.ChannelzClient }

func (g *given) set(c channelzpb.ChannelzClient) { g.servers = c }

func (g *given) loop(ctx context.Context) (err error) {
	for range 3 {
		if _, err = g.servers.GetServers(ctx, in); err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

// fakeServers is no connection.
type fakeServers struct{ channelzpb.ChannelzClient }

func faked(ctx context.Context) error { return (&given{fakeServers{}}).loop(ctx) }

type fallback struct{ servers channelzpb.ChannelzClient }

// NewFallback may be given a connection.
func NewFallback(conn grpc.ClientConnInterface) (*fallback, error) {
	if conn == nil {
		made, err := grpc.NewClient("dns:///servers:443", grpc.WithTransportCredentials(insecure.NewCredentials()),
			grpc.WithUnaryInterceptor(retry.UnaryClientInterceptor(retry.WithMax(4))))
		if err != nil {
			return nil, err
		}
		conn = made
	}
	return &fallback{channelzpb.NewChannelzClient(conn)}, nil
}

func (f *fallback) loop(ctx context.Context) (err error) {
	for range 3 {
		if _, err = f.servers.GetServers(ctx, in); err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}
