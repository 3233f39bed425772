package loops

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/ablation"
)

// A Judge knows what calls do.
type Judge interface {
	// Remote reports whether a call waits for another machine, and the way to
	// there.
	Remote(*ssa.CallCommon) (via string, ok bool)
	// Asks reports whether a call may do so through a method of an interface that
	// takes a context.
	Asks(*ssa.CallCommon) bool
	// Sleeps reports whether a call may wait for time to pass.
	Sleeps(*ssa.CallCommon) bool
}

// A Retry is a loop that repeats an operation because it failed: its error, or
// the status of its response, leads back to it, and success leaves the loop.
type Retry struct {
	*Loop
	// Op is the operation. Via is the way from it to another machine; it is
	// empty where somebody else decides: for a function that is handed over, for an
	// interface's method, and for what leads to one.
	Op  *ssa.Call
	Via string
	// Reconnects is set if success leads back to the operation, too, once the
	// connection that it made has been used up. Such a loop runs for ever by design.
	Reconnects bool
	// Resumes is set if the loop works through something, and does one piece of it
	// again after a failure.
	Resumes bool
	// Waits are the waits between a failure and the next attempt.
	Waits []*Wait
	// Hot is set if there is a way from a failure of any kind to the next attempt on
	// which nothing waits.
	Hot bool
	// Bounded is set if something other than success and certain errors ends the
	// loop: a number of attempts, a time, a context, a channel. It EndsItself if that
	// is the loop's own doing, and not a context or a channel. Attempts is the number
	// if it is known.
	Bounded, EndsItself bool
	Attempts            int
	// Trace is what it does when every attempt fails.
	Trace *Trace

	outcome *outcome
}

// Retries returns the retry loops of a function.
func Retries(fn *ssa.Function, j Judge) []*Retry {
	all := Of(fn)
	for _, l := range []*Loop{recursion(fn), ranged(fn)} {
		if l != nil {
			all = append(all, l)
		}
	}
	var found []*Retry
	for _, l := range all {
		if r := l.retry(all, j); r != nil {
			found = append(found, r)
		}
	}
	return found
}

// retry is the retry that the loop is, of the first call that it repeats because
// that failed, or nil. The calls of loops inside are theirs.
func (l *Loop) retry(all []*Loop, j Judge) *Retry {
	for _, b := range l.Head.Parent().Blocks {
		if !l.Blocks[b] || innermost(all, b) != l {
			continue
		}
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || callsItself(call) {
				continue
			}
			via, known, ok := operation(call, j)
			if !ok {
				continue
			}
			if r := l.retries(all, call, j); r != nil && (known || r.backsOff()) {
				r.Via = via
				return r
			}
		}
	}
	return nil
}

// innermost returns the smallest loop around a block.
func innermost(all []*Loop, b *ssa.BasicBlock) *Loop {
	var inner *Loop
	for _, l := range all {
		if l.Blocks[b] && (inner == nil || len(l.Blocks) < len(inner.Blocks)) {
			inner = l
		}
	}
	return inner
}

// backsOff reports whether the loop waits for a time between the attempts: nobody
// does so who does not expect a failure to pass.
func (r *Retry) backsOff() bool {
	return !r.Hot && slices.ContainsFunc(r.Waits, func(w *Wait) bool { return w.For != nil })
}

// retries tells whether the loop repeats op because it failed.
func (l *Loop) retries(all []*Loop, op *ssa.Call, j Judge) *Retry {
	o := outcomeOf(all, l, op)
	if o.err == nil {
		return nil
	}
	reconnects, resumes := false, l.resumes(all, o, j)
	if !resumes && (l.each(op) || l.turns(o)) && !ablation.Off(ablation.Walks) {
		return nil
	}
	if !resumes && o.again(succeeded, nil) {
		if reconnects = l.reconnects(all, o, j); !reconnects && !ablation.Off(ablation.Walks) {
			return nil
		}
	}
	if !reconnects && waitsFor(op.Parent()) {
		return nil
	}
	why, refuses := failed, o.againRefused()
	if !o.again(failed, nil) && !ablation.Off(ablation.Walks) {
		if why = refused; !refuses {
			return nil
		}
	}
	r := &Retry{Loop: l, Op: op, Attempts: l.Rounds, Reconnects: reconnects, Resumes: resumes, outcome: o}
	r.Waits = l.waits(all, op, j)
	if !resumes && len(r.Waits) == 0 && l.supplied(op) {
		return nil // who waits expects the failure to pass, whatever is asked next
	}
	paced := make(map[*ssa.BasicBlock]bool)
	for b := range l.Blocks {
		if paces(b, op, j) {
			paced[b] = true
		}
	}
	if why == failed {
		why = surprised // who repeats one certain error at once knows what it means
	}
	r.Hot = !l.asksIterator() && o.again(why, paced)
	r.Bounded, r.EndsItself = l.ends(o)
	r.EndsItself = r.EndsItself || l.Rounds > 0 || l.asksIterator()
	r.Bounded = r.Bounded || r.EndsItself
	if r.Trace = l.play(o, r.Waits, l.before); r.Attempts == 0 {
		r.Attempts = r.Trace.Attempts
	}
	return r
}

// AttemptsGiven is the parameter of the function that says how many attempts there are, and
// what is added to it: 1 if it counts those after the first. It is -1 if none does.
func (r *Retry) AttemptsGiven() (param, plus int) {
	if r.Attempts > 0 {
		return -1, 0
	}
	const few, more = 3, 5
	for i, p := range r.Op.Parent().Params {
		basic, ok := p.Type().Underlying().(*types.Basic)
		if !ok || basic.Info()&types.IsInteger == 0 {
			continue
		}
		with := func(n int64) int {
			return r.play(r.outcome, r.Waits, func(v ssa.Value) number {
				if v == p {
					return number{kind: whole, i: n}
				}
				return r.before(v)
			}).Attempts
		}
		if n, m := with(few), with(more); n > 0 && m-n == more-few {
			return i, n - few
		}
	}
	return -1, 0
}

// IsError reports whether values of the type tell of failures, nil of none: errors,
// and pointers to what is called one, as the RetryError of some helpers.
func IsError(t types.Type) bool {
	if p, ok := t.(*types.Pointer); ok {
		named, ok := p.Elem().(*types.Named)
		return ok && strings.HasSuffix(named.Obj().Name(), "Error")
	}
	return types.Identical(t, types.Universe.Lookup("error").Type())
}

// IsTimer reports whether t is the type of a timer's channel. It may be nil.
func IsTimer(t types.Type) bool {
	if t == nil {
		return false
	}
	ch, ok := t.Underlying().(*types.Chan)
	return ok && types.TypeString(ch.Elem(), nil) == "time.Time"
}
