package resilience

import (
	"context"
	"io"
	"net/http"
	"sync"
	"time"
)

// A Transport is an [http.RoundTripper] that makes each request through a policy.
//
// It repeats only what is safe to repeat: GET, HEAD, OPTIONS, TRACE, PUT and
// DELETE, and any method with an idempotency key, in the header or by [WithKey];
// what is not safe only if no connection could be made. A request with a body is
// repeated only if it has GetBody, as [http.NewRequest] sets it for the usual ones.
// Responses that [CheckResponse] calls errors count as such, and of these the
// retryable ones are retried; the last one is returned as it came, with
// [NoRetryHeader] set if there were attempts enough, so that no layer above
// multiplies them. Responses that are not returned are drained and closed.
//
// Each attempt tells the server how much time is left ([DeadlineHeader]). An
// attempt's timeout ends with the body's Close, and so does its place in the
// bulkhead: close it. The breaker judges by what came with the header.
//
// Use one for each dependency. The zero value works, with [http.DefaultTransport]
// and the zero Policy. A Transport is safe for concurrent use and must not be
// copied or changed after its first use.
type Transport struct {
	// Base makes the requests. nil means http.DefaultTransport.
	Base http.RoundTripper
	// Policy is how. nil means a zero Policy of its own.
	Policy *Policy
	// Timeout is the deadline of a whole request, with redirects and body. The
	// context's and the policy's hold as well. 0 means only those. (With a
	// Timeout of the http.Client instead, each request costs a goroutine.)
	Timeout time.Duration

	own Policy
}

// RoundTrip makes the request, as [http.RoundTripper] has it.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	p := t.Policy
	if p == nil {
		p = &t.own
	}
	ctx := req.Context()
	if operation(ctx) == "" && p.config.Breakers != nil {
		ctx = WithOperation(ctx, req.Method)
	}
	if !idempotent(req) {
		ctx = NonIdempotent(ctx)
	}
	var c call
	err := c.begin(ctx, p, t.Timeout)
	if err != nil {
		closeBody(req)
		return nil, err
	}
	// A redirect is part of the request that led to it.
	if req.Response != nil {
		if b, ok := req.Response.Body.(*body); ok && !b.deadline.IsZero() && (c.deadline.IsZero() || b.deadline.Before(c.deadline)) {
			c.deadline = b.deadline
		}
	}
	resp, failure := t.roundTrip(&c, req)
	c.done(failure)
	if resp != nil {
		return resp, nil // its status tells
	}
	return nil, failure
}

// roundTrip makes attempts until one succeeds or is the last. A response may be
// a failure as well.
func (t *Transport) roundTrip(c *call, req *http.Request) (*http.Response, error) {
	for {
		resp, failure, again := t.try(c, req)
		if failure == nil {
			return resp, nil
		}
		wait, reason, final := c.another(failure, again && rewindable(req))
		if reason != nil {
			failure = c.giveUp(reason, failure)
			if resp != nil {
				resp.Header.Set(NoRetryHeader, "false")
			}
		}
		if final || reason != nil {
			return resp, failure
		}
		if resp != nil {
			drain(resp.Body)
		}
		if err := c.pause(wait, failure); err != nil {
			return nil, err
		}
	}
}

// try makes one attempt. again is whether its failure is one to retry.
func (t *Transport) try(c *call, req *http.Request) (resp *http.Response, failure error, again bool) {
	var a attempt
	err := c.start(&a, true)
	if err != nil {
		closeBody(req)
		return nil, err, false
	}
	ended := false
	defer func() { // Base panicked
		if !ended {
			a.finish(errUnfinished)
			a.release()
		}
	}()
	out, err := prepare(a.ctx, req, c.attempts)
	if err == nil {
		base := t.Base
		if base == nil {
			base = http.DefaultTransport
		}
		resp, err = base.RoundTrip(out)
	}
	ended = true
	if err != nil {
		again = a.finish(err)
		a.release()
		return nil, err, again
	}
	failure = CheckResponse(resp)
	again = a.finish(failure)
	if resp.Body == nil {
		resp.Body = http.NoBody
	}
	if resp.Body == http.NoBody {
		a.release() // nobody has to close it
		if resp.StatusCode/100 != 3 {
			return resp, failure, again
		}
		a = attempt{} // a redirect may follow, which asks the body for the deadline
	}
	resp.Body = newBody(resp.Body, a, c.deadline)
	return resp, failure, again
}

// prepare returns the request of an attempt: the caller's, which it must not
// change, with the attempt's context, headers and a fresh body.
func prepare(ctx context.Context, req *http.Request, attempt int) (*http.Request, error) {
	out := req.WithContext(ctx)
	key := ""
	if req.Header.Get(KeyHeader) == "" {
		key = Key(ctx)
	}
	deadline, limited := ctx.Deadline()
	if key != "" || limited {
		if out.Header = req.Header.Clone(); out.Header == nil {
			out.Header = make(http.Header)
		}
	}
	if key != "" {
		out.Header.Set(KeyHeader, key)
	}
	if limited {
		setDeadline(out.Header, time.Until(deadline))
	}
	if attempt > 1 && req.GetBody != nil {
		fresh, err := req.GetBody()
		if err != nil {
			return nil, Permanent(err)
		}
		out.Body = fresh
	}
	return out, nil
}

// idempotent reports whether a request may be sent twice (RFC 9110, section
// 9.2.2, or by its key).
func idempotent(req *http.Request) bool {
	switch req.Method {
	case "", http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace, http.MethodPut, http.MethodDelete:
		return true
	}
	return req.Header.Get(KeyHeader) != ""
}

// rewindable reports whether the request's body can be sent again.
func rewindable(req *http.Request) bool {
	return req.Body == nil || req.Body == http.NoBody || req.GetBody != nil
}

// closeBody closes the body of a request that is not sent, as a RoundTripper has
// to in any case.
func closeBody(req *http.Request) {
	if req.Body != nil {
		req.Body.Close()
	}
}

// drain reads the rest of a short body, so that its connection can be used again,
// and closes it.
func drain(b io.ReadCloser) {
	const short = 64 << 10
	_, _ = io.CopyN(io.Discard, b, short) // an error just costs the connection
	b.Close()
}

// A body gives back what its attempt holds when it has been read or is closed.
type body struct {
	io.ReadCloser
	deadline time.Time // of the request, for a redirect that follows
	once     sync.Once
	attempt  attempt
}

// newBody keeps the Write of a connection that was switched to another protocol.
func newBody(b io.ReadCloser, a attempt, deadline time.Time) io.ReadCloser {
	wrapped := &body{ReadCloser: b, deadline: deadline, attempt: a}
	if conn, ok := b.(io.Writer); ok {
		return struct {
			*body
			io.Writer
		}{wrapped, conn}
	}
	return wrapped
}

func (b *body) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err != nil {
		b.once.Do(b.attempt.release)
	}
	return n, err
}

func (b *body) Close() error {
	err := b.ReadCloser.Close()
	b.once.Do(b.attempt.release)
	return err
}
