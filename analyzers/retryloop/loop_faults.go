package retryloop

import (
	"fmt"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/loops"
)

func (f *finder) hot(_ *ssa.Function, r *loops.Retry) *lack {
	if !r.Hot || r.Bounded && (r.Attempts <= 2 || len(r.Waits) > 0) {
		return nil
	}
	switch {
	case len(r.Waits) > 0:
		return &lack{rule: noBackoff, text: "has a way from a failure to the next attempt on which nothing waits"}
	case r.Attempts > 0:
		return &lack{rule: noBackoff, text: fmt.Sprintf("makes %d attempts at once, without a wait", r.Attempts)}
	}
	return &lack{rule: noBackoff, text: "waits for nothing: it sends as fast as the other side can refuse"}
}

func (f *finder) endless(fn *ssa.Function, r *loops.Retry) *lack {
	if r.Bounded || !hasContext(fn) {
		return nil
	}
	return &lack{rule: unbounded, text: "ends only with success: when the context has ended it goes on for ever"}
}

func (f *finder) uncapped(_ *ssa.Function, r *loops.Retry) *lack {
	if r.Bounded && r.Attempts == 0 || r.Attempts > 0 && r.Attempts < 12 {
		return nil
	}
	for _, w := range r.Waits {
		if s := r.Schedule(w); w.For != nil && s.Known && s.Grows && !s.Capped {
			return &lack{rule: noCap, text: "waits longer each time without a limit, until the wait overflows and is none"}
		}
	}
	return nil
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
	if first.Const != 0 {
		return &lack{rule: constantBackoff, text: "waits " + schedule(first.Const, r.Attempts) + ", without jitter: clients that failed together return together"}
	}
	text := "waits for the same time in every client, without jitter, so that those that failed together return together"
	if first.Grows {
		text = "waits longer each time but without jitter: clients that failed together return together"
	}
	return &lack{rule: noJitter, text: text}
}

func (f *finder) deaf(fn *ssa.Function, r *loops.Retry) *lack {
	if !hasContext(fn) {
		return nil
	}
	for _, w := range r.Waits {
		if w.Deaf {
			return &lack{rule: deafSleep, text: "sleeps without listening to the context"}
		}
	}
	return nil
}
