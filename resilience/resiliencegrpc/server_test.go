package resiliencegrpc_test

import (
	"context"
	"net"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	testpb "google.golang.org/grpc/interop/grpc_testing"
	"google.golang.org/grpc/test/bufconn"

	"github.com/reslint/reslint/resilience"
)

// A shop is a real gRPC server with two methods of interest. Their handlers can
// be changed by a test before it calls them.
type shop struct {
	testpb.UnimplementedTestServiceServer
	empty    func(context.Context) error
	unary    func(context.Context, *testpb.SimpleRequest) (*testpb.SimpleResponse, error)
	listener *bufconn.Listener
}

const (
	emptyCall = testpb.TestService_EmptyCall_FullMethodName
	unaryCall = testpb.TestService_UnaryCall_FullMethodName
)

func (s *shop) EmptyCall(ctx context.Context, _ *testpb.Empty) (*testpb.Empty, error) {
	if s.empty != nil {
		if err := s.empty(ctx); err != nil {
			return nil, err
		}
	}
	return new(testpb.Empty), nil
}

func (s *shop) UnaryCall(ctx context.Context, req *testpb.SimpleRequest) (*testpb.SimpleResponse, error) {
	if s.unary != nil {
		return s.unary(ctx, req)
	}
	return new(testpb.SimpleResponse), nil
}

// open serves the shop in memory, and returns a client of it. All of it ends with
// the returned function, and works inside a synctest bubble.
func (s *shop) open(server []grpc.ServerOption, client ...grpc.DialOption) (testpb.TestServiceClient, func()) {
	s.listener = bufconn.Listen(1 << 16)
	g := grpc.NewServer(server...)
	testpb.RegisterTestServiceServer(g, s)
	served := make(chan error, 1)
	go func() { served <- g.Serve(s.listener) }()
	conn := resilience.Must(grpc.NewClient("passthrough:///shop", append([]grpc.DialOption{
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(s.dial),
	}, client...)...))
	return testpb.NewTestServiceClient(conn), func() {
		conn.Close()
		g.Stop()
		<-served
	}
}

func (s *shop) dial(ctx context.Context, _ string) (net.Conn, error) {
	return s.listener.DialContext(ctx)
}
