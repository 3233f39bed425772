package loops

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/knowledge"
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

// operation reports whether a call may be what a loop retries: it can fail, and
// it reaches another machine, or what it does is decided by somebody else. It is
// known to, unless it is a method of an interface that takes no context, or leads to
// one that does.
func operation(call *ssa.Call, j Judge) (via string, known, ok bool) {
	results := call.Call.Signature().Results()
	if results.Len() == 0 || asksWhether(call) || isPeriodic(call) {
		return "", false, false
	}
	via, remote := j.Remote(&call.Call)
	if !IsError(results.At(results.Len() - 1).Type()) {
		fn := call.Call.StaticCallee()
		told := remote && fn != nil && tellsOfFailure(fn, j)
		return via, told, told
	}
	if remote {
		return via, true, true
	}
	if call.Call.IsInvoke() {
		params := call.Call.Signature().Params()
		known = params.Len() > 0 && knowledge.IsContext(params.At(0).Type())
		return "", known, known || !isStandard(call.Call.Method)
	}
	switch f := call.Call.Value.(type) {
	case *ssa.Builtin:
		return "", false, false
	case *ssa.Parameter:
		return "", true, true
	case *ssa.MakeClosure:
		via, ok = Inside(f.Fn.(*ssa.Function), j)
	case *ssa.Function:
		if f.Object() != nil {
			return "", false, j.Asks(&call.Call)
		}
		via, ok = Inside(f, j)
	default: // a function that is kept somewhere
		params := call.Call.Signature().Params()
		return "", false, params.Len() > 0 && knowledge.IsContext(params.At(0).Type())
	}
	return via, ok, ok
}

// isStandard reports whether a method is of an interface of the standard library, or
// predeclared: what is behind it is as likely to be a buffer.
func isStandard(fn *types.Func) bool { return fn.Pkg() == nil || knowledge.Standard(fn.Pkg().Path()) }

// backsOff reports whether the loop waits for a time between the attempts: nobody
// does so who does not expect a failure to pass.
func (r *Retry) backsOff() bool {
	return !r.Hot && slices.ContainsFunc(r.Waits, func(w *Wait) bool { return w.For != nil })
}

// asksWhether reports whether a call asks if something is so far, by its name: what
// repeats it is waiting for a state. Nothing else tells that from a failure.
func asksWhether(call *ssa.Call) bool {
	if call.Call.IsInvoke() && named(types.TypeString(call.Call.Value.Type(), nil), "health") {
		return true
	}
	return named(calleeName(&call.Call), "ready", "poll", "health", "alive", "ping", "exists")
}

// waitsFor reports whether a function is called after a state that it waits for.
func waitsFor(fn *ssa.Function) bool {
	for ; fn != nil; fn = fn.Parent() {
		if (named(fn.Name(), "wait", "ready", "poll") || strings.HasPrefix(strings.ToLower(fn.Name()), "watch")) && !named(fn.Name(), "retry", "retries", "backoff", "attempt") {
			return true
		}
	}
	return false
}

func named(name string, words ...string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(name, word) })
}

// Inside looks for a call in fn that waits for another machine, and the way to there.
func Inside(fn *ssa.Function, j Judge) (via string, ok bool) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok {
				if via, ok := j.Remote(&call.Call); ok {
					return via, true
				}
			}
		}
	}
	return "", false
}

// retries tells whether the loop repeats op because it failed.
func (l *Loop) retries(all []*Loop, op *ssa.Call, j Judge) *Retry {
	o := outcomeOf(all, l, op)
	if o.err == nil {
		return nil
	}
	reconnects, resumes := false, l.resumes(all, o, j)
	if !resumes && l.each(op) {
		return nil
	}
	if !resumes && o.again(succeeded, nil) {
		if reconnects = l.reconnects(all, o, j); !reconnects {
			return nil
		}
	}
	if !reconnects && waitsFor(op.Parent()) {
		return nil
	}
	why, refuses := failed, o.againRefused()
	if !o.again(failed, nil) {
		if why = refused; !refuses {
			return nil
		}
	}
	r := &Retry{Loop: l, Op: op, Attempts: l.Rounds, Reconnects: reconnects, Resumes: resumes, outcome: o}
	r.Waits = l.waits(all, op, j)
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
	if r.Trace = l.play(o, r.Waits); r.Attempts == 0 {
		r.Attempts = r.Trace.Attempts
	}
	return r
}

// each reports whether the operation is another one in each round: its operands
// are the elements of something.
func (l *Loop) each(op *ssa.Call) bool {
	seen := make(map[ssa.Value]bool)
	var element func(v ssa.Value, depth int) bool
	element = func(v ssa.Value, depth int) bool {
		if p, ok := v.(*ssa.Parameter); ok && l.asksIterator() {
			return l.changes[p]
		}
		instr, ok := v.(ssa.Instruction)
		if !ok || seen[v] || depth > 12 || !l.Contains(instr) {
			return false
		}
		seen[v] = true
		switch v := v.(type) {
		case *ssa.Next:
			return true
		case *ssa.Phi:
			if v.Block() == l.Head {
				return l.another(v)
			}
		case *ssa.IndexAddr:
			if l.varies(v.Index) {
				return true
			}
		case *ssa.Index:
			if l.varies(v.Index) {
				return true
			}
		case *ssa.Lookup:
			if l.varies(v.Index) {
				return true
			}
		case *ssa.UnOp:
			if _, ok := v.X.Type().Underlying().(*types.Chan); ok && v.Op == token.ARROW && !isTimeChan(v.X.Type()) {
				return true // taken from a queue
			}
		}
		return slices.ContainsFunc(l.madeOf(v), func(part ssa.Value) bool { return element(part, depth+1) })
	}
	return slices.ContainsFunc(l.madeOf(op), func(part ssa.Value) bool { return element(part, 0) })
}

// madeOf are the values that v is made of: its operands, and what the loop puts where v
// points to, or where its operands do.
func (l *Loop) madeOf(v ssa.Value) (parts []ssa.Value) {
	instr, ok := v.(ssa.Instruction)
	if !ok {
		return nil
	}
	for _, operand := range instr.Operands(nil) {
		if *operand != nil {
			parts = append(parts, *operand)
			parts = append(parts, l.putInto(*operand)...)
		}
	}
	return append(parts, l.putInto(v)...)
}

// putInto are the values that the loop stores in the variable, struct, array or map
// that v is.
func (l *Loop) putInto(v ssa.Value) (values []ssa.Value) {
	if v.Referrers() == nil {
		return nil
	}
	for _, ref := range *v.Referrers() {
		if !l.Contains(ref) {
			continue
		}
		switch ref := ref.(type) {
		case *ssa.Store:
			if _, ok := v.(*ssa.Alloc); ok && ref.Addr == v {
				values = append(values, ref.Val)
			}
		case *ssa.FieldAddr, *ssa.IndexAddr:
			part := ref.(ssa.Value)
			for _, use := range *part.Referrers() {
				if store, ok := use.(*ssa.Store); ok && store.Addr == part && l.Contains(store) {
					values = append(values, store.Val)
				}
			}
		case *ssa.MapUpdate:
			if ref.Map == v {
				values = append(values, ref.Key, ref.Value)
			}
		}
	}
	return values
}

// another reports whether a variable of the loop's head is something else in each
// round: what is worked on, not what counts, waits, or tells how it went.
func (l *Loop) another(phi *ssa.Phi) bool {
	if IsError(phi.Type()) || knowledge.IsContext(phi.Type()) || isDuration(phi.Type()) {
		return false
	}
	if c, _ := counted(phi); c != nil {
		return false
	}
	switch t := phi.Type().Underlying().(type) {
	case *types.Basic:
		return t.Info()&(types.IsString|types.IsInteger) != 0
	case *types.Slice, *types.Struct:
		return true
	}
	return false
}

// varies reports whether an index changes from round to round.
func (l *Loop) varies(index ssa.Value) bool {
	switch v := index.(type) {
	case *ssa.Phi:
		return v.Block() == l.Head
	case *ssa.BinOp:
		return l.varies(v.X) || l.varies(v.Y)
	case *ssa.Convert:
		return l.varies(v.X)
	}
	return false
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

func isTimeChan(t types.Type) bool {
	ch, ok := t.Underlying().(*types.Chan)
	return ok && types.TypeString(ch.Elem(), nil) == "time.Time"
}
