// Package grpc calls generated clients.
package grpc

import (
	"context"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/keepalive"
)

func freshContext() (*healthpb.HealthCheckResponse, error) {
	conn, err := grpc.NewClient("dns:///health:443", grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	return healthpb.NewHealthClient(conn).Check(context.Background(), &healthpb.HealthCheckRequest{}) // want `nothing ends this call`
}

// A server that answers pings and no calls keeps the connection alive.
func keptAlive() (*healthpb.HealthCheckResponse, error) {
	conn, err := grpc.NewClient("dns:///health:443",
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: 10 * time.Second, Timeout: 5 * time.Second}),
		grpc.WithDefaultCallOptions(grpc.WaitForReady(true)),
	)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	return healthpb.NewHealthClient(conn).Check(ctx, &healthpb.HealthCheckRequest{}) // want `nothing ends this call`
}

func blockingDial() (*grpc.ClientConn, error) {
	return grpc.Dial("health:443", grpc.WithInsecure(), grpc.WithBlock()) // want "grpc-dial"
}

func invoke() error {
	conn, err := grpc.NewClient("dns:///health:443", grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return err
	}
	defer conn.Close()
	out := new(healthpb.HealthCheckResponse)
	return conn.Invoke(context.Background(), healthpb.Health_Check_FullMethodName, &healthpb.HealthCheckRequest{}, out) // want `nothing ends this call`
}

func waitsForReady() (*healthpb.HealthCheckResponse, error) {
	conn, err := grpc.NewClient("dns:///health:443", grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	return healthpb.NewHealthClient(conn).Check(context.Background(), &healthpb.HealthCheckRequest{}, grpc.WaitForReady(true)) // want "grpc-wait-for-ready"
}

func blockingDialWithContext() (*grpc.ClientConn, error) {
	return grpc.DialContext(context.Background(), "health:443", grpc.WithInsecure(), grpc.WithBlock()) // want "grpc-dial"
}
