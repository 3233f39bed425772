// Package standin finds the calls whose results stand in for that of a call that has
// failed. It goes by the flow of values: on the way that a function takes after the
// failure, and on no other, a second call is made, and its result ends up where that of
// the first would have: in the same result, variable or field.
//
// What such a call is and does, another machine, a lock, an answer from memory, is for
// others to judge.
package standin

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/loops"
)

// A StandIn is a call that answers where another one has failed.
type StandIn struct {
	// First is the call that fails, and waits for another machine by the way Via. For a
	// gate, which says whether a call may be made, it is that.
	First *ssa.Call
	Via   string
	Gate  bool
	// Instead is the call that answers in its place.
	Instead *ssa.Call
}

// Of returns the calls of a function that stand in for others.
func Of(fn *ssa.Function, j loops.Judge) (found []StandIn) {
	if len(fn.Blocks) < 2 {
		return nil // nothing depends on how a call ends
	}
	told := make(map[*ssa.Call]bool)
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			for _, f := range firsts(call, j) {
				for _, instead := range f.insteads() {
					if !told[instead] {
						told[instead] = true
						found = append(found, StandIn{First: f.call, Via: f.via, Gate: f.gate, Instead: instead})
					}
				}
			}
		}
	}
	return found
}

// A first is a call for which another may stand in.
type first struct {
	judge loops.Judge
	// call is what waits for another machine, and op what tells how that went: call
	// itself, or a method of what it returned, as Scan of a row.
	call, op *ssa.Call
	via      string
	gate     bool

	ending         *loops.Ending
	failed, passed map[*ssa.BasicBlock]bool
	answer         *flow
}

// firsts are the ways in which a call may be the first of two.
func firsts(call *ssa.Call, j loops.Judge) (found []*first) {
	if isGate(call) {
		return appendFirst(nil, &first{judge: j, call: call, op: call, gate: true})
	}
	via, ok := Remote(&call.Call, j)
	if !ok {
		return nil
	}
	if givesError(call) {
		return appendFirst(nil, &first{judge: j, call: call, op: call, via: via})
	}
	if call.Call.Signature().Results().Len() != 1 {
		return nil
	}
	for _, ref := range *call.Referrers() {
		if op, ok := ref.(*ssa.Call); ok && isMethodOf(op, call) && givesError(op) {
			found = appendFirst(found, &first{judge: j, call: call, op: op, via: via})
		}
	}
	return found
}

func appendFirst(list []*first, f *first) []*first {
	if f.ending = loops.EndingOf(f.op); f.ending == nil {
		return list
	}
	f.failed, f.passed = f.ending.Failed(), f.ending.Succeeded()
	f.answer = newFlow(f.judge)
	if f.gate {
		f.guarded()
	} else {
		f.answer.from(f.call)
		f.answer.from(f.op)
	}
	return append(list, f)
}

// guarded lets the answers flow of the calls that a gate is in front of.
func (f *first) guarded() {
	for _, b := range f.op.Parent().Blocks {
		if !f.passed[b] || f.failed[b] {
			continue
		}
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok {
				if _, ok := Remote(&call.Call, f.judge); ok {
					f.answer.from(call)
				}
			}
		}
	}
}

// isGate reports whether a call asks if another one may be made.
func isGate(call *ssa.Call) bool {
	fn := deadline.Called(&call.Call)
	if fn == nil {
		return false
	}
	claim := knowledge.Func(fn)
	return claim != nil && claim.Kind == knowledge.Gate
}

func givesError(call *ssa.Call) bool {
	results := call.Call.Signature().Results()
	return results.Len() > 0 && loops.IsError(results.At(results.Len()-1).Type())
}

// isMethodOf reports whether call is a method of what v is.
func isMethodOf(call *ssa.Call, v ssa.Value) bool {
	recv, _ := deadline.Arguments(&call.Call)
	return recv == v
}

// insteads are the calls that are made after a failure only, and whose results take
// the place of the answer.
func (f *first) insteads() (found []*ssa.Call) {
	for _, b := range f.op.Parent().Blocks {
		if !f.failed[b] || f.passed[b] {
			continue
		}
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if ok && !f.continues(call) && !recovers(call) && f.takesPlace(call) {
				found = append(found, call)
			}
		}
	}
	return found
}

// continues reports whether a call works with what the first has returned, or is the
// same operation once more.
func (f *first) continues(call *ssa.Call) bool {
	if Same(f.call, call) {
		return true
	}
	outs := targets(call)
	for _, arg := range deadline.AllArguments(&call.Call) {
		if f.answer.has[arg] && !outs[arg] && !loops.IsError(arg.Type()) {
			return true
		}
	}
	return false
}

// Same reports whether two calls are one operation with the same operands: the second
// is a retry of the first.
func Same(a, b *ssa.Call) bool {
	x, y := deadline.AllArguments(&a.Call), deadline.AllArguments(&b.Call)
	if !SameCallee(a, b) || len(x) != len(y) {
		return false
	}
	for i := range x {
		if !knowledge.IsContext(x[i].Type()) && !SameValue(x[i], y[i]) {
			return false
		}
	}
	return true
}

// SameCallee reports whether two calls are of one function or method.
func SameCallee(a, b *ssa.Call) bool {
	if fn := deadline.Called(&a.Call); fn != nil {
		return fn == deadline.Called(&b.Call)
	}
	return a.Call.Value == b.Call.Value
}

// SameValue reports whether two values are one, or read from one place.
func SameValue(a, b ssa.Value) bool {
	if a == b {
		return true
	}
	switch a := a.(type) {
	case *ssa.UnOp:
		b, ok := b.(*ssa.UnOp)
		return ok && a.Op == token.MUL && b.Op == token.MUL && SameValue(a.X, b.X)
	case *ssa.FieldAddr:
		b, ok := b.(*ssa.FieldAddr)
		return ok && a.Field == b.Field && SameValue(a.X, b.X)
	case *ssa.MakeInterface:
		b, ok := b.(*ssa.MakeInterface)
		return ok && SameValue(a.X, b.X)
	case *ssa.Const:
		b, ok := b.(*ssa.Const)
		return ok && a.String() == b.String()
	}
	return false
}
