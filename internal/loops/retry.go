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
	// Sleeps reports whether a call may wait for time to pass.
	Sleeps(*ssa.CallCommon) bool
}

// A Retry is a loop that repeats an operation because it failed: its error, or
// the status of its response, leads back to it, and success leaves the loop.
type Retry struct {
	*Loop
	// Op is the operation. Via is the way from it to another machine; it is
	// empty for a function that is handed over, and for an interface's method.
	Op  *ssa.Call
	Via string
	// Waits are the waits between a failure and the next attempt.
	Waits []*Wait
	// Hot is set if there is a way from a failure of any kind to the next attempt on
	// which nothing waits.
	Hot bool
	// Bounded is set if something other than success and certain errors ends the
	// loop: a number of attempts, a time, a context, a channel. Attempts is that
	// number if it is constant.
	Bounded  bool
	Attempts int
}

// Retries returns the retry loops of a function.
func Retries(fn *ssa.Function, j Judge) []*Retry {
	all := Of(fn)
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
			if !ok {
				continue
			}
			via, ok := operation(call, j)
			if !ok {
				continue
			}
			if r := l.retries(all, call, j); r != nil {
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
// it reaches another machine, or what it does is decided by somebody else.
func operation(call *ssa.Call, j Judge) (via string, ok bool) {
	if asksWhether(call) {
		return "", false
	}
	results := call.Call.Signature().Results()
	if results.Len() == 0 || !IsError(results.At(results.Len()-1).Type()) {
		return "", false
	}
	if via, ok := j.Remote(&call.Call); ok {
		return via, true
	}
	if call.Call.IsInvoke() {
		params := call.Call.Signature().Params()
		return "", params.Len() > 0 && knowledge.IsContext(params.At(0).Type())
	}
	switch f := call.Call.Value.(type) {
	case *ssa.Parameter:
		return "", true
	case *ssa.MakeClosure:
		return remoteInside(f.Fn.(*ssa.Function), j)
	case *ssa.Function:
		if f.Object() == nil {
			return remoteInside(f, j)
		}
	}
	return "", false
}

// asksWhether reports whether a call asks if something is so far, by its name: what
// repeats it is waiting for a state. Nothing else tells that from a failure.
func asksWhether(call *ssa.Call) bool {
	if call.Call.IsInvoke() && named(types.TypeString(call.Call.Value.Type(), nil), "health") {
		return true
	}
	return named(calleeName(&call.Call), "ready", "poll", "health", "alive", "ping", "exists") || waitsFor(call.Parent())
}

// waitsFor reports whether a function is called after a state that it waits for.
func waitsFor(fn *ssa.Function) bool {
	for ; fn != nil; fn = fn.Parent() {
		if named(fn.Name(), "wait", "ready", "poll", "watch") && !named(fn.Name(), "retry", "retries", "backoff", "attempt") {
			return true
		}
	}
	return false
}

func named(name string, words ...string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(name, word) })
}

// remoteInside looks for a remote call in a function literal.
func remoteInside(fn *ssa.Function, j Judge) (via string, ok bool) {
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
	o := outcomeOf(l, op)
	if o.err == nil || l.each(op) {
		return nil
	}
	if o.again(succeeded, nil) {
		return nil
	}
	why := failed
	if !o.again(failed, nil) {
		if why = refused; !o.status || !o.again(refused, nil) {
			return nil
		}
	}
	r := &Retry{Loop: l, Op: op, Attempts: l.Rounds}
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
	r.Hot = o.again(why, paced)
	r.Bounded = l.Rounds > 0 || l.ends(o)
	return r
}

// each reports whether the operation is another one in each round: its operands
// are the elements of something.
func (l *Loop) each(op *ssa.Call) bool {
	seen := make(map[ssa.Value]bool)
	var element func(v ssa.Value, depth int) bool
	element = func(v ssa.Value, depth int) bool {
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
			if alloc, ok := v.X.(*ssa.Alloc); ok && v.Op == token.MUL {
				for _, ref := range *alloc.Referrers() {
					if store, ok := ref.(*ssa.Store); ok && store.Addr == alloc && l.Contains(store) && element(store.Val, depth+1) {
						return true
					}
				}
				return false
			}
			if _, ok := v.X.Type().Underlying().(*types.Chan); ok && v.Op == token.ARROW && !isTimeChan(v.X.Type()) {
				return true // taken from a queue
			}
		}
		for _, operand := range instr.Operands(nil) {
			if *operand != nil && element(*operand, depth+1) {
				return true
			}
		}
		return false
	}
	for _, operand := range op.Operands(nil) {
		if *operand != nil && element(*operand, 0) {
			return true
		}
	}
	return false
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
	case *types.Slice:
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
