package resiliencegrpc_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"

	"google.golang.org/grpc/codes"
	testpb "google.golang.org/grpc/interop/grpc_testing"
	"google.golang.org/grpc/status"

	"github.com/reslint/reslint/resilience"
	"github.com/reslint/reslint/resilience/resiliencegrpc"
)

func TestRetryableAndIgnored(t *testing.T) {
	gaveUp := &resilience.Error{Reason: resilience.ErrAttempts, Last: status.Error(codes.Unavailable, "")}
	for _, test := range []struct {
		err                error
		retryable, ignored bool
	}{
		{nil, false, false},
		{status.Error(codes.Unavailable, ""), true, false},
		{status.Error(codes.DeadlineExceeded, ""), true, false},
		{context.DeadlineExceeded, true, false},
		{fmt.Errorf("shop: %w", status.Error(codes.Unavailable, "")), true, false},
		{status.Error(codes.Unknown, ""), false, false},
		{errors.New("no status"), false, false},
		{status.Error(codes.Internal, ""), false, false},
		{status.Error(codes.DataLoss, ""), false, false},
		{status.Error(codes.Unimplemented, ""), false, false},
		{status.Error(codes.ResourceExhausted, ""), false, true},
		{status.Error(codes.Canceled, ""), false, true},
		{context.Canceled, false, true},
		{status.Error(codes.InvalidArgument, ""), false, true},
		{status.Error(codes.NotFound, ""), false, true},
		{status.Error(codes.AlreadyExists, ""), false, true},
		{status.Error(codes.PermissionDenied, ""), false, true},
		{status.Error(codes.Unauthenticated, ""), false, true},
		{status.Error(codes.FailedPrecondition, ""), false, true},
		{status.Error(codes.OutOfRange, ""), false, true},
		{status.Error(codes.Aborted, ""), false, true},
		{resilience.Permanent(status.Error(codes.Unavailable, "")), false, false},
		{resilience.ErrOpen, false, false},
		{gaveUp, false, false},
	} {
		if got := resiliencegrpc.Retryable(test.err); got != test.retryable {
			t.Errorf("Retryable(%v) = %v", test.err, got)
		}
		if got := resiliencegrpc.Ignored(test.err); got != test.ignored {
			t.Errorf("Ignored(%v) = %v", test.err, got)
		}
	}
}

// A policy above a stub that has one makes no attempt of its own, whatever the
// code: neither of what the policy below has tried already, nor of what is final.
func TestLayersInOneProgram(t *testing.T) {
	for code, want := range map[codes.Code]int{codes.Unavailable: 3, codes.InvalidArgument: 1, codes.Internal: 1, codes.ResourceExhausted: 1} {
		synctest.Test(t, func(t *testing.T) {
			calls := 0
			s := &shop{empty: func(context.Context) error { calls++; return status.Error(code, "because") }}
			client, stop := s.open(nil, through(newPolicy(resilience.Config{}), resiliencegrpc.Idempotent(emptyCall)))
			defer stop()
			err := resilience.Run(t.Context(), newPolicy(resilience.Config{}), func(ctx context.Context) error {
				_, err := client.EmptyCall(ctx, new(testpb.Empty))
				return err
			})
			if calls != want || status.Code(err) != code {
				t.Errorf("%v: %v after %d calls", code, err, calls)
			}
		})
	}
}
