package effects

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/layers"
	"github.com/reslint/reslint/internal/ssabuild"
)

// Handed is the fact about a package that hands operations which retry to methods of
// interfaces. Whether a breaker stands behind one of them is known where a type is put there.
type Handed struct{ List []HandedOp }

// A HandedOp is an operation with a retry in it that the method of an interface is given.
type HandedOp struct {
	// Method is the full name of the method.
	Method string
	// Retry is the layer inside the operation.
	Retry layers.Layer
}

// AFact marks Handed as a fact.
func (*Handed) AFact() {}

func (h *Handed) String() string {
	var texts []string
	for _, op := range h.List {
		texts = append(texts, fmt.Sprintf("hands(%s %s×%s)", op.Method, op.Retry.Name, op.Retry.Times()))
	}
	return strings.Join(texts, " ")
}

// A Guarding is a place where a breaker becomes an interface that another package hands
// operations with retries to.
type Guarding struct {
	Pos token.Pos
	Op  HandedOp
	// Breaker is the method of the breaker.
	Breaker *types.Func
}

// handOver finds what the package hands to interfaces behind which it does not see, and what
// others handed to interfaces behind which it puts breakers.
func (cs *Conducts) handOver(places []*Place) (guarded []*Guarding) {
	if ops := cs.handedOps(places); len(ops) > 0 {
		cs.pass.ExportPackageFact(&Handed{ops})
	}
	if !cs.anyGuards {
		return nil
	}
	asked := make(map[string][]HandedOp)
	for _, fact := range cs.pass.AllPackageFacts() {
		if handed, ok := fact.Fact.(*Handed); ok && fact.Package != cs.pass.Pkg {
			for _, op := range handed.List {
				asked[op.Method] = append(asked[op.Method], op)
			}
		}
	}
	if len(asked) == 0 {
		return nil
	}
	for _, fn := range Functions(cs.pass) {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if mi, ok := instr.(*ssa.MakeInterface); ok && !isDouble(mi.X.Type()) {
					guarded = append(guarded, cs.guardingAt(mi, asked)...)
				}
			}
		}
	}
	return guarded
}

// guardingAt answers at one conversion.
func (cs *Conducts) guardingAt(mi *ssa.MakeInterface, asked map[string][]HandedOp) (guarded []*Guarding) {
	iface, ok := mi.Type().Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	for method := range iface.Methods() {
		ops := asked[method.FullName()]
		obj, _, _ := types.LookupFieldOrMethod(mi.X.Type(), true, cs.pass.Pkg, method.Name())
		impl, ok := obj.(*types.Func)
		if len(ops) == 0 || !ok {
			continue
		}
		if g := cs.Guards(impl); g != nil && g.Param == attemptOf(method) {
			guarded = append(guarded, &Guarding{Conversion(mi), ops[0], impl})
		}
	}
	return guarded
}

// handedOps are the operations with retries that the package hands to interfaces. A method
// that is also given operations without one is left out: who knows behind which of them what
// stands.
func (cs *Conducts) handedOps(places []*Place) (ops []HandedOp) {
	if len(places) == 0 || !cs.givesAttempts() {
		return nil
	}
	plain := make(map[string]bool)
	for _, fn := range Functions(cs.pass) {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(*ssa.Call)
				if !ok || !call.Call.IsInvoke() {
					continue
				}
				method := call.Call.Method
				if attemptOf(method) < 1 || cs.Guards(method) != nil || cs.Repeats(method) != nil {
					continue
				}
				op := ssabuild.Resolve(argument(&call.Call, attemptOf(method)))
				retry, ok := cs.retryIn(op, places)
				name := method.FullName()
				if !ok {
					plain[name] = true
				} else if len(ops) < maxRetried && !slices.ContainsFunc(ops, func(o HandedOp) bool { return o.Method == name }) {
					ops = append(ops, HandedOp{name, retry})
				}
			}
		}
	}
	return slices.DeleteFunc(ops, func(op HandedOp) bool { return plain[op.Method] })
}

// givesAttempts reports whether the package names a method of an interface that is given an
// operation.
func (cs *Conducts) givesAttempts() bool {
	for _, obj := range cs.pass.TypesInfo.Uses {
		if fn, ok := obj.(*types.Func); ok && takesAttempt(fn) {
			return true
		}
	}
	return false
}

// retryIn is the first retry that an operation of the package makes, or one that it calls.
func (cs *Conducts) retryIn(op ssa.Value, places []*Place) (layers.Layer, bool) {
	var fn *ssa.Function
	switch op := op.(type) {
	case *ssa.MakeClosure:
		fn = op.Fn.(*ssa.Function)
	case *ssa.Function:
		fn = op
	default:
		return layers.Layer{}, false
	}
	if obj, ok := fn.Object().(*types.Func); ok && fn.Synthetic != "" {
		fn = fn.Prog.FuncValue(obj) // a method value
	}
	return cs.retryOf(fn, places, make(map[*ssa.Function]bool))
}

func (cs *Conducts) retryOf(fn *ssa.Function, places []*Place, seen map[*ssa.Function]bool) (layers.Layer, bool) {
	if fn == nil || seen[fn] || len(seen) > 20 {
		return layers.Layer{}, false
	}
	seen[fn] = true
	for _, p := range places {
		if p.In == fn && !p.Lent && countsAsRetry(p.Layer) {
			return p.Layer, true
		}
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			callee := deadline.Called(&call.Call)
			if callee == nil || cs.Guards(callee) != nil {
				continue
			}
			if callee.Pkg() == cs.pass.Pkg {
				if l, ok := cs.retryOf(deadline.Callee(&call.Call), places, seen); ok {
					return l, true
				}
				continue
			}
			for _, r := range cs.Of(callee).Layers {
				if len(r.Layers) > 0 && countsAsRetry(r.Layers[0]) {
					return r.Layers[0], true
				}
			}
		}
	}
	return layers.Layer{}, false
}

// countsAsRetry reports whether a layer is a retry of the program's own, which ends.
func countsAsRetry(l layers.Layer) bool {
	return (l.Kind == layers.Loop || l.Kind == layers.Library) && l.Attempts >= 0 && l.Attempts != 1
}
