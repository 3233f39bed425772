package grpc

import (
	"context"
	"time"

	"google.golang.org/grpc"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
)

type sink interface {
	Consume(ctx context.Context, v *healthpb.HealthCheckResponse) error
}

type receiver struct {
	sink   sink
	health healthpb.HealthClient
}

// A goroutine for each message that the other side sends.
func (r *receiver) export(ctx context.Context, st grpc.ServerStreamingClient[healthpb.HealthCheckResponse]) error {
	for {
		m, err := st.Recv()
		if err != nil {
			return err
		}
		go r.pass(ctx, m) // want `fanout/unbounded-go: a goroutine for each of the messages of grpc.ServerStreamingClient.Recv, and each calls sink.Consume`
	}
}

func (r *receiver) pass(ctx context.Context, m *healthpb.HealthCheckResponse) {
	_ = r.sink.Consume(ctx, m)
}

// The handler of a method: what the client asks for is as much as it likes.
func (r *receiver) Check(ctx context.Context, req *healthpb.HealthListResponse) (*healthpb.HealthCheckResponse, error) {
	for name := range req.GetStatuses() {
		go r.check(ctx, name) // want `fanout/unbounded-go: a goroutine for each of what a client asks for`
	}
	return nil, nil
}

func (r *receiver) check(ctx context.Context, name string) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_, _ = r.health.Check(ctx, &healthpb.HealthCheckRequest{Service: name})
}
