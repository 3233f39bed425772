package grpc

import (
	"context"
	"net"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
)

func deadline(ctx context.Context) (*healthpb.HealthCheckResponse, error) {
	conn, err := grpc.NewClient("dns:///health:443", grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return healthpb.NewHealthClient(conn).Check(ctx, &healthpb.HealthCheckRequest{})
}

func withTimeout(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return invoke(ctx, method, req, reply, cc, opts...)
}

func interceptor() (*healthpb.HealthCheckResponse, error) {
	conn, err := grpc.NewClient("dns:///health:443",
		grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithUnaryInterceptor(withTimeout))
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	return healthpb.NewHealthClient(conn).Check(context.Background(), &healthpb.HealthCheckRequest{})
}

func serviceConfig() (*healthpb.HealthCheckResponse, error) {
	conn, err := grpc.NewClient("dns:///health:443",
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultServiceConfig(`{"methodConfig": [{"name": [{}], "timeout": "5s"}]}`))
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	return healthpb.NewHealthClient(conn).Check(context.Background(), &healthpb.HealthCheckRequest{})
}

// A connection in memory, as tests have it.
func inMemory(dial func(context.Context, string) (net.Conn, error)) (*healthpb.HealthCheckResponse, error) {
	conn, err := grpc.NewClient("passthrough:///memory",
		grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithContextDialer(dial))
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	return healthpb.NewHealthClient(conn).Check(context.Background(), &healthpb.HealthCheckRequest{})
}

// A socket of this machine.
func socket() (*healthpb.HealthCheckResponse, error) {
	conn, err := grpc.NewClient("unix:///run/health.sock", grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	return healthpb.NewHealthClient(conn).Check(context.Background(), &healthpb.HealthCheckRequest{})
}

// A watch is meant to last.
func watch() (grpc.ServerStreamingClient[healthpb.HealthCheckResponse], error) {
	conn, err := grpc.NewClient("dns:///health:443", grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return nil, err
	}
	return healthpb.NewHealthClient(conn).Watch(context.Background(), &healthpb.HealthCheckRequest{})
}

// Whoever calls this brings client and context.
func given(ctx context.Context, client healthpb.HealthClient) (*healthpb.HealthCheckResponse, error) {
	return client.Check(ctx, &healthpb.HealthCheckRequest{})
}

// This does not wait for the connection.
func backgroundDial() (*grpc.ClientConn, error) {
	return grpc.Dial("health:443", grpc.WithInsecure())
}

func blockingDialTimeout() (*grpc.ClientConn, error) {
	return grpc.Dial("health:443", grpc.WithInsecure(), grpc.WithBlock(), grpc.WithTimeout(5*time.Second))
}

func blockingDialContext(ctx context.Context) (*grpc.ClientConn, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return grpc.DialContext(ctx, "health:443", grpc.WithInsecure(), grpc.WithBlock())
}
