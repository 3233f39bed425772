package resilience

import (
	"container/list"
	"context"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// The defaults of a Shedder.
const (
	shedLimit      = 200
	shedMaxWait    = time.Second
	shedRetryAfter = 10 * time.Second
)

// A Shedder keeps a server from taking on work that it can't finish in time.
// At most Limit requests are at work; some more wait, and the others are
// refused at once, which costs next to nothing. What is accepted is so served
// as fast as ever, however much is asked for.
//
// Requests wait only when the server is overloaded, and then the newest is
// served first and the oldest is dropped when too many wait: the longer a
// request has waited, the likelier is it that its client has given up. A
// request whose context ends leaves the queue.
//
// The zero Shedder works, with the defaults of its fields. They must not be
// changed once it is in use. A Shedder is safe for concurrent use and must not
// be copied.
type Shedder struct {
	// Limit is how many requests may be at work at once; 0 means 200. By
	// Little's law a server that is to answer r requests a second, each in d
	// seconds, has r × d of them at work.
	Limit int

	// Queue is how many requests may wait; 0 means as many as Limit, and a
	// negative number none.
	Queue int

	// MaxWait is how long a request may wait before it is dropped; 0 means one
	// second. Without it the oldest could wait for as long as the overload
	// lasts, since all that come later are served first.
	MaxWait time.Duration

	// RetryAfter is the longest wait that Handler asks refused clients for; 0
	// means 10 seconds. For each a number of whole seconds is drawn, from 1 to
	// that, so that they don't come back all at once.
	RetryAfter time.Duration

	mu      sync.Mutex
	busy    int
	waiting list.List // of chan error, oldest first; if there are any, busy is at the limit
	refused int64
}

// ShedderStats says what a Shedder does now, and what it has refused.
type ShedderStats struct {
	Busy    int   // requests at work
	Waiting int   // requests in the queue
	Refused int64 // requests that got ErrShed since the Shedder was made
}

// Acquire lets a request in, at once or after a wait in the queue. If it
// returns nil, the caller must call Release when the work is done. Else the
// error is ErrShed for a request that is refused or dropped, and the cause of
// the context's end if that came first.
func (s *Shedder) Acquire(ctx context.Context) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	s.mu.Lock()
	if s.busy < s.limit() {
		s.busy++
		s.mu.Unlock()
		return nil
	}
	room := s.queue()
	if room <= 0 {
		s.refused++
		s.mu.Unlock()
		return ErrShed
	}
	if s.waiting.Len() >= room {
		s.drop(s.waiting.Front())
	}
	answer := make(chan error, 1) // there is one, nil for an open door
	e := s.waiting.PushBack(answer)
	s.mu.Unlock()

	tooLong := time.NewTimer(s.maxWait())
	defer tooLong.Stop()
	select {
	case err := <-answer:
		return err
	case <-tooLong.C:
		s.mu.Lock()
		defer s.mu.Unlock()
		if len(answer) == 0 {
			s.drop(e)
		}
		return <-answer
	case <-ctx.Done():
		s.mu.Lock()
		defer s.mu.Unlock()
		if len(answer) == 0 {
			s.waiting.Remove(e)
		} else if <-answer == nil {
			s.release() // let in at the very moment
		}
		return context.Cause(ctx)
	}
}

// drop refuses a request that waits. The caller holds s.mu.
func (s *Shedder) drop(e *list.Element) {
	s.refused++
	s.waiting.Remove(e).(chan error) <- ErrShed
}

// Release ends the work of a request that Acquire let in, and lets in the
// newest that waits. It panics if no request is at work.
func (s *Shedder) Release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.busy == 0 {
		panic("resilience: Release of a Shedder without Acquire")
	}
	s.release()
}

// release hands a seat on. The caller holds s.mu.
func (s *Shedder) release() {
	if e := s.waiting.Back(); e != nil {
		s.waiting.Remove(e).(chan error) <- nil
		return
	}
	s.busy--
}

// Stats returns what the Shedder does now.
func (s *Shedder) Stats() ShedderStats {
	s.mu.Lock()
	defer s.mu.Unlock()
	return ShedderStats{s.busy, s.waiting.Len(), s.refused}
}

// Handler returns a handler that lets requests through to next as the Shedder
// says. One that it refuses gets the status 503 (Service Unavailable) with two
// headers: Retry-After, and X-Should-Retry: false, which keeps the layers
// above from multiplying the load with retries of their own. The seat of a
// request is given back when next returns or panics.
//
// Handlers that share a Shedder share its limit. What must always answer, such
// as a health check, is better left outside.
func (s *Shedder) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.Acquire(r.Context()) != nil {
			w.Header().Set("Retry-After", strconv.FormatInt(s.retryAfter(), 10))
			w.Header().Set(NoRetryHeader, "false")
			http.Error(w, "overloaded", http.StatusServiceUnavailable)
			return
		}
		defer s.Release()
		next.ServeHTTP(w, r)
	})
}

// retryAfter draws the seconds that a client is asked to stay away.
func (s *Shedder) retryAfter() int64 {
	most := s.RetryAfter
	if most <= 0 {
		most = shedRetryAfter
	}
	return 1 + rand.Int64N(max(1, int64(most/time.Second)))
}

func (s *Shedder) limit() int {
	if s.Limit <= 0 {
		return shedLimit
	}
	return s.Limit
}

func (s *Shedder) queue() int {
	if s.Queue == 0 {
		return s.limit()
	}
	return s.Queue
}

func (s *Shedder) maxWait() time.Duration {
	if s.MaxWait <= 0 {
		return shedMaxWait
	}
	return s.MaxWait
}
