// Package fault breaks things on purpose, in tests.
//
// A breaker that was never seen to open, a budget that was never seen to
// refuse and a timeout that never ended anything are settings, not controls.
// A [Switch] stands between a client and its server, as a [Transport], a
// [Handler] or a [Listen]er, and makes the server slow, silent, failing or
// gone while traffic flows. It also counts the requests that it saw: how much
// load a client offers to a server that fails is what such a test is about.
//
// Nothing here starts a goroutine or reads a clock but through package time,
// so that all of it runs inside a testing/synctest bubble, where 30 seconds of
// latency cost nothing.
package fault

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"
)

// ErrCut is what a caller gets in the place of an answer when the connection
// is cut. It is an [io.ErrUnexpectedEOF] too, as a cut connection gives.
var ErrCut = fmt.Errorf("fault: connection cut: %w", io.ErrUnexpectedEOF)

// A Fault says what happens to a request. The zero value is no fault.
//
// Latency may go with any of the others and comes first. Of Hang, Cut, Err and
// Status one is enough; where several are set, the first in this order counts.
type Fault struct {
	// Latency is waited for before the request goes on.
	Latency time.Duration

	// Hang gives no answer at all, until the request's context or its
	// connection ends. A request that hangs is not released by Heal.
	Hang bool

	// Cut ends the connection without an answer: ErrCut.
	Cut bool

	// Err is the failure. A Handler can't send an error to a client: there it
	// is status 500, and on a connection it is Cut.
	Err error

	// Status is the failure as an HTTP status, such as 503. On a connection it
	// is Cut.
	Status int

	// Lost lets the server do the work and then loses the answer, through
	// Hang, Cut, Err or Status; without one of these it means nothing. It is
	// the fault that shows whether a repeated request is done twice.
	Lost bool
}

// fails tells whether f leaves the request without its answer.
func (f Fault) fails() bool {
	return f.Hang || f.Cut || f.Err != nil || f.Status != 0
}

// Apply does to a call what f says: it waits for the latency, and then returns
// nil for a call that goes on, or the error that it ends with. A call that
// hangs ends with its context, for good if that never ends. If ctx ends the
// wait, the error is the context's cause.
//
// Apply knows nothing of Lost: who can let the call happen first does so
// before Apply.
func (f Fault) Apply(ctx context.Context) error {
	if err := sleep(ctx, f.Latency); err != nil {
		return err
	}
	switch {
	case f.Hang:
		<-ctx.Done()
		return context.Cause(ctx)
	case f.Cut:
		return ErrCut
	case f.Err != nil:
		return f.Err
	case f.Status != 0:
		return fmt.Errorf("fault: status %d", f.Status)
	}
	return nil
}

// sleep waits for d, or for the end of ctx, and returns its cause then.
func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Counts says what a Switch did since it was made. A request with latency that
// fails afterwards is counted for both.
type Counts struct {
	Seen    int64 // all requests, those without a fault among them
	Delayed int64 // had to wait for the latency
	Hung    int64 // got no answer
	Cut     int64 // lost their connection
	Failed  int64 // got an error or a status
}

// A Switch turns faults on and off while requests pass. The zero value is
// healthy, and so is a nil *Switch.
//
// A Switch is safe for concurrent use.
type Switch struct {
	mu     sync.Mutex
	fault  Fault
	share  uint64 // of the requests, in units of 2^-64
	all    bool   // or all of them
	n      uint64 // requests since Set
	sets   int    // how often Set was called
	counts Counts
}

// Set makes f happen to a share of the requests that come from now on: 0 is
// none of them, 1 is all. It panics if share is anything else.
//
// The share is spread evenly and in the same way every time: of any n requests
// in a row, share × n have the fault, give or take a few. There is no period
// in it that a client's retries could fall in step with.
func (s *Switch) Set(f Fault, share float64) {
	if !(share >= 0 && share <= 1) {
		panic(fmt.Sprintf("fault: a share of %v is not between 0 and 1", share))
	}
	f.Lost = f.Lost && f.fails()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sets++
	s.fault, s.n, s.all, s.share = f, 0, share == 1, 0
	if !s.all {
		s.share = uint64(share * (1 << 64))
	}
}

// Heal ends the faults for the requests that come from now on. Those that have
// met theirs already keep it.
func (s *Switch) Heal() { s.Set(Fault{}, 0) }

// golden is 2^64 divided by the golden ratio. Its multiples are spread over
// the numbers below 2^64 more evenly than those of any other, at each length
// of the sequence (Knuth, The Art of Computer Programming, 6.4).
const golden = 0x9e3779b97f4a7c15

// Next counts a request and says what is to happen to it. It is what a
// Transport, a Handler or an interceptor asks once for each request.
func (s *Switch) Next() Fault {
	if s == nil {
		return Fault{}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counts.Seen++
	s.n++
	if !s.all && s.n*golden >= s.share {
		return Fault{}
	}
	f := s.fault
	if f.Latency > 0 {
		s.counts.Delayed++
	}
	switch {
	case f.Hang:
		s.counts.Hung++
	case f.Cut:
		s.counts.Cut++
	case f.Err != nil, f.Status != 0:
		s.counts.Failed++
	}
	return f
}

// broken tells for which call of Set it was, if there are faults now, and 0 if
// there are none.
func (s *Switch) broken() (since int) {
	if s == nil {
		return 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.all && s.share == 0 {
		return 0
	}
	return s.sets
}

// Apply is Next and Fault.Apply in one, for a call without a notion of Lost.
func (s *Switch) Apply(ctx context.Context) error { return s.Next().Apply(ctx) }

// Counts returns what was done so far. Heal and Set don't reset it.
func (s *Switch) Counts() Counts {
	if s == nil {
		return Counts{}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.counts
}
