package grpc

import (
	"context"
	"io"
	"log"

	"google.golang.org/grpc"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
)

// A failed stream gives the same error for ever.
func readsOn(ctx context.Context, client healthpb.HealthClient, each func(*healthpb.HealthCheckResponse)) error {
	stream, err := client.Watch(ctx, &healthpb.HealthCheckRequest{})
	if err != nil {
		return err
	}
	for {
		m, err := stream.Recv()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			log.Print(err)
			continue // want "dead-stream: the loop goes on after an error of Recv"
		}
		each(m)
	}
}

func partial(stream healthpb.Health_WatchClient, warn func(error) error, strict bool) error {
	for {
		if _, err := stream.Recv(); err != nil { // want "dead-stream"
			if strict {
				return err
			}
			if err := warn(err); err != nil {
				return err
			}
		}
	}
}

func messages(stream grpc.ServerStream, each func(*healthpb.HealthCheckRequest)) {
	for {
		m := new(healthpb.HealthCheckRequest)
		if err := stream.RecvMsg(m); err != nil {
			log.Print(err)
			continue // want "dead-stream: the loop goes on after an error of RecvMsg"
		}
		each(m)
	}
}
