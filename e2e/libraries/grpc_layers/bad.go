// Package grpc_layers retries calls of gRPC whose connection retries them, too.
package grpc_layers

import (
	"context"
	"math/rand/v2"
	"time"

	retry1 "github.com/grpc-ecosystem/go-grpc-middleware/retry"
	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry"
	"google.golang.org/grpc"
	channelzpb "google.golang.org/grpc/channelz/grpc_channelz_v1"
	"google.golang.org/grpc/credentials/insecure"
)

var in = new(channelzpb.GetServersRequest)

func pause(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(rand.N(time.Second)):
		return nil
	}
}

type service struct{ servers channelzpb.ChannelzClient }

func newService() (*service, error) {
	conn, err := grpc.NewClient("dns:///servers:443", grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithUnaryInterceptor(retry.UnaryClientInterceptor(retry.WithMax(4))))
	if err != nil {
		return nil, err
	}
	return &service{servers: channelzpb.NewChannelzClient(conn)}, nil
}

func (s *service) loop(ctx context.Context) (err error) {
	for range 3 {
		if _, err = s.servers.GetServers(ctx, in); err == nil { // want "layering/library-retries-too: this retry multiplies: 3 attempts here × 4 by retry\\.UnaryClientInterceptor = 12 calls of \\(grpc_channelz_v1\\.ChannelzClient\\)\\.GetServers per request"
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

// A call has the last word.
func (s *service) more(ctx context.Context) (err error) {
	for range 3 {
		if _, err = s.servers.GetServers(ctx, in, retry.WithMax(7)); err == nil { // want "library-retries-too: .*3 attempts here × 7 by retry\\.UnaryClientInterceptor = 21 calls"
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

// once is what others repeat.
func (s *service) once(ctx context.Context) error {
	_, err := s.servers.GetServers(ctx, in)
	return err
}

func (s *service) around(ctx context.Context) (err error) {
	for range 3 {
		if err = s.once(ctx); err == nil { // want "library-retries-too: .*3 attempts here × 4 by retry\\.UnaryClientInterceptor = 12 calls"
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

// Options that are put together.
type old struct{ conn *grpc.ClientConn }

func newOld(secure bool) (*old, error) {
	opts := []grpc.DialOption{grpc.WithChainUnaryInterceptor(retry1.UnaryClientInterceptor(retry1.WithMax(3)))}
	if !secure {
		opts = append(opts, grpc.WithTransportCredentials(insecure.NewCredentials()))
	}
	conn, err := grpc.Dial("servers:443", opts...)
	return &old{conn}, err
}

func (o *old) loop(ctx context.Context) (err error) {
	for range 3 {
		if err = o.conn.Invoke(ctx, "/grpc.channelz.v1.Channelz/GetServers", in, nil); err == nil { // want "library-retries-too: .*3 attempts here × 3 by grpc_retry\\.UnaryClientInterceptor = 9 calls of \\(\\*grpc\\.ClientConn\\)\\.Invoke"
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

// The program's own interceptor.
func again(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) (err error) {
	for range 3 {
		if err = invoke(ctx, method, req, reply, cc, opts...); err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

func againAndAgain(ctx context.Context) (err error) {
	conn, err := grpc.NewClient("dns:///servers:443", grpc.WithTransportCredentials(insecure.NewCredentials()), // want "library-retries-too: this puts a retry behind one: 3 attempts in grpc_layers\\.again \\(grpc_layers/bad\\.go:\\d+\\) × 4 by retry\\.UnaryClientInterceptor = 12 calls per request"
		grpc.WithChainUnaryInterceptor(again, retry.UnaryClientInterceptor(retry.WithMax(4))))
	if err != nil {
		return err
	}
	client := channelzpb.NewChannelzClient(conn)
	for range 2 {
		if _, err = client.GetServers(ctx, in); err == nil { // want "nested-retry: .*2 attempts here × 3 in grpc_layers\\.again .* × 4 by retry\\.UnaryClientInterceptor = 24 calls"
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

const everything = `{"methodConfig": [{"name": [{}], "timeout": "5s", ` +
	`"retryPolicy": {"maxAttempts": 9, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}` + // want "service-config: .*nothing limits the retries"
	`}]}`

// Five is the most that gRPC does.
func config(ctx context.Context) (err error) {
	conn, err := grpc.NewClient("dns:///servers:443", grpc.WithTransportCredentials(insecure.NewCredentials()), // want "library-retries-too: this puts a retry behind one: 4 attempts by retry\\.UnaryClientInterceptor × 5 by the service config = 20 calls per request"
		grpc.WithUnaryInterceptor(retry.UnaryClientInterceptor(retry.WithMax(4))), grpc.WithDefaultServiceConfig(everything))
	if err != nil {
		return err
	}
	client := channelzpb.NewChannelzClient(conn)
	for range 2 {
		if _, err = client.GetServers(ctx, in); err == nil { // want "library-retries-too: .*2 attempts here × 4 by retry\\.UnaryClientInterceptor × 5 by the service config = 40 calls"
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

func more(ctx context.Context) (err error) {
	conn, err := grpc.NewClient("dns:///servers:443", grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultServiceConfig(everything), grpc.WithMaxCallAttempts(8))
	if err != nil {
		return err
	}
	return repeat(ctx, channelzpb.NewChannelzClient(conn))
}

func repeat(ctx context.Context, client channelzpb.ChannelzClient) (err error) {
	for range 2 {
		if _, err = client.GetServers(ctx, in); err == nil { // want "library-retries-too: .*2 attempts here × 8 by the service config = 16 calls"
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

// holder is the same for any client.
type holder[T any] struct{ client T }

func newHolder() (*holder[channelzpb.ChannelzClient], error) {
	conn, err := grpc.NewClient("dns:///servers:443", grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithUnaryInterceptor(retry.UnaryClientInterceptor(retry.WithMax(4))))
	if err != nil {
		return nil, err
	}
	return &holder[channelzpb.ChannelzClient]{channelzpb.NewChannelzClient(conn)}, nil
}

func loopOverHolder(ctx context.Context, h *holder[channelzpb.ChannelzClient]) (err error) {
	for range 3 {
		if _, err = h.client.GetServers(ctx, in); err == nil { // want "library-retries-too: .*3 attempts here × 4 by retry\\.UnaryClientInterceptor = 12 calls"
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

type embedded struct{ channelzpb.ChannelzClient }

func newEmbedded() (*embedded, error) {
	conn, err := grpc.NewClient("dns:///servers:443", grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithUnaryInterceptor(retry.UnaryClientInterceptor(retry.WithMax(4))))
	if err != nil {
		return nil, err
	}
	return &embedded{channelzpb.NewChannelzClient(conn)}, nil
}

func (e *embedded) loop(ctx context.Context) (err error) {
	for range 3 {
		if _, err = e.GetServers(ctx, in); err == nil { // want "library-retries-too: .*3 attempts here × 4 by retry\\.UnaryClientInterceptor = 12 calls"
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}
