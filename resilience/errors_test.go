package resilience

import (
	"context"
	"encoding/json"
	"errors"
	"expvar"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestIsPermanent(t *testing.T) {
	tests := []struct {
		err  error
		want bool
	}{
		{nil, false},
		{io.EOF, false},
		{Permanent(io.EOF), true},
		{fmt.Errorf("get: %w", Permanent(io.EOF)), true},
		{errors.Join(io.EOF, Permanent(io.ErrClosedPipe)), true},
		{&Error{Reason: ErrAttempts, Last: io.EOF}, true},
		{ErrOpen, true}, {ErrFull, true}, {ErrBudget, true}, {ErrDeadline, true}, {ErrShed, true},
		{ErrNotTried, false},
		{&StatusError{Code: 503}, false},
		{&StatusError{Code: 503, NoRetry: true}, true},
		{After(io.EOF, time.Second), false},
		{context.DeadlineExceeded, false},
	}
	for _, test := range tests {
		if got := IsPermanent(test.err); got != test.want {
			t.Errorf("IsPermanent(%v) = %v", test.err, got)
		}
	}
}

func TestMarksKeepTheError(t *testing.T) {
	for _, marked := range []error{Permanent(io.EOF), After(io.EOF, time.Second)} {
		if !errors.Is(marked, io.EOF) || marked.Error() != "EOF" {
			t.Errorf("%T: %v", marked, marked)
		}
	}
	if Permanent(nil) != nil || After(nil, time.Second) != nil || After(io.EOF, 0) != io.EOF {
		t.Error("a mark made an error of nothing")
	}
}

func TestErrorText(t *testing.T) {
	tests := []struct {
		err  Error
		want string
	}{
		{Error{Attempts: 3, Reason: ErrAttempts, Last: io.EOF}, "after 3 attempts, attempts are used up: EOF"},
		{Error{Policy: "orders", Attempts: 1, Reason: ErrBudget, Last: io.EOF}, "orders: after 1 attempt, retry budget is spent: EOF"},
		{Error{Attempts: 2, Reason: context.Canceled, Last: context.Canceled}, "after 2 attempts, context canceled"},
		{Error{Attempts: 0, Reason: context.Canceled}, "after 0 attempts, context canceled"},
	}
	for _, test := range tests {
		if got := test.err.Error(); got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
}

func TestErrorTimeout(t *testing.T) {
	timeout := &net.DNSError{IsTimeout: true}
	tests := []struct {
		err  *Error
		want bool
	}{
		{&Error{Reason: ErrDeadline, Last: io.EOF}, true},
		{&Error{Reason: ErrAttempts, Last: timeout}, true},
		{&Error{Reason: context.DeadlineExceeded}, true},
		{&Error{Reason: ErrAttempts, Last: io.EOF}, false},
	}
	for _, test := range tests {
		if test.err.Timeout() != test.want {
			t.Errorf("%v: Timeout() = %v", test.err, test.err.Timeout())
		}
	}
	if e, ok := ErrDeadline.(net.Error); !ok || !e.Timeout() {
		t.Error("ErrDeadline is no timeout to package net")
	}
}

func TestCheckResponse(t *testing.T) {
	for code := 200; code < 600; code++ {
		err := CheckResponse(&http.Response{StatusCode: code})
		if (err != nil) != (code >= 400) {
			t.Errorf("status %d: %v", code, err)
		}
		if err != nil {
			want := strings.Contains(" 408 429 500 502 503 504 ", fmt.Sprintf(" %d ", code))
			if retryable(err) != want {
				t.Errorf("status %d: retryable %v", code, !want)
			}
		}
	}
	err := CheckResponse(&http.Response{StatusCode: 503, Header: http.Header{"Retry-After": {"7"}, NoRetryHeader: {"False"}}})
	if want := (StatusError{Code: 503, After: 7 * time.Second, NoRetry: true}); *err.(*StatusError) != want {
		t.Errorf("%+v, want %+v", err, want)
	}
	if err.Error() != "resilience: HTTP status 503 Service Unavailable" {
		t.Error(err)
	}
}

func TestNewKey(t *testing.T) {
	a, b := NewKey(), NewKey()
	if a == b || len(a) != 32 {
		t.Errorf("keys %q, %q", a, b)
	}
}

// A policy is an expvar.Var, and its counts are JSON.
func TestPolicyString(t *testing.T) {
	breaker := new(Breaker)
	breaker.ForceOpen()
	p := Must(New(Config{Name: "orders", Breaker: breaker, Bulkhead: new(Bulkhead)}))
	_ = Run(context.Background(), p, func(context.Context) error { return nil })
	var v expvar.Var = p
	var got map[string]any
	if err := json.Unmarshal([]byte(v.String()), &got); err != nil {
		t.Fatalf("%s: %v", v, err)
	}
	if got["Name"] != "orders" || got["Breaker"] != "forced-open" || got["RejectedByBreaker"] != 1.0 || got["FallbackRate"] != 0.0 {
		t.Errorf("%s", v)
	}
}

// The observer sees all that happens, with the request's context.
func TestObserver(t *testing.T) {
	type key struct{}
	var got []string
	p := Must(New(Config{Name: "orders", Attempts: 2, Backoff: Backoff{Base: 1, Cap: 1},
		Observer: func(ctx context.Context, e Event) {
			if e.Policy != "orders" || ctx.Value(key{}) != "request" {
				t.Errorf("event %+v with context value %v", e, ctx.Value(key{}))
			}
			got = append(got, fmt.Sprint(e.Kind, " ", e.Attempt, " ", e.Err))
		}}))
	ctx := context.WithValue(context.Background(), key{}, "request")
	calls := 0
	_ = Run(ctx, p, func(context.Context) error {
		if calls++; calls == 1 {
			return io.EOF
		}
		return nil
	})
	_ = Run(ctx, p, func(context.Context) error { return io.EOF })
	want := []string{
		"retry 1 EOF", "done 2 <nil>",
		"retry 1 EOF", "done 2 orders: after 2 attempts, attempts are used up: EOF",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("events\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestNames(t *testing.T) {
	for _, test := range []struct {
		got  fmt.Stringer
		want string
	}{
		{FullJitter, "full"}, {EqualJitter, "equal"}, {DecorrelatedJitter, "decorrelated"}, {NarrowJitter, "narrow"}, {Jitter(9), "unknown"},
		{Success, "success"}, {Failure, "failure"}, {Ignored, "ignored"}, {Outcome(9), "unknown"},
		{Closed, "closed"}, {Open, "open"}, {HalfOpen, "half-open"}, {ForcedOpen, "forced-open"}, {Disabled, "disabled"}, {State(9), "unknown"},
		{EventRetry, "retry"}, {EventHedge, "hedge"}, {EventReject, "reject"}, {EventFallback, "fallback"}, {EventDone, "done"}, {EventKind(9), "unknown"},
	} {
		if test.got.String() != test.want {
			t.Errorf("%v, want %s", test.got, test.want)
		}
	}
}
