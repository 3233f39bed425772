package grpc

import (
	"context"
	"io"
	"math/rand/v2"
	"time"

	healthpb "google.golang.org/grpc/health/grpc_health_v1"
)

func untilEnd(stream healthpb.Health_WatchClient, each func(*healthpb.HealthCheckResponse)) error {
	for {
		m, err := stream.Recv()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		each(m)
	}
}

// After an error a new stream is opened.
func opensAgain(ctx context.Context, client healthpb.HealthClient, each func(*healthpb.HealthCheckResponse)) error {
	for {
		stream, err := client.Watch(ctx, &healthpb.HealthCheckRequest{})
		for err == nil {
			var m *healthpb.HealthCheckResponse
			if m, err = stream.Recv(); err == nil {
				each(m)
			}
		}
		select {
		case <-time.After(time.Second + rand.N(time.Second)):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
