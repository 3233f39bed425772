package effects

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/retrypolicy"
)

// KnowsOpen reports whether a function, or one of the package that it calls, names the
// error of an open breaker, or asks for its state: it knows what to do then.
func (cs *Conducts) KnowsOpen(fn *ssa.Function) bool {
	seen := make(map[*ssa.Function]bool)
	var knows func(fn *ssa.Function) bool
	knows = func(fn *ssa.Function) bool {
		if fn == nil || seen[fn] {
			return false
		}
		seen[fn] = true
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				for _, operand := range instr.Operands(nil) {
					if g, ok := (*operand).(*ssa.Global); ok && loops.IsError(deref(g.Type())) && namesOpenError(g.Name()) {
						return true
					}
					if lit, ok := (*operand).(*ssa.Function); ok && len(lit.Blocks) > 0 && cs.ownBreaker(lit) == nil && knows(lit) {
						return true
					}
				}
				if closure, ok := instr.(*ssa.MakeClosure); ok && knows(closure.Fn.(*ssa.Function)) {
					return true
				}
				call, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				if callee := deadline.Called(call.Common()); callee != nil && asksState(callee.Name()) && cs.Guards(callee) == nil {
					return true
				}
				if callee := deadline.Callee(call.Common()); callee != nil && cs.ownBreaker(callee) == nil && knows(callee) {
					return true
				}
			}
		}
		return false
	}
	return knows(fn)
}

// ownBreaker is what is known of a function of the package that is a breaker, or nil:
// it has to name its error.
func (cs *Conducts) ownBreaker(fn *ssa.Function) *Guards {
	obj, ok := fn.Object().(*types.Func)
	if g := cs.guards[obj]; ok && g != nil && g.Own {
		return g
	}
	return nil
}

func namesOpenError(name string) bool {
	return strings.Contains(name, "Open") || name == "ErrTooManyRequests" || name == "ErrMaxConcurrency"
}

// asksState reports whether a method asks a breaker for its state, by its name.
func asksState(name string) bool {
	return strings.Contains(name, "State") || name == "IsOpen" || name == "IsClosed" || name == "Ready"
}

// ErrorsOf are the calls whose error v is on one of the ways to it: through variables,
// and within errors that keep it.
func ErrorsOf(v ssa.Value) (calls []*ssa.Call) {
	seen := make(map[ssa.Value]bool)
	var follow func(v ssa.Value)
	follow = func(v ssa.Value) {
		if v == nil || seen[v] || !loops.IsError(v.Type()) {
			return
		}
		seen[v] = true
		switch v := v.(type) {
		case *ssa.Phi:
			for _, edge := range v.Edges {
				follow(edge)
			}
		case *ssa.ChangeInterface:
			follow(v.X)
		case *ssa.UnOp:
			if cell, ok := v.X.(*ssa.Alloc); ok && v.Op == token.MUL {
				for _, ref := range *cell.Referrers() {
					if store, ok := ref.(*ssa.Store); ok && store.Addr == cell {
						follow(store.Val)
					}
				}
			}
		case *ssa.Extract:
			if call, ok := v.Tuple.(*ssa.Call); ok {
				calls = append(calls, call)
			}
		case *ssa.Call:
			calls = append(calls, v)
			if fn := v.Call.StaticCallee(); fn != nil && fn.String() == "fmt.Errorf" && keepsError(v) {
				for _, w := range wrappedIn(v) {
					follow(w)
				}
			}
		}
	}
	follow(v)
	return calls
}

// wrappedIn are the errors among the operands of a call of fmt.Errorf.
func wrappedIn(call *ssa.Call) []ssa.Value {
	if len(call.Call.Args) < 2 {
		return nil
	}
	slice, ok := call.Call.Args[1].(*ssa.Slice)
	if !ok {
		return nil
	}
	return retrypolicy.ErrorsIn(slice)
}

// keepsError reports whether the format of fmt.Errorf has a %w.
func keepsError(call *ssa.Call) bool {
	format, ok := call.Call.Args[0].(*ssa.Const)
	return ok && format.Value != nil && strings.Contains(constant.StringVal(format.Value), "%w")
}
