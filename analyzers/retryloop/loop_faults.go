package retryloop

import (
	"fmt"
	"go/token"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/retrypolicy"
)

func (f *finder) hot(_ *ssa.Function, r *loops.Retry) *lack {
	switch {
	case !r.Hot, r.Bounded && len(r.Waits) > 0, r.EndsItself && r.Attempts <= 2:
		return nil
	case r.Bounded && !r.EndsItself && r.Via == "":
		return nil // it may be something that waits by itself
	case len(r.Waits) > 0:
		return &lack{rule: noBackoff, text: "has a way from a failure to the next attempt on which nothing waits"}
	case r.Attempts > 0:
		return &lack{rule: noBackoff, text: fmt.Sprintf("makes %d attempts at once, without a wait", r.Attempts)}
	}
	if r.Bounded {
		return &lack{rule: noBackoff, text: "waits for nothing: until the context ends it sends as fast as the other side can refuse"}
	}
	return &lack{rule: noBackoff, text: "waits for nothing: it sends as fast as the other side can refuse"}
}

func (f *finder) endless(fn *ssa.Function, r *loops.Retry) *lack {
	if r.Bounded || !hasContext(fn) {
		return nil
	}
	return &lack{rule: unbounded, text: "ends only with success: when the context has ended it goes on for ever"}
}

func (f *finder) uncapped(fn *ssa.Function, r *loops.Retry) *lack {
	if n := overflows(r); n > 0 {
		if !inSource(fn, r.Trace.OverflowAt) {
			return nil // reported there
		}
		return &lack{rule: noCap, text: fmt.Sprintf("overflows after attempt %d: its wait is none from then on", n)}
	}
	if r.Bounded && r.Attempts == 0 || r.Attempts > 0 && r.Attempts < 12 {
		return nil
	}
	for _, w := range r.Waits {
		s := r.Schedule(w)
		if w.For == nil || !r.Trace.Negative() && (!s.Known || !s.Grows || s.Capped) {
			continue
		}
		text := "waits longer each time without a limit"
		wait, attempt := r.Trace.Reaches(time.Hour)
		if n := len(r.Trace.Waits); attempt == 0 && n > 0 && r.Attempts > 0 {
			wait, attempt = r.Trace.Waits[n-1], n
		}
		if attempt > 0 {
			text += fmt.Sprintf(": %s after attempt %d", retrypolicy.Format(wait), attempt)
		}
		return &lack{rule: noCap, text: text}
	}
	return nil
}

// overflows is the number of the attempt after which the wait of a loop overflows, or 0
// if it does not get there.
func overflows(r *loops.Retry) int {
	n := r.Trace.Overflows()
	if r.EndsItself && r.Attempts <= n {
		return 0
	}
	return n
}

// reportOverflow reports a wait that overflows in a function that computes it.
func (f *finder) reportOverflow(fn *ssa.Function, r *loops.Retry) {
	n, at := overflows(r), r.Trace.OverflowAt
	if n == 0 || !at.IsValid() || inSource(fn, at) || f.overflows[at] {
		return
	}
	f.overflows[at] = true
	d := f.at(at)
	d.Message = fmt.Sprintf("overflows after attempt %d: the wait is then negative, below any cap, and the retry of %s in %s waits for nothing", n, f.operation(r), fn.Name())
	f.rep.Report(noCap, d)
}

// inSource reports whether a place is in the source of a function.
func inSource(fn *ssa.Function, at token.Pos) bool {
	return fn.Syntax() == nil || !at.IsValid() || fn.Syntax().Pos() <= at && at < fn.Syntax().End()
}

func (f *finder) synchronised(_ *ssa.Function, r *loops.Retry) *lack {
	if len(r.Waits) == 0 {
		return nil
	}
	var first loops.Schedule
	for i, w := range r.Waits {
		s := r.Schedule(w)
		if w.For == nil || !s.Known || s.Random {
			return nil
		}
		if i == 0 {
			first = s
		}
	}
	const together = "without jitter: clients that failed together return together"
	waits := listed(r)
	switch {
	case first.Const != 0:
		return &lack{rule: constantBackoff, text: "waits " + waits + ", " + together}
	case waits != "":
		return &lack{rule: noJitter, text: "waits " + waits + ", " + together}
	case first.Grows:
		return &lack{rule: noJitter, text: "waits longer each time but " + together}
	}
	return &lack{rule: noJitter, text: "waits for the same time in every client, without jitter, so that those that failed together return together"}
}

// listed lists the waits of a retry, if they are known; those that come when a wait has
// overflowed are another fault.
func listed(r *loops.Retry) string {
	known, n := r.Trace.Waits, max(0, r.Attempts-1)
	if r.Trace.Negative() {
		n = 0
	}
	if len(known) < max(n, 1) || n == 0 && len(known) < 3 {
		if c := r.Schedule(r.Waits[0]).Const; c != 0 && len(r.Waits) == 1 {
			return retrypolicy.List(n, func(int) time.Duration { return c })
		}
		return ""
	}
	return retrypolicy.List(n, func(i int) time.Duration { return known[i] })
}

func (f *finder) deaf(fn *ssa.Function, r *loops.Retry) *lack {
	ear := ""
	switch quit := r.Quit(); {
	case hasContext(fn):
		ear = "the context"
	case quit != nil && quit.Name() != "" && isGiven(quit):
		ear = quit.Name()
	default:
		return nil
	}
	for _, w := range r.Waits {
		if w.Deaf {
			return &lack{rule: deafSleep, text: "sleeps without listening to " + ear}
		}
	}
	return nil
}

// isGiven reports whether a channel comes from outside under its own name.
func isGiven(ch ssa.Value) bool {
	switch ch.(type) {
	case *ssa.Parameter, *ssa.FreeVar:
		return true
	}
	return false
}
