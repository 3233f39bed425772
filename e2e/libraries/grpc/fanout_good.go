package grpc

import (
	"context"

	"google.golang.org/grpc"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
)

// One message after the other.
func (r *receiver) inOrder(ctx context.Context, st grpc.ServerStreamingClient[healthpb.HealthCheckResponse]) error {
	for {
		m, err := st.Recv()
		if err != nil {
			return err
		}
		r.pass(ctx, m)
	}
}

func (r *receiver) limited(ctx context.Context, st grpc.ServerStreamingClient[healthpb.HealthCheckResponse]) error {
	sem := make(chan struct{}, 8)
	for {
		m, err := st.Recv()
		if err != nil {
			return err
		}
		sem <- struct{}{}
		go func() {
			defer func() { <-sem }()
			r.pass(ctx, m)
		}()
	}
}

// A stream that is opened for each service is there to stay, and services are configured.
func (r *receiver) watchAll(ctx context.Context, services []string) {
	for _, s := range services {
		go r.watchOne(ctx, s)
	}
}

func (r *receiver) watchOne(ctx context.Context, service string) {
	st, err := r.health.Watch(ctx, &healthpb.HealthCheckRequest{Service: service})
	if err != nil {
		return
	}
	_ = r.inOrder(ctx, st)
}

// The message is no request: nobody but this program makes it.
func (r *receiver) own(ctx context.Context, list *healthpb.HealthListResponse) {
	for name := range list.GetStatuses() {
		go r.check(ctx, name)
	}
}
