package resilience

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"
)

// The kinds of rejection, one error each, so that logs and metrics can tell a
// dependency that failed from one that was not called. They are found with
// [errors.Is], and no policy retries them.
var (
	// ErrOpen: the breaker is open, and the dependency was not called.
	ErrOpen = errors.New("resilience: breaker is open")
	// ErrFull: the bulkhead has no free place, and the dependency was not called.
	ErrFull = errors.New("resilience: bulkhead is full")
	// ErrBudget: a retry was due, but the retry budget is spent.
	ErrBudget = errors.New("resilience: retry budget is spent")
	// ErrDeadline: too little time is left for a useful attempt. It is a
	// context.DeadlineExceeded, too, and a timeout as the net package has it.
	ErrDeadline error = deadlineError{}
	// ErrAttempts: as many attempts as the policy allows have failed.
	ErrAttempts = errors.New("resilience: attempts are used up")
	// ErrShed: the server has too much work at hand, and refused.
	ErrShed = errors.New("resilience: load was shed")
	// ErrNotTried is for a loop over [Attempts] to begin with: it is still there
	// after a loop that made no attempt at all.
	ErrNotTried = errors.New("resilience: no attempt was made")
)

type deadlineError struct{}

func (deadlineError) Error() string        { return "resilience: too little time is left" }
func (deadlineError) Timeout() bool        { return true }
func (deadlineError) Temporary() bool      { return true }
func (deadlineError) Is(target error) bool { return target == context.DeadlineExceeded }

// An Error tells that a policy has given up retrying. It is permanent: a layer
// above that retried it once more would multiply the calls (three attempts in
// each of four layers are 81).
//
// [errors.Is] and [errors.As] find both what ended the retries and the last
// attempt's error.
type Error struct {
	Policy   string // the policy's name, if it has one
	Attempts int    // attempts made, the first call counted
	Reason   error  // what ended the retries: ErrAttempts, ErrBudget, ErrDeadline or the context's cause
	Last     error  // the last attempt's error; nil if none was made
}

// Error says how often the call was tried, why no more, and with what result.
func (e *Error) Error() string {
	var b strings.Builder
	if e.Policy != "" {
		b.WriteString(e.Policy)
		b.WriteString(": ")
	}
	b.WriteString("after ")
	b.WriteString(strconv.Itoa(e.Attempts))
	b.WriteString(" attempt")
	if e.Attempts != 1 {
		b.WriteByte('s')
	}
	b.WriteString(", ")
	b.WriteString(strings.TrimPrefix(e.Reason.Error(), "resilience: "))
	if e.Last != nil && e.Last.Error() != e.Reason.Error() {
		b.WriteString(": ")
		b.WriteString(e.Last.Error())
	}
	return b.String()
}

// Unwrap returns the reason and the last attempt's error.
func (e *Error) Unwrap() []error {
	if e.Last == nil {
		return []error{e.Reason}
	}
	return []error{e.Reason, e.Last}
}

// Timeout reports whether time ran out: of the request, or of its last attempt.
// [net/url.Error] asks for it.
func (e *Error) Timeout() bool {
	for _, err := range e.Unwrap() {
		var t interface{ Timeout() bool }
		if errors.As(err, &t) && t.Timeout() {
			return true
		}
	}
	return false
}

// A rejection is one of the errors above with the name of the policy that made
// it. Policies make theirs once, so that a refused call allocates nothing.
type rejection struct {
	policy string
	err    error
}

func (r *rejection) Error() string {
	return r.policy + ": " + strings.TrimPrefix(r.err.Error(), "resilience: ")
}

func (r *rejection) Unwrap() error { return r.err }

// named gives err the name of a policy, if that has one.
func named(policy string, err error) error {
	if policy == "" {
		return err
	}
	return &rejection{policy, err}
}

type permanent struct{ error }

func (p permanent) Unwrap() error { return p.error }

// Permanent marks err as one that another attempt can't mend, so that no policy
// retries it: neither the one at hand nor those in the layers above. The error's
// text stays as it is, and [errors.Is] and [errors.As] see err. Permanent(nil)
// is nil.
func Permanent(err error) error {
	if err == nil {
		return nil
	}
	return permanent{err}
}

// IsPermanent reports whether no policy retries err: it was marked by
// [Permanent], a policy gave up on it, it is a rejection by a breaker, bulkhead,
// budget, deadline or load shedder, or a [StatusError] whose server asked not to
// be called again.
func IsPermanent(err error) bool {
	if err == nil {
		return false
	}
	if mark := (permanent{}); errors.As(err, &mark) {
		return true
	}
	var gaveUp *Error
	if errors.As(err, &gaveUp) {
		return true
	}
	var status *StatusError
	if errors.As(err, &status) && status.NoRetry {
		return true
	}
	return isRejection(err)
}

// isRejection reports whether err says that something was not done, on purpose.
func isRejection(err error) bool {
	for _, kind := range []error{ErrOpen, ErrFull, ErrBudget, ErrDeadline, ErrShed} {
		if errors.Is(err, kind) {
			return true
		}
	}
	return false
}

type after struct {
	error
	wait time.Duration
}

func (a after) Unwrap() error { return a.error }

// After adds to err that the dependency asked for a wait of at least d before
// the next attempt, as HTTP's Retry-After does. A policy waits that long instead
// of its own backoff, and a little more so that clients do not return together,
// but never longer than its cap; if the deadline comes first, there is no
// further attempt. A d of zero or less, like After(nil, d), changes nothing.
func After(err error, d time.Duration) error {
	if err == nil || d <= 0 {
		return err
	}
	return after{err, d}
}

// askedWait returns the wait that a dependency asked for, or 0.
func askedWait(err error) time.Duration {
	var a after
	if errors.As(err, &a) {
		return a.wait
	}
	var status *StatusError
	if errors.As(err, &status) {
		return status.After
	}
	return 0
}

// retryable is what a policy retries if its owner doesn't say otherwise:
// everything but what somebody asked to stop, and answers that will be the same
// again.
func retryable(err error) bool {
	if errors.Is(err, context.Canceled) {
		return false
	}
	var status *StatusError
	if errors.As(err, &status) {
		return status.retryable()
	}
	return true
}
