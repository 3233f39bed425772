package fallback

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/fix"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/standin"
)

// timed reports whether a call that stands in for another has a deadline of its own:
// one that is made for it, and not what the first has left of a common one.
func (f *finder) timed(s standin.StandIn) bool {
	if fn := deadline.Called(&s.Instead.Call); fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == fix.RuntimePath {
		return true // what its policy says has been decided
	}
	if f.conducts.Timed(&s.Instead.Call) || f.ownContext(s.Instead, s.First) {
		return true
	}
	for _, fn := range literals(&s.Instead.Call) {
		if f.makesDeadline(fn) {
			return true
		}
	}
	return false
}

// ownContext reports whether a call is given a context with a deadline that the
// function made, and that it did not give to the other one, too.
func (f *finder) ownContext(call, other *ssa.Call) bool {
	made := deadlineOf(call)
	return made != nil && (other == nil || deadlineOf(other) != made)
}

// deadlineOf is the call that gave the context of a call its deadline, in the same
// function, or nil.
func deadlineOf(call *ssa.Call) *ssa.Call {
	for _, v := range append([]ssa.Value{call.Call.Value}, call.Call.Args...) {
		if made := madeWithDeadline(v, 0); made != nil {
			return made
		}
	}
	return nil
}

func madeWithDeadline(v ssa.Value, depth int) *ssa.Call {
	if depth > 6 {
		return nil
	}
	switch v := v.(type) {
	case *ssa.Extract:
		call, ok := v.Tuple.(*ssa.Call)
		if !ok {
			return nil
		}
		if isWithDeadline(&call.Call) {
			return call
		}
		return fromArguments(call, depth) // a request that is made with a context
	case *ssa.Call:
		return fromArguments(v, depth)
	case *ssa.UnOp:
		return madeWithDeadline(v.X, depth+1)
	case *ssa.ChangeType:
		return madeWithDeadline(v.X, depth+1)
	case *ssa.Alloc:
		for _, ref := range *v.Referrers() {
			if store, ok := ref.(*ssa.Store); ok && store.Addr == v && deadline.IsRequest(store.Val.Type()) {
				if made := madeWithDeadline(store.Val, depth+1); made != nil {
					return made
				}
			}
		}
	case *ssa.Phi:
		return anyWithDeadline(v.Edges, depth)
	case *ssa.MakeClosure:
		return anyWithDeadline(v.Bindings, depth) // what a function literal shares
	}
	return nil
}

func anyWithDeadline(values []ssa.Value, depth int) *ssa.Call {
	for _, v := range values {
		if made := madeWithDeadline(v, depth+1); made != nil {
			return made
		}
	}
	return nil
}

// fromArguments looks at what a context or request is made of.
func fromArguments(call *ssa.Call, depth int) *ssa.Call {
	for _, arg := range call.Call.Args {
		if deadline.IsRequest(arg.Type()) {
			return madeWithDeadline(arg, depth+1)
		}
	}
	return nil
}

func isWithDeadline(call *ssa.CallCommon) bool {
	fn := deadline.Called(call)
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "context" {
		return false
	}
	return strings.HasPrefix(fn.Name(), "WithTimeout") || strings.HasPrefix(fn.Name(), "WithDeadline")
}

// literals are the function literals that a call is of, or is given.
func literals(call *ssa.CallCommon) (found []*ssa.Function) {
	for _, v := range append([]ssa.Value{call.Value}, call.Args...) {
		if fn := standin.Literal(v); fn != nil {
			found = append(found, fn)
		}
	}
	return found
}

// makesDeadline reports whether a function makes a deadline, or calls one that reaches
// another machine within its own.
func (f *finder) makesDeadline(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok && (isWithDeadline(&call.Call) || f.conducts.Timed(&call.Call)) {
				return true
			}
		}
	}
	return false
}

// guarded reports whether a call goes through a breaker or a limit: one that a table or a fact
// knows, or that is called so. A name is enough for silence.
func (f *finder) guarded(call *ssa.Call) bool {
	fn := deadline.Called(&call.Call)
	if fn == nil {
		return false
	}
	if claim := knowledge.Func(fn); claim != nil {
		switch claim.Kind {
		case knowledge.Fallback, knowledge.Gate, knowledge.Through, knowledge.Execute:
			return true
		}
	}
	if f.conducts.Guards(fn) != nil {
		return true
	}
	name := fn.Name()
	if recv := fn.Signature().Recv(); recv != nil {
		name += types.TypeString(recv.Type(), func(*types.Package) string { return "" })
	}
	if fn.Pkg() != f.pass.Pkg && fn.Pkg() != nil {
		name += fn.Pkg().Path()
	}
	name = strings.ToLower(name)
	for _, word := range []string{"breaker", "bulkhead", "circuit", "hystrix", "failsafe", "/reslint/resilience"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}

// callsGuarded reports whether a function literal calls something through a breaker or a
// limit.
func (f *finder) callsGuarded(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok && len(literals(&call.Call)) > 0 && f.guarded(call) {
				return true
			}
		}
	}
	return false
}
