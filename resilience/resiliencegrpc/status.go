package resiliencegrpc

import (
	"context"
	"errors"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/reslint/reslint/resilience"
)

// A statusError is an error that the status package reads, and that is still
// what it was to the errors package.
type statusError struct {
	error
	status *status.Status
}

func (e *statusError) Unwrap() error              { return e.error }
func (e *statusError) GRPCStatus() *status.Status { return e.status }

// withStatus returns err with a gRPC status, for callers who look at codes.
func withStatus(err error) error {
	if err == nil {
		return nil
	}
	if _, ok := err.(interface{ GRPCStatus() *status.Status }); ok {
		return err
	}
	if gaveUp := (*resilience.Error)(nil); errors.As(err, &gaveUp) {
		return &statusError{err, gaveUpStatus(err, gaveUp)}
	}
	if s, ok := status.FromError(err); ok {
		return &statusError{err, s}
	}
	return &statusError{err, statusOf(err)}
}

// gaveUpStatus is the status of a call that was not tried again: that of the
// last attempt, with its details, unless it was the caller's time that ended.
func gaveUpStatus(err error, gaveUp *resilience.Error) *status.Status {
	switch {
	case errors.Is(gaveUp.Reason, context.Canceled):
		return status.New(codes.Canceled, err.Error())
	case errors.Is(gaveUp.Reason, context.DeadlineExceeded) && !errors.Is(gaveUp.Reason, resilience.ErrDeadline):
		return status.New(codes.DeadlineExceeded, err.Error())
	}
	last, ok := status.FromError(gaveUp.Last)
	if gaveUp.Last == nil || !ok {
		return statusOf(err)
	}
	s := last.Proto()
	s.Message = err.Error()
	return status.FromProto(s)
}

// statusOf is the status of an error that has none of its own.
func statusOf(err error) *status.Status {
	code := codes.Unknown
	switch {
	case errors.Is(err, resilience.ErrOpen):
		code = codes.Unavailable
	case errors.Is(err, resilience.ErrFull), errors.Is(err, resilience.ErrBudget), errors.Is(err, resilience.ErrShed):
		code = codes.ResourceExhausted
	case errors.Is(err, context.DeadlineExceeded): // ErrDeadline is one, too
		code = codes.DeadlineExceeded
	case errors.Is(err, context.Canceled):
		code = codes.Canceled
	}
	return status.New(code, err.Error())
}
