package resilience

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// NoRetryHeader is the response header by which a server asks not to be called
// again for this request, with the value "false". Several public APIs and their
// clients use it.
const NoRetryHeader = "X-Should-Retry"

// A StatusError is an HTTP response that is not what the caller asked for.
type StatusError struct {
	Code    int           // the status, 400 or above
	After   time.Duration // the wait that Retry-After asks for; 0 if none
	NoRetry bool          // the server asks not to be called again
}

// Error returns the status and its text.
func (e *StatusError) Error() string {
	return fmt.Sprintf("resilience: HTTP status %d %s", e.Code, http.StatusText(e.Code))
}

// CheckResponse returns a [*StatusError] for a response with a status of 400 or
// above, and nil for others. It doesn't touch the body.
//
// Of these, a policy retries 408, 429, 500, 502, 503 and 504, if the server
// doesn't ask it not to; a breaker ignores those below 500.
func CheckResponse(resp *http.Response) error {
	if resp.StatusCode < 400 {
		return nil
	}
	return &StatusError{
		Code:    resp.StatusCode,
		After:   retryAfter(resp.Header.Get("Retry-After")),
		NoRetry: strings.EqualFold(resp.Header.Get(NoRetryHeader), "false"),
	}
}

// retryable reports whether the same request may get another answer.
func (e *StatusError) retryable() bool {
	switch e.Code {
	case http.StatusRequestTimeout, http.StatusTooManyRequests, http.StatusInternalServerError,
		http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// retryAfter reads a Retry-After header (RFC 9110, section 10.2.3): seconds, or a
// date. What can't be read, or is past, is 0.
func retryAfter(value string) time.Duration {
	if value == "" {
		return 0
	}
	if seconds, err := strconv.ParseInt(value, 10, 64); err == nil {
		const most = int64(1<<63-1) / int64(time.Second)
		return time.Duration(min(max(seconds, 0), most)) * time.Second
	}
	if date, err := http.ParseTime(value); err == nil {
		return max(0, time.Until(date))
	}
	return 0
}
