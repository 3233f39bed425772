package resiliencegrpc_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"

	"github.com/reslint/reslint/resilience"
	"github.com/reslint/reslint/resilience/fault"
	"github.com/reslint/reslint/resilience/resiliencegrpc"
)

// serve runs a server with the health service on this machine.
func serve(options ...grpc.ServerOption) (address string, stop func()) {
	listener := resilience.Must(net.Listen("tcp", "127.0.0.1:0"))
	server := grpc.NewServer(options...)
	healthpb.RegisterHealthServer(server, health.NewServer())
	go server.Serve(listener)
	return listener.Addr().String(), server.Stop
}

// connect returns a client of it. All calls of a connection go through the
// interceptors.
func connect(address string, interceptors ...grpc.UnaryClientInterceptor) (healthpb.HealthClient, *grpc.ClientConn) {
	conn := resilience.Must(grpc.NewClient(address,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithChainUnaryInterceptor(interceptors...),
		grpc.WithDisableRetry())) // gRPC's own would multiply those of the policy
	return healthpb.NewHealthClient(conn), conn
}

// quick is how these examples wait.
var quick = resilience.Backoff{Base: time.Millisecond}

// A server fails every other call, and its client doesn't notice.
func Example() {
	var broken fault.Switch
	address, stop := serve(grpc.ChainUnaryInterceptor(resiliencegrpc.FaultUnaryServerInterceptor(&broken)))
	defer stop()

	policy := resilience.Must(resilience.New(resilience.Config{
		Name:    "health",
		Timeout: 5 * time.Second,
		Backoff: quick,
	}))
	client, conn := connect(address, resiliencegrpc.UnaryClientInterceptor(policy,
		resiliencegrpc.Idempotent(healthpb.Health_Check_FullMethodName)))
	defer conn.Close()

	broken.Set(fault.Fault{Status: 503}, 0.5)
	for range 4 {
		reply, err := client.Check(context.Background(), new(healthpb.HealthCheckRequest))
		fmt.Println(reply.GetStatus(), err)
	}
	// Output:
	// SERVING <nil>
	// SERVING <nil>
	// SERVING <nil>
	// SERVING <nil>
}

// Each method has a breaker of its own. A call that a breaker refuses is
// UNAVAILABLE to who looks at codes.
func ExampleUnaryClientInterceptor() {
	address, stop := serve()
	defer stop()
	breakers := resilience.Must(resilience.NewBreakerSet(resilience.BreakerConfig{}, 0))
	policy := resilience.Must(resilience.New(resilience.Config{Name: "health", Breakers: breakers}))
	client, conn := connect(address, resiliencegrpc.UnaryClientInterceptor(policy))
	defer conn.Close()

	breakers.Get("health", healthpb.Health_Check_FullMethodName).ForceOpen()
	_, err := client.Check(context.Background(), new(healthpb.HealthCheckRequest))
	fmt.Println(err)
	fmt.Println(status.Code(err), errors.Is(err, resilience.ErrOpen))

	_, err = client.List(context.Background(), new(healthpb.HealthListRequest))
	fmt.Println("another method:", err)
	// Output:
	// health: breaker is open
	// Unavailable true
	// another method: <nil>
}

// A call that is not known to be safe to repeat is made once.
func ExampleIdempotent() {
	var broken fault.Switch
	broken.Set(fault.Fault{Status: 503}, 1)
	address, stop := serve(grpc.ChainUnaryInterceptor(resiliencegrpc.FaultUnaryServerInterceptor(&broken)))
	defer stop()
	policy := resilience.Must(resilience.New(resilience.Config{Backoff: quick}))
	client, conn := connect(address, resiliencegrpc.UnaryClientInterceptor(policy,
		resiliencegrpc.Idempotent(healthpb.Health_Check_FullMethodName)))
	defer conn.Close()

	client.Check(context.Background(), new(healthpb.HealthCheckRequest))
	fmt.Println("Check:", broken.Counts().Seen)

	client.List(context.Background(), new(healthpb.HealthListRequest))
	fmt.Println("and List:", broken.Counts().Seen)

	// A server that keeps results by key may get it more than once.
	ctx := resilience.WithKey(context.Background(), resilience.NewKey())
	client.List(ctx, new(healthpb.HealthListRequest))
	fmt.Println("and List with a key:", broken.Counts().Seen)
	// Output:
	// Check: 3
	// and List: 4
	// and List with a key: 7
}

// A slow method has another deadline and a bulkhead of its own, and the budget of
// the server.
func ExamplePerMethod() {
	address, stop := serve()
	defer stop()
	var budget resilience.TokenBudget
	usual := resilience.Must(resilience.New(resilience.Config{Timeout: time.Second, Budget: &budget}))
	list := resilience.Must(resilience.New(resilience.Config{
		Timeout:  30 * time.Second,
		Budget:   &budget,
		Bulkhead: resilience.NewBulkhead(5),
	}))
	client, conn := connect(address, resiliencegrpc.UnaryClientInterceptor(usual,
		resiliencegrpc.PerMethod(func(method string) *resilience.Policy {
			if method == healthpb.Health_List_FullMethodName {
				return list
			}
			return nil
		})))
	defer conn.Close()

	_, err := client.List(context.Background(), new(healthpb.HealthListRequest))
	fmt.Println(err)
	// Output:
	// <nil>
}

// Options are values, for connections that have some in common.
func ExampleOption() {
	common := []resiliencegrpc.Option{
		resiliencegrpc.Idempotent(healthpb.Health_Check_FullMethodName, healthpb.Health_List_FullMethodName),
	}
	var east, west resilience.Policy // one for each server
	for _, policy := range []*resilience.Policy{&east, &west} {
		interceptor := resiliencegrpc.UnaryClientInterceptor(policy, common...)
		fmt.Println(interceptor != nil)
	}
	// Output:
	// true
	// true
}

// Retryable is for a policy around stubs whose connection has no interceptor.
func ExampleRetryable() {
	policy := resilience.Must(resilience.New(resilience.Config{
		Retryable: resiliencegrpc.Retryable,
		Backoff:   quick,
	}))
	for _, code := range []codes.Code{codes.Unavailable, codes.NotFound} {
		attempts := 0
		resilience.Run(context.Background(), policy, func(context.Context) error {
			attempts++
			return status.Error(code, "as the stub says")
		})
		fmt.Println(code, attempts)
	}
	// Output:
	// Unavailable 3
	// NotFound 1
}

// Ignored is for a breaker around stubs whose connection has no interceptor.
func ExampleIgnored() {
	for _, code := range []codes.Code{codes.Unavailable, codes.NotFound} {
		breaker := resilience.Must(resilience.NewBreaker(resilience.BreakerConfig{
			Count:  1,
			Ignore: resiliencegrpc.Ignored,
		}))
		permit := resilience.Must(breaker.Allow())
		permit.Done(status.Error(code, "as the stub says"))
		fmt.Println(code, breaker.State())
	}
	// Output:
	// Unavailable open
	// NotFound closed
}

// A handler's own policy has given up, and the server tells its client not to
// begin again.
func ExampleUnaryServerInterceptor() {
	attempts := 0
	database := resilience.Must(resilience.New(resilience.Config{Name: "database", Backoff: quick}))
	handler := func(ctx context.Context, req any, _ *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
		err := resilience.Run(ctx, database, func(context.Context) error {
			attempts++
			return status.Error(codes.Unavailable, "no connection")
		})
		return nil, err
	}
	address, stop := serve(grpc.ChainUnaryInterceptor(resiliencegrpc.UnaryServerInterceptor(nil), handler))
	defer stop()
	client, conn := connect(address, resiliencegrpc.UnaryClientInterceptor(new(resilience.Policy),
		resiliencegrpc.Idempotent(healthpb.Health_Check_FullMethodName)))
	defer conn.Close()

	_, err := client.Check(context.Background(), new(healthpb.HealthCheckRequest))
	fmt.Println(status.Code(err), resilience.IsPermanent(err))
	fmt.Println("attempts:", attempts)
	// Output:
	// Unavailable true
	// attempts: 3
}

// [resilience.Shedder] is a Shedder. Work that it refuses costs next to nothing,
// and is not asked for again.
func ExampleShedder() {
	shedder := &resilience.Shedder{Limit: 1, Queue: -1}
	var _ resiliencegrpc.Shedder = shedder
	address, stop := serve(grpc.ChainUnaryInterceptor(resiliencegrpc.UnaryServerInterceptor(shedder)))
	defer stop()
	client, conn := connect(address, resiliencegrpc.UnaryClientInterceptor(new(resilience.Policy),
		resiliencegrpc.Idempotent(healthpb.Health_Check_FullMethodName)))
	defer conn.Close()

	shedder.Acquire(context.Background()) // the server is busy
	_, err := client.Check(context.Background(), new(healthpb.HealthCheckRequest))
	fmt.Println(err)
	shedder.Release()
	_, err = client.Check(context.Background(), new(healthpb.HealthCheckRequest))
	fmt.Println(err)
	fmt.Println("refused:", shedder.Stats().Refused)
	// Output:
	// rpc error: code = ResourceExhausted desc = resilience: load was shed
	// <nil>
	// refused: 1
}

// The faults stand behind the policy, which meets one at each attempt.
func ExampleFaultUnaryClientInterceptor() {
	address, stop := serve()
	defer stop()
	var network fault.Switch
	policy := resilience.Must(resilience.New(resilience.Config{Backoff: quick}))
	client, conn := connect(address,
		resiliencegrpc.UnaryClientInterceptor(policy, resiliencegrpc.Idempotent(healthpb.Health_Check_FullMethodName)),
		resiliencegrpc.FaultUnaryClientInterceptor(&network))
	defer conn.Close()

	network.Set(fault.Fault{Cut: true}, 1)
	_, err := client.Check(context.Background(), new(healthpb.HealthCheckRequest))
	fmt.Println(status.Code(err), errors.Is(err, fault.ErrCut), network.Counts().Cut)

	network.Heal()
	_, err = client.Check(context.Background(), new(healthpb.HealthCheckRequest))
	fmt.Println(err)
	// Output:
	// Unavailable true 3
	// <nil>
}

func ExampleFaultUnaryServerInterceptor() {
	var broken fault.Switch
	address, stop := serve(grpc.ChainUnaryInterceptor(resiliencegrpc.FaultUnaryServerInterceptor(&broken)))
	defer stop()
	client, conn := connect(address)
	defer conn.Close()

	broken.Set(fault.Fault{Status: 503}, 1)
	_, err := client.Check(context.Background(), new(healthpb.HealthCheckRequest))
	fmt.Println(err)
	// Output:
	// rpc error: code = Unavailable desc = fault: status 503
}
