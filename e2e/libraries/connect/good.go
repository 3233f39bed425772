package connect

import (
	"context"
	"net/http"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/reslint/reslint/e2e/libraries/connect/pingconnect"
)

func deadline(ctx context.Context) error {
	client := pingconnect.NewPingServiceClient(http.DefaultClient, "https://ping:443")
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	_, err := client.Ping(ctx, connect.NewRequest(&emptypb.Empty{}))
	return err
}

func clientTimeout() error {
	client := pingconnect.NewPingServiceClient(&http.Client{Timeout: 5 * time.Second}, "https://ping:443")
	_, err := client.Ping(context.Background(), connect.NewRequest(&emptypb.Empty{}))
	return err
}

func withTimeout(next connect.UnaryFunc) connect.UnaryFunc {
	return func(ctx context.Context, req connect.AnyRequest) (connect.AnyResponse, error) {
		ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		return next(ctx, req)
	}
}

func interceptor() error {
	client := pingconnect.NewPingServiceClient(http.DefaultClient, "https://ping:443",
		connect.WithInterceptors(connect.UnaryInterceptorFunc(withTimeout)))
	_, err := client.Ping(context.Background(), connect.NewRequest(&emptypb.Empty{}))
	return err
}

// A watch is meant to last.
func watch() (*connect.ServerStreamForClient[emptypb.Empty], error) {
	client := pingconnect.NewPingServiceClient(http.DefaultClient, "https://ping:443")
	return client.Watch(context.Background(), connect.NewRequest(&emptypb.Empty{}))
}

// Whoever calls this brings client and context.
func given(ctx context.Context, client pingconnect.PingServiceClient) error {
	_, err := client.Ping(ctx, connect.NewRequest(&emptypb.Empty{}))
	return err
}
