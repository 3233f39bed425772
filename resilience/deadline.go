package resilience

import (
	"context"
	"math"
	"net/http"
	"strconv"
	"time"
)

// DeadlineHeader is the request header that tells the server how many
// milliseconds the caller goes on waiting. It is Envoy's, so that services behind
// such a proxy are told without any help from their callers.
const DeadlineHeader = "X-Envoy-Expected-Rq-Timeout-Ms"

// minUseful is the least time worth beginning with, where nobody says otherwise.
const minUseful = time.Millisecond

func setDeadline(h http.Header, left time.Duration) {
	h.Set(DeadlineHeader, strconv.FormatInt(max(0, left.Milliseconds()), 10))
}

// deadlineLeft reads the header. What is missing or can't be read is no deadline.
func deadlineLeft(h http.Header) (left time.Duration, ok bool) {
	ms, err := strconv.ParseInt(h.Get(DeadlineHeader), 10, 64)
	if err != nil || ms < 0 {
		return 0, false
	}
	return time.Duration(min(ms, math.MaxInt64/int64(time.Millisecond))) * time.Millisecond, true
}

// A DeadlineTransport tells the server with each request how much time is left of
// the context's deadline, so that it need not work on what nobody waits for any
// more. [Transport] does so, too; this is for clients without a policy.
//
// The zero value works, with [http.DefaultTransport]. It is safe for concurrent
// use and must not be changed after its first use.
type DeadlineTransport struct {
	// Base makes the requests. nil means http.DefaultTransport.
	Base http.RoundTripper
	// Reserve is kept back for the way there and back, and the caller's own work.
	Reserve time.Duration
	// Min is the least time that is worth a request. With less left it fails at
	// once, with ErrDeadline. 0 means 1 ms.
	Min time.Duration
}

// RoundTrip makes the request, as [http.RoundTripper] has it.
func (t *DeadlineTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	base := t.Base
	if base == nil {
		base = http.DefaultTransport
	}
	deadline, ok := req.Context().Deadline()
	if !ok {
		return base.RoundTrip(req)
	}
	left := time.Until(deadline) - t.Reserve
	if left < max(t.Min, minUseful) {
		closeBody(req)
		return nil, ErrDeadline
	}
	out := req.Clone(req.Context())
	setDeadline(out.Header, left)
	return base.RoundTrip(out)
}

// DeadlineHandler gives each request the deadline that its caller told with
// [DeadlineHeader], less reserve for the way back. No request gets more than
// limit, whatever it says, nor one that says nothing; a limit of 0 is none. A
// request that comes with less than a millisecond of use is answered at once with
// 504 and the wish not to be repeated: its caller has gone.
//
// The deadline is that of the request's context: next and all it calls have to
// honour it.
func DeadlineHandler(next http.Handler, limit, reserve time.Duration) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		left, ok := deadlineLeft(r.Header)
		if ok {
			left -= reserve
		}
		if limit > 0 && (!ok || limit < left) {
			left, ok = limit, true
		}
		if !ok {
			next.ServeHTTP(w, r)
			return
		}
		if left < minUseful {
			w.Header().Set(NoRetryHeader, "false")
			http.Error(w, "deadline exceeded", http.StatusGatewayTimeout)
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), left)
		defer cancel()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}
