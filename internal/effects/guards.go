package effects

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/ssabuild"
)

// Guards is the fact about a function that makes calls through a circuit breaker: of a
// function that it is given, or of what it does itself.
type Guards struct {
	// Param is the parameter that is called through the breaker, or -1 where the
	// function hands on the error of a breaker around something else. The receiver is
	// parameter 0 of a method.
	Param int
	// Own is set where the function is a breaker itself, and not a call of one.
	Own bool
	// Every is set for a breaker of the program's own that counts each error of the
	// operation as a failure.
	Every bool
	// Open are the errors by which the breaker refuses, if they are handed on as they
	// are.
	Open []Failure
}

// AFact marks Guards as a fact.
func (*Guards) AFact() {}

func (g *Guards) String() string {
	var open []string
	for _, f := range g.Open {
		open = append(open, f.Var+f.Type)
	}
	return fmt.Sprintf("guards%d(%s)", g.Param, strings.Join(open, " "))
}

// Given is what a call hands over to be called through the breaker, or nil.
func (g *Guards) Given(call *ssa.CallCommon) ssa.Value { return (&Repeats{Param: g.Param}).Given(call) }

// Guards returns what is known of fn as a function that calls through a breaker, or nil.
func (cs *Conducts) Guards(fn *types.Func) *Guards {
	if fn == nil {
		return nil
	}
	fn = fn.Origin()
	if g := cs.guards[fn]; g != nil || fn.Pkg() == cs.pass.Pkg {
		return g
	}
	if claim := knowledge.Retries(fn); claim != nil {
		if claim.Kind != knowledge.Through {
			return nil
		}
		return guardsOf(fn, claim)
	}
	fact := new(Guards)
	if !cs.pass.ImportObjectFact(fn, fact) {
		return nil
	}
	return fact
}

// guardsOf is what a table says of a function.
func guardsOf(fn *types.Func, claim *knowledge.Claim) *Guards {
	g := &Guards{Param: claim.Policy.Op, Own: true}
	if fn.Signature().Recv() != nil {
		g.Param++
	}
	for _, name := range claim.Policy.Breaker.Open {
		g.Open = append(g.Open, *Sentinel(fn.Pkg().Path(), name))
	}
	return g
}

// AnyGuards reports whether the package has, or calls, a function that calls through a
// breaker.
func (cs *Conducts) AnyGuards() bool { return cs.anyGuards }

// findGuards finds the functions of the package that make calls through breakers, or
// are breakers. The SSA form is built only where one may be.
func (cs *Conducts) findGuards() {
	cs.guards = make(map[*types.Func]*Guards)
	candidates, callers := cs.mayGuard()
	if len(candidates) == 0 {
		return
	}
	all := cs.pass.ResultOf[ssabuild.Analyzer].(*ssabuild.Lazy).Get().Funcs
	cs.settleGuards(all, candidates)
	if behind := cs.guardsBehind(); len(behind) > 0 {
		for _, method := range behind {
			candidates[method] = true
		}
		withCallers(candidates, callers, behind)
		cs.settleGuards(all, candidates)
	}
}

// settleGuards looks at the functions that may make calls through breakers until no more are
// found.
func (cs *Conducts) settleGuards(all []*ssa.Function, candidates map[*types.Func]bool) {
	settle(all, candidates, cs.guards, func(fn *ssa.Function) *Guards {
		g := cs.isBreaker(fn)
		if g == nil {
			g = cs.throughBreaker(fn)
		}
		cs.anyGuards = cs.anyGuards || g != nil
		return g
	})
}

// mayGuard are the functions of the package that call one which is known to call
// through a breaker, at any distance, and those which may be breakers; and who calls whom.
func (cs *Conducts) mayGuard() (found map[*types.Func]bool, callers map[*types.Func][]*types.Func) {
	found = make(map[*types.Func]bool)
	callers = make(map[*types.Func][]*types.Func)
	var queue []*types.Func
	for _, file := range cs.pass.Files {
		if rule.IsTest(cs.pass.Fset, file) {
			continue
		}
		for _, decl := range file.Decls {
			fd, ok := decl.(*ast.FuncDecl)
			if !ok || fd.Body == nil {
				continue
			}
			fn, ok := cs.pass.TypesInfo.Defs[fd.Name].(*types.Func)
			if !ok {
				continue
			}
			known := cs.mayBreak(fn, fd)
			ast.Inspect(fd.Body, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				callee, ok := typeutil.Callee(cs.pass.TypesInfo, call).(*types.Func)
				if !ok {
					return true
				}
				if callee = callee.Origin(); callee.Pkg() == cs.pass.Pkg {
					callers[callee] = append(callers[callee], fn)
				} else if cs.Guards(callee) != nil {
					known, cs.anyGuards = true, true
				}
				return true
			})
			if known {
				found[fn] = true
				queue = append(queue, fn)
			}
		}
	}
	withCallers(found, callers, queue)
	return found, callers
}

// withCallers adds those who call some functions, at any distance.
func withCallers(found map[*types.Func]bool, callers map[*types.Func][]*types.Func, queue []*types.Func) {
	for len(queue) > 0 {
		fn := queue[0]
		queue = queue[1:]
		for _, caller := range callers[fn] {
			if !found[caller] {
				found[caller] = true
				queue = append(queue, caller)
			}
		}
	}
}

// throughBreaker tells whether fn hands one of its parameters to a breaker, or returns
// the error of a call through one.
func (cs *Conducts) throughBreaker(fn *ssa.Function) *Guards {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			g := cs.Guards(deadline.Called(&call.Call))
			if g == nil || g.Param < 0 {
				continue
			}
			if i := paramOf(fn, handedOver(g.Given(&call.Call))); i >= 0 {
				through := &Guards{Param: i}
				if !cs.KnowsOpen(fn) && cs.returnsError(fn, call) {
					through.Open = g.Open
				}
				return through
			}
		}
	}
	return cs.handsOn(fn)
}

// handsOn tells whether fn returns the error of a call through a breaker as it is,
// though it does not look whether the breaker is open.
func (cs *Conducts) handsOn(fn *ssa.Function) *Guards {
	if cs.KnowsOpen(fn) {
		return nil
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			if g := cs.Guards(deadline.Called(&call.Call)); g != nil && len(g.Open) > 0 && cs.returnsError(fn, call) {
				return &Guards{Param: -1, Open: g.Open}
			}
		}
	}
	return nil
}

// HandsOver reports whether the operation of a call through a breaker is one that the
// function around the call was given.
func HandsOver(fn *ssa.Function, op ssa.Value) bool {
	return op != nil && paramOf(fn, handedOver(op)) >= 0
}

// handedOver is the function value inside a function literal that does nothing but call
// it with what it is given or has: func() (any, error) { return op(ctx) }.
func handedOver(v ssa.Value) ssa.Value {
	closure, ok := v.(*ssa.MakeClosure)
	if !ok {
		return v
	}
	fn := closure.Fn.(*ssa.Function)
	for i, fv := range fn.FreeVars {
		for _, ref := range *fv.Referrers() {
			if call, ok := ref.(*ssa.Call); ok && call.Call.Value == fv {
				return closure.Bindings[i]
			}
			load, ok := ref.(*ssa.UnOp)
			if !ok || load.Referrers() == nil {
				continue
			}
			for _, use := range *load.Referrers() {
				call, ok := use.(*ssa.Call)
				if cell, isCell := closure.Bindings[i].(*ssa.Alloc); ok && isCell && call.Call.Value == load {
					return onlyStored(cell)
				}
			}
		}
	}
	return v
}

// returnsError reports whether fn returns the error of a call, as it is or within
// another one that keeps it.
func (cs *Conducts) returnsError(fn *ssa.Function, call *ssa.Call) bool {
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if ok && len(ret.Results) > 0 && slices.Contains(ErrorsOf(ret.Results[len(ret.Results)-1]), call) {
			return true
		}
	}
	return false
}

// exportGuards turns what others can name into facts.
func (cs *Conducts) exportGuards() {
	if knowledge.Embedded(cs.pass.Pkg.Path()) {
		return
	}
	for fn, g := range cs.guards {
		if fn.Exported() && fn.Pkg() == cs.pass.Pkg {
			cs.pass.ExportObjectFact(fn, g)
		}
	}
}
