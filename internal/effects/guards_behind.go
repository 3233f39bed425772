package effects

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
)

// guardsBehind finds the methods of interfaces behind which breakers stand: at least one, and
// nothing that does something else with the operation. One that only calls it, as where the
// breaker is switched off, and doubles for tests are no answer.
func (cs *Conducts) guardsBehind() (methods []*types.Func) {
	if !cs.mayStandBehind() {
		return nil
	}
	behind := make(map[*types.Func]*Guards)
	other := make(map[*types.Func]bool)
	for _, fn := range Functions(cs.pass) {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				mi, ok := instr.(*ssa.MakeInterface)
				if !ok || isDouble(mi.X.Type()) {
					continue
				}
				iface, ok := mi.Type().Underlying().(*types.Interface)
				if !ok {
					continue
				}
				for method := range iface.Methods() {
					if attemptOf(method) < 1 {
						continue
					}
					obj, _, _ := types.LookupFieldOrMethod(mi.X.Type(), true, cs.pass.Pkg, method.Name())
					impl, ok := obj.(*types.Func)
					if !ok {
						continue
					}
					switch g := cs.Guards(impl); {
					case g != nil && g.Param == attemptOf(method):
						behind[method] = g
						methods = append(methods, method)
					case !cs.onlyCalls(fn.Prog.FuncValue(impl.Origin())):
						other[method] = true
					}
				}
			}
		}
	}
	found := methods[:0]
	for _, method := range methods {
		if !other[method] && cs.guards[method] == nil {
			cs.guards[method] = &Guards{Param: behind[method].Param, Own: true, Open: behind[method].Open}
			cs.anyGuards = true
			found = append(found, method)
		}
	}
	return found
}

// mayStandBehind reports whether the package has, or calls, a breaker, and has an interface with
// a method that is given an attempt.
func (cs *Conducts) mayStandBehind() bool {
	if !cs.anyGuards {
		return false
	}
	for _, names := range []map[*ast.Ident]types.Object{cs.pass.TypesInfo.Defs, cs.pass.TypesInfo.Uses} {
		for _, obj := range names {
			if fn, ok := obj.(*types.Func); ok && takesAttempt(fn) {
				return true
			}
		}
	}
	return false
}

// takesAttempt reports whether fn is a method of an interface that is given an operation.
func takesAttempt(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	return recv != nil && types.IsInterface(recv.Type()) && attemptOf(fn) >= 1
}

// onlyCalls reports whether a method does nothing but call the operation that it is given.
func (cs *Conducts) onlyCalls(fn *ssa.Function) bool {
	if fn == nil || len(fn.Blocks) != 1 {
		return false
	}
	calls := 0
	for _, instr := range fn.Blocks[0].Instrs {
		call, ok := instr.(ssa.CallInstruction)
		if !ok {
			continue
		}
		if deadline.Called(call.Common()) != nil || !isGiven(call.Common().Value, fn) {
			return false
		}
		calls++
	}
	return calls == 1
}

// isGiven reports whether v is a parameter of a function.
func isGiven(v ssa.Value, fn *ssa.Function) bool {
	p, ok := v.(*ssa.Parameter)
	return ok && p.Parent() == fn
}
