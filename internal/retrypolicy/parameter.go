package retrypolicy

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
)

// noteCall notes which functions the instruction calls, and which it has as values.
func (e *Evaluator) noteCall(instr ssa.Instruction) {
	var called *ssa.Value // the operand that is no value, but called
	if call, ok := instr.(ssa.CallInstruction); ok {
		common := call.Common()
		called = &common.Value
		if common.IsInvoke() {
			e.invoked[common.Method.Name()] = true
		} else if fn := deadline.Callee(common); fn != nil {
			e.callers[fn] = append(e.callers[fn], call)
		}
	}
	for _, op := range instr.Operands(nil) {
		if fn, ok := (*op).(*ssa.Function); ok && op != called {
			e.taken[fn.Object()] = true
		}
	}
}

// parameter is the policy that all callers of a function give it, if all are seen.
func (w *walk) parameter(v *ssa.Parameter) Policy {
	fn := v.Parent()
	obj, ok := fn.Object().(*types.Func)
	if !ok || w.e.taken[obj] || w.busy[v] || obj.Exported() && obj.Pkg().Name() != "main" || fn.Signature.TypeParams() != nil ||
		fn.Signature.Recv() != nil && (obj.Exported() || w.e.invoked[obj.Name()]) {
		return hide()
	}
	if w.busy == nil {
		w.busy = make(map[*ssa.Parameter]bool)
	}
	w.busy[v] = true
	at := w.at
	defer func() {
		w.at = at
		delete(w.busy, v)
	}()
	var all Policy
	for _, call := range w.e.callers[fn] {
		args := deadline.AllArguments(call.Common())
		if len(args) != len(fn.Params) {
			return hide()
		}
		w.at = call
		for i, param := range fn.Params {
			if param != v {
				continue
			}
			if p := w.value(args[i]); all == nil {
				all = p
			} else {
				all = all.and(p)
			}
		}
	}
	if all == nil {
		return hide()
	}
	return all
}

// and holds what is the same in both policies.
func (p Policy) and(q Policy) Policy {
	both := hide()
	for property, v := range p {
		other, ok := q[property]
		if ok && v.Kind == other.Kind && v.Number == other.Number && (v.Kind != Given || v.Val == other.Val) {
			both[property] = v
		}
	}
	return both
}
