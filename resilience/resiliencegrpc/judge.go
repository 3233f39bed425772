package resiliencegrpc

import (
	"errors"
	"net"
	"net/http"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/reslint/reslint/resilience"
)

// Retryable reports whether the same call may get another answer, by err's code:
// UNAVAILABLE and DEADLINE_EXCEEDED, and RESOURCE_EXHAUSTED if the server said
// when to come back. It is for [resilience.Config.Retryable] of a policy that is
// used around stubs without the interceptor; those of the interceptor need it not.
func Retryable(err error) bool {
	if err == nil || resilience.IsPermanent(err) {
		return false
	}
	f := asFailure(err)
	return !f.final && retried(f.http.Code)
}

// Ignored reports whether err says nothing about the server: the call was wrong,
// forbidden, cancelled or over its quota. It is for
// [resilience.BreakerConfig.Ignore] of a breaker that is used around stubs without
// the interceptor; those of the interceptor need it not.
func Ignored(err error) bool {
	return err != nil && asFailure(err).http.Code < 500
}

// A failure is what a policy sees of an attempt: an error with its gRPC status
// that package resilience, which has no notion of gRPC, judges rightly. To it,
// the code is that of a [resilience.StatusError].
type failure struct {
	statusError
	http      resilience.StatusError
	final     bool // the error is marked as permanent
	neverSent bool
}

// As gives package resilience the HTTP status, and a failed dial for a call that
// had no connection.
func (f *failure) As(target any) bool {
	switch target := target.(type) {
	case **resilience.StatusError:
		*target = &f.http
	case **net.OpError:
		if !f.neverSent {
			return false
		}
		*target = &net.OpError{Op: "dial", Err: f.error}
	default:
		return false
	}
	return true
}

// asFailure returns the failure that err is, or becomes without a word from the
// server.
func asFailure(err error) *failure {
	var f *failure
	if errors.As(err, &f) {
		return f
	}
	return judge(err, pushback{}, false)
}

// judge tells what an error means for retries, budget and breaker.
func judge(err error, asked pushback, neverSent bool) *failure {
	s, ok := status.FromError(err)
	if !ok {
		s = statusOf(err)
	}
	f := &failure{
		statusError: statusError{err, s},
		http:        resilience.StatusError{Code: httpStatus(s.Code()), After: asked.wait, NoRetry: asked.stop},
		neverSent:   neverSent,
	}
	switch s.Code() {
	case codes.Unknown, codes.Internal, codes.DataLoss:
		f.final = true
	case codes.ResourceExhausted:
		f.final = !asked.given
		if asked.stop {
			f.http.Code = http.StatusServiceUnavailable // not a quota: it sheds load
		}
	}
	if f.final {
		f.error = resilience.Permanent(err)
	}
	return f
}

// httpStatus is the HTTP status that the documentation of google.rpc.Code gives
// for a code.
func httpStatus(c codes.Code) int {
	switch c {
	case codes.Canceled:
		return 499 // the client closed the request
	case codes.InvalidArgument, codes.FailedPrecondition, codes.OutOfRange:
		return http.StatusBadRequest
	case codes.DeadlineExceeded:
		return http.StatusGatewayTimeout
	case codes.NotFound:
		return http.StatusNotFound
	case codes.AlreadyExists, codes.Aborted:
		return http.StatusConflict
	case codes.PermissionDenied:
		return http.StatusForbidden
	case codes.Unauthenticated:
		return http.StatusUnauthorized
	case codes.ResourceExhausted:
		return http.StatusTooManyRequests
	case codes.Unimplemented:
		return http.StatusNotImplemented
	case codes.Unavailable:
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}

// retried reports whether a policy retries the code that has this HTTP status,
// if nobody says otherwise.
func retried(http int) bool {
	return http == 429 || http == 503 || http == 504
}
