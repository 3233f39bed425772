// Package connect calls generated clients over an HTTP client.
package connect

import (
	"context"
	"net/http"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/reslint/reslint/e2e/libraries/connect/pingconnect"
)

func defaultClient() error {
	client := pingconnect.NewPingServiceClient(http.DefaultClient, "https://ping:443") // want "default-client"
	_, err := client.Ping(context.Background(), connect.NewRequest(&emptypb.Empty{}))
	return err
}

func ownClient() error {
	client := pingconnect.NewPingServiceClient(&http.Client{}, "https://ping:443", connect.WithGRPC(), connect.WithSendGzip())
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	_, err := client.Ping(ctx, connect.NewRequest(&emptypb.Empty{})) // want "nothing ends this call"
	return err
}

func procedure() error {
	client := connect.NewClient[emptypb.Empty, emptypb.Empty](http.DefaultClient, "https://ping:443"+pingconnect.PingServicePingProcedure) // want "default-client"
	_, err := client.CallUnary(context.Background(), connect.NewRequest(&emptypb.Empty{}))
	return err
}
