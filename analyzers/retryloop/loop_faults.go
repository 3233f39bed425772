package retryloop

import (
	"fmt"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/loops"
)

func (f *finder) hot(_ *ssa.Function, r *loops.Retry) *fault {
	if !r.Hot || r.Bounded && (r.Attempts <= 2 || len(r.Waits) > 0) {
		return nil
	}
	switch {
	case len(r.Waits) > 0:
		return &fault{noBackoff, "has a way from a failure to the next attempt on which nothing waits"}
	case r.Attempts > 0:
		return &fault{noBackoff, fmt.Sprintf("makes %d attempts at once, without a wait", r.Attempts)}
	}
	return &fault{noBackoff, "waits for nothing: it sends as fast as the other side can refuse"}
}

func (f *finder) endless(fn *ssa.Function, r *loops.Retry) *fault {
	if r.Bounded || !hasContext(fn) {
		return nil
	}
	return &fault{unbounded, "ends only with success: when the context has ended it goes on for ever"}
}

func (f *finder) uncapped(_ *ssa.Function, r *loops.Retry) *fault {
	if r.Bounded && r.Attempts == 0 || r.Attempts > 0 && r.Attempts < 12 {
		return nil
	}
	for _, w := range r.Waits {
		if s := r.Schedule(w); w.For != nil && s.Known && s.Grows && !s.Capped {
			return &fault{noCap, "waits longer each time without a limit, until the wait overflows and is none"}
		}
	}
	return nil
}

func (f *finder) synchronised(_ *ssa.Function, r *loops.Retry) *fault {
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
	text := "waits for the same time in every client, without jitter, so that those that failed together return together"
	switch plan := schedule(first, r.Attempts); {
	case plan != "":
		text = "waits " + plan + ", without jitter: clients that failed together return together"
	case first.Grows:
		text = "waits longer each time but without jitter: clients that failed together return together"
	}
	return &fault{noJitter, text}
}

func (f *finder) deaf(fn *ssa.Function, r *loops.Retry) *fault {
	if !hasContext(fn) {
		return nil
	}
	for _, w := range r.Waits {
		if w.Deaf {
			return &fault{deafSleep, "sleeps without listening to the context"}
		}
	}
	return nil
}
