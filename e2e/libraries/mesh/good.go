package mesh

import (
	"context"
	"crypto/tls"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/hashicorp/go-retryablehttp"
	"google.golang.org/grpc"
	channelzpb "google.golang.org/grpc/channelz/grpc_channelz_v1"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
)

// What the program encrypts the proxy beside it can't read.
func encrypted(ctx context.Context) (resp *channelzpb.GetServersResponse, err error) {
	return through(ctx, "dns:///ledger.bank:443", grpc.WithTransportCredentials(credentials.NewTLS(new(tls.Config))))
}

func through(ctx context.Context, target string, option grpc.DialOption) (resp *channelzpb.GetServersResponse, err error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	conn, err := grpc.NewClient(target, option)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	client := channelzpb.NewChannelzClient(conn)
	for range 3 {
		if resp, err = client.GetServers(ctx, &channelzpb.GetServersRequest{}); err == nil {
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
	return nil, err
}

// Another name service knows other names.
func resolved(ctx context.Context) (resp *channelzpb.GetServersResponse, err error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	conn, err := grpc.NewClient("xds:///ledger.bank", grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	client := channelzpb.NewChannelzClient(conn)
	for range 3 {
		if resp, err = client.GetServers(ctx, &channelzpb.GetServersRequest{}); err == nil {
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
	return nil, err
}

// Not of this mesh, or once.
func elsewhere(ctx context.Context) (*http.Response, error) {
	return backoff.Retry(ctx, func() (*http.Response, error) {
		return client.Get("http://catalog.depot/items")
	}, backoff.WithMaxTries(3))
}

func once(ctx context.Context) (*http.Response, error) {
	return backoff.Retry(ctx, func() (*http.Response, error) {
		return client.Get("http://catalog.shop/items")
	}, backoff.WithMaxTries(1))
}

// The client does not retry.
func notByItself() (*http.Response, error) {
	c := retryablehttp.NewClient()
	c.HTTPClient.Timeout = 5 * time.Second
	c.Backoff = retryablehttp.LinearJitterBackoff
	c.RetryWaitMax = 3 * time.Second
	c.RetryMax = 0
	return c.Get("http://catalog.shop/items")
}

// The settings are somebody else's.
func unknownClient(c *retryablehttp.Client) (*http.Response, error) {
	return c.Get("http://catalog.shop/items")
}

// A path is no host.
func unknownHost(path string) (*http.Response, error) {
	c := retryablehttp.NewClient()
	c.HTTPClient.Timeout = 5 * time.Second
	c.Backoff = retryablehttp.LinearJitterBackoff
	c.RetryWaitMax = 3 * time.Second
	return c.Get("/items/" + path)
}
