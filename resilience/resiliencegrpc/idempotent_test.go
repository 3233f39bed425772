package resiliencegrpc_test

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	testpb "google.golang.org/grpc/interop/grpc_testing"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/reslint/reslint/resilience"
	"github.com/reslint/reslint/resilience/resiliencegrpc"
)

// linkShop registers what a .proto file would: a service with a method of each
// idempotency_level.
var linkShop = sync.OnceValue(func() error {
	method := func(name string, level *descriptorpb.MethodOptions_IdempotencyLevel) *descriptorpb.MethodDescriptorProto {
		m := &descriptorpb.MethodDescriptorProto{
			Name:       proto.String(name),
			InputType:  proto.String(".shop.test.Empty"),
			OutputType: proto.String(".shop.test.Empty"),
		}
		if level != nil {
			m.Options = &descriptorpb.MethodOptions{IdempotencyLevel: level}
		}
		return m
	}
	file := resilience.Must(protodesc.NewFile(&descriptorpb.FileDescriptorProto{
		Name:        proto.String("shop/test.proto"),
		Package:     proto.String("shop.test"),
		MessageType: []*descriptorpb.DescriptorProto{{Name: proto.String("Empty")}},
		Service: []*descriptorpb.ServiceDescriptorProto{{
			Name: proto.String("Shop"),
			Method: []*descriptorpb.MethodDescriptorProto{
				method("Get", descriptorpb.MethodOptions_NO_SIDE_EFFECTS.Enum()),
				method("Put", descriptorpb.MethodOptions_IDEMPOTENT.Enum()),
				method("Buy", descriptorpb.MethodOptions_IDEMPOTENCY_UNKNOWN.Enum()),
				method("Ask", nil),
			},
		}},
	}, nil))
	return protoregistry.GlobalFiles.RegisterFile(file)
})

// The option idempotency_level of a .proto file tells which methods are safe.
func TestIdempotencyLevel(t *testing.T) {
	if err := linkShop(); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int{
		"/shop.test.Shop/Get":  3,
		"/shop.test.Shop/Put":  3,
		"/shop.test.Shop/Buy":  1,
		"/shop.test.Shop/Ask":  1,
		"/shop.test.Shop/None": 1,
		"/shop.test.Empty":     1, // not a method
		"":                     1,
	} {
		synctest.Test(t, func(t *testing.T) {
			calls := 0
			err := call(t.Context(), name, func() error { calls++; return status.Error(codes.Unavailable, "busy") })
			if calls != want || status.Code(err) != codes.Unavailable {
				t.Errorf("%s: %v after %d calls", name, err, calls)
			}
		})
	}
}

// call makes a call of which no server knows.
func call(ctx context.Context, method string, do func() error) error {
	invoke := resiliencegrpc.UnaryClientInterceptor(newPolicy(resilience.Config{}))
	return invoke(ctx, method, new(testpb.Empty), new(testpb.Empty), nil,
		func(context.Context, string, any, any, *grpc.ClientConn, ...grpc.CallOption) error { return do() })
}
