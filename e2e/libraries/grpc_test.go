package libraries

import (
	"context"
	"net"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
)

// stuck is a health service that takes a call and never answers.
type stuck struct {
	healthpb.UnimplementedHealthServer
	release chan struct{}
}

func (s *stuck) Check(ctx context.Context, _ *healthpb.HealthCheckRequest) (*healthpb.HealthCheckResponse, error) {
	select {
	case <-s.release:
		return nil, status.Error(codes.Aborted, "released")
	case <-ctx.Done():
		// The deadline travels with the call, and may pass here first.
		return nil, status.FromContextError(ctx.Err()).Err()
	}
}

// TestGRPC holds what the table says of gRPC against a real server: which of
// these end a call, and that without them it waits for as long as the server
// likes.
func TestGRPC(t *testing.T) {
	lis, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	service := &stuck{release: make(chan struct{})}
	server := grpc.NewServer()
	healthpb.RegisterHealthServer(server, service)
	go server.Serve(lis)
	defer server.Stop()

	check := func(ctx context.Context, opts ...grpc.DialOption) error {
		opts = append(opts, grpc.WithTransportCredentials(insecure.NewCredentials()))
		conn, err := grpc.NewClient("passthrough:///"+lis.Addr().String(), opts...)
		if err != nil {
			return err
		}
		defer conn.Close()
		_, err = healthpb.NewHealthClient(conn).Check(ctx, &healthpb.HealthCheckRequest{})
		return err
	}
	const short = 50 * time.Millisecond

	waiting := make(chan error, 1)
	go func() { waiting <- check(context.Background()) }()

	t.Run("context", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(context.Background(), short)
		defer cancel()
		wantDeadline(t, check(ctx))
	})
	t.Run("service config", func(t *testing.T) {
		wantDeadline(t, check(context.Background(), grpc.WithDefaultServiceConfig(
			`{"methodConfig": [{"name": [{"service": "grpc.health.v1.Health"}], "timeout": "0.05s"}]}`)))
	})
	t.Run("interceptor", func(t *testing.T) {
		wantDeadline(t, check(context.Background(), grpc.WithUnaryInterceptor(
			func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
				ctx, cancel := context.WithTimeout(ctx, short)
				defer cancel()
				return invoke(ctx, method, req, reply, cc, opts...)
			})))
	})
	t.Run("wait for ready", func(t *testing.T) {
		// Nobody listens there: a call fails at once, unless it waits.
		gone, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		gone.Close()
		conn, err := grpc.NewClient("passthrough:///"+gone.Addr().String(), grpc.WithTransportCredentials(insecure.NewCredentials()))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		client := healthpb.NewHealthClient(conn)
		if _, err := client.Check(context.Background(), &healthpb.HealthCheckRequest{}); status.Code(err) != codes.Unavailable {
			t.Errorf("without WaitForReady: %v, want Unavailable", err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), short)
		defer cancel()
		_, err = client.Check(ctx, &healthpb.HealthCheckRequest{}, grpc.WaitForReady(true))
		wantDeadline(t, err)
	})

	// All those have ended; the call without a deadline has not.
	select {
	case err := <-waiting:
		t.Errorf("a call without a deadline ended by itself: %v", err)
	default:
	}
	close(service.release)
	if err := <-waiting; status.Code(err) != codes.Aborted {
		t.Errorf("the call without a deadline: %v, want the server's answer", err)
	}
}

func wantDeadline(t *testing.T, err error) {
	t.Helper()
	if status.Code(err) != codes.DeadlineExceeded {
		t.Errorf("%v, want DeadlineExceeded", err)
	}
}
