// Package mesh calls, through libraries, what the mesh of mesh.yaml retries.
package mesh

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/hashicorp/go-retryablehttp"
	"google.golang.org/grpc"
	channelzpb "google.golang.org/grpc/channelz/grpc_channelz_v1"
	"google.golang.org/grpc/credentials/insecure"
)

func pause(ctx context.Context) error {
	select {
	case <-time.After(rand.N(time.Second)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func check(ctx context.Context) (resp *channelzpb.GetServersResponse, err error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	conn, err := grpc.NewClient("dns:///ledger.bank:9090", grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	client := channelzpb.NewChannelzClient(conn)
	for range 3 {
		if resp, err = client.GetServers(ctx, &channelzpb.GetServersRequest{}); err == nil { // want `3 attempts here × 3 by the mesh for ledger.bank:9090 \(mesh.yaml:8\) = 9 calls`
			return resp, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
	return nil, err
}

// The client is kept in a field.
type ledger struct {
	client channelzpb.ChannelzClient
}

func newLedger() (*ledger, error) {
	conn, err := grpc.NewClient("ledger.bank.svc.cluster.local:9090", grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return nil, err
	}
	return &ledger{channelzpb.NewChannelzClient(conn)}, nil
}

func (l *ledger) alive(ctx context.Context) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for range 4 {
		if _, err = l.client.GetServers(ctx, &channelzpb.GetServersRequest{}); err == nil { // want `4 attempts here × 3 by the mesh for ledger.bank.svc.cluster.local:9090 \(mesh.yaml:8\) = 12 calls`
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

var client = &http.Client{Timeout: 5 * time.Second}

func library(ctx context.Context) (*http.Response, error) {
	return backoff.Retry(ctx, func() (*http.Response, error) { // want `3 attempts here × 5 by the mesh for catalog.shop \(mesh.yaml:17\) = 15 calls`
		return client.Get("http://catalog.shop/items")
	}, backoff.WithMaxTries(3))
}

// How often, the caller says.
func open(ctx context.Context, opts ...backoff.RetryOption) (*http.Response, error) {
	return backoff.Retry(ctx, func() (*http.Response, error) { // want `an unknown number of attempts here × 5 by the mesh for catalog.shop.svc`
		return client.Get("http://catalog.shop.svc/items")
	}, opts...)
}

// A client that retries by itself: four times by default.
func byItself(ctx context.Context) (*http.Response, error) {
	c := retryablehttp.NewClient()
	c.HTTPClient.Timeout = 5 * time.Second
	c.Backoff = retryablehttp.LinearJitterBackoff
	c.RetryWaitMax = 3 * time.Second
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, "http://catalog.shop/items", nil)
	if err != nil {
		return nil, err
	}
	return c.Do(req) // want `5 attempts here × 5 by the mesh for catalog.shop \(mesh.yaml:17\) = 25 calls`
}

func byItselfToo() (*http.Response, error) {
	c := retryablehttp.NewClient()
	c.HTTPClient.Timeout = 5 * time.Second
	c.Backoff = retryablehttp.LinearJitterBackoff
	c.RetryWaitMax = 3 * time.Second
	c.RetryMax = 2
	return c.Get("http://catalog.shop/items") // want `3 attempts here × 5 by the mesh for catalog.shop \(mesh.yaml:17\) = 15 calls`
}
