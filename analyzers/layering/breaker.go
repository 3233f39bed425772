package layering

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/effects"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/retrypolicy"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/ssabuild"
)

// A breakers looks at the circuit breakers of a package: how they are set, for how long
// they live, and what stands around and inside them.
type breakers struct {
	pass     *analysis.Pass
	rep      *rule.Reporter
	conducts *effects.Conducts
	eval     *retrypolicy.Evaluator
	funcs    []*ssa.Function
	// guards are the calls through breakers, in the order of the source.
	guards []*guard
	// reported are the places that have a diagnostic of a rule: what several calls
	// use is told once.
	reported map[place]bool
}

type place struct {
	rule *rule.Rule
	pos  token.Pos
}

func reportBreakers(pass *analysis.Pass, rep *rule.Reporter) {
	conducts := pass.ResultOf[effects.Analyzer].(*effects.Info).Conducts
	if conducts == nil || !conducts.AnyGuards() && !usesBreakers(pass) {
		return
	}
	funcs := effects.Functions(pass)
	b := &breakers{pass: pass, rep: rep, conducts: conducts, eval: retrypolicy.New(funcs), funcs: funcs, reported: make(map[place]bool)}
	for _, fn := range funcs {
		for _, r := range loops.Retries(fn, conducts) {
			b.loopWhenOpen(fn, r)
			b.hedgeInLoop(r)
		}
		for _, literal := range b.eval.Literals(fn) {
			b.judgeSettings(literal.Policy, nil)
			b.judgeSlow(literal.Policy)
		}
		for _, block := range fn.Blocks {
			for _, instr := range block.Instrs {
				if call, ok := instr.(ssa.CallInstruction); ok {
					b.look(call)
				}
			}
		}
	}
	b.judgeShared(b.guards)
}

// usesBreakers reports whether the package imports a library of breakers.
func usesBreakers(pass *analysis.Pass) bool {
	for _, imp := range pass.Pkg.Imports() {
		if knowledge.SpeaksOfBreakers(imp.Path()) {
			return true
		}
	}
	return false
}

// look judges one call.
func (b *breakers) look(call ssa.CallInstruction) {
	callee := deadline.Called(call.Common())
	if callee == nil {
		return
	}
	claim := knowledge.Retries(callee)
	if claim != nil && claim.Policy.Breaker != nil {
		if claim.Policy.Breaker.Makes == "breaker" {
			b.judgeSettings(b.eval.Call(call, claim), call)
		}
		if len(claim.Policy.Breaker.Nests) > 0 {
			b.judgeOrder(call, claim)
		}
	}
	if g := b.guardOf(call); g != nil {
		b.judgeScope(g)
		b.retryInside(g)
		b.judgeAnswers(g)
		b.guards = append(b.guards, g)
	}
	b.repeatsOpen(call, callee, claim)
}

// A guard is a call through a circuit breaker.
type guard struct {
	call ssa.CallInstruction
	// callee is the breaker's function, and claim what a table says of it, or nil.
	callee *types.Func
	claim  *knowledge.Claim
	// op is what is called through the breaker; it may be nil.
	op ssa.Value
	// open are the errors by which the breaker refuses.
	open []effects.Failure
	// layers are the policies around op, if the call is of an executor.
	layers []layer
}

// guardOf is the call through a breaker that a call is, or nil.
func (b *breakers) guardOf(call ssa.CallInstruction) *guard {
	common := call.Common()
	callee := deadline.Called(common)
	if callee == nil {
		return nil
	}
	claim := knowledge.Retries(callee)
	if claim != nil && claim.Kind == knowledge.Execute {
		return b.executed(call, callee, claim)
	}
	g := b.conducts.Guards(callee)
	if g == nil {
		return nil
	}
	found := &guard{call: call, callee: callee, claim: claim, open: g.Open}
	if g.Param >= 0 {
		found.op = g.Given(common)
	}
	if claim != nil && claim.Instead >= 0 && !isNil(argument(common, claim.Instead)) {
		found.open = nil // a fallback answers
	}
	return found
}

// executed is a call through an executor with a breaker among its policies, or nil.
func (b *breakers) executed(call ssa.CallInstruction, callee *types.Func, claim *knowledge.Claim) *guard {
	recv, _ := deadline.Arguments(call.Common())
	if recv == nil {
		return nil
	}
	g := &guard{call: call, callee: callee, claim: claim, op: argument(call.Common(), claim.Policy.Op), layers: b.layersOf(recv, call)}
	for _, l := range g.layers {
		if l.makes != "breaker" {
			continue
		}
		for _, name := range l.by.Claim.Policy.Breaker.Open {
			if fn := deadline.Called(l.by.At.(ssa.CallInstruction).Common()); fn != nil {
				g.open = append(g.open, *effects.Sentinel(fn.Pkg().Path(), name))
			}
		}
	}
	if len(g.open) == 0 {
		return nil
	}
	return g
}

// name is how a message calls the function of a guard.
func (g *guard) name() string { return nameOf(g.callee) }

func nameOf(fn *types.Func) string {
	if recv := fn.Signature().Recv(); recv != nil {
		if named := knowledge.Named(recv.Type()); named != nil {
			return named.Obj().Name() + "." + fn.Name()
		}
		return fn.Name()
	}
	return fn.Pkg().Name() + "." + fn.Name()
}

// argument is an argument of a call, the receiver not counted, or nil.
func argument(call *ssa.CallCommon, n int) ssa.Value {
	return deadline.Argument(call, knowledge.Source{From: "arg", Arg: n})
}

func isNil(v ssa.Value) bool {
	if change, ok := v.(*ssa.ChangeType); ok {
		v = change.X
	}
	c, ok := v.(*ssa.Const)
	return v == nil || ok && c.IsNil()
}

// bodyOf is the function of this package that a function value is, or nil.
func bodyOf(v ssa.Value) *ssa.Function {
	switch x := ssabuild.Resolve(v).(type) {
	case *ssa.MakeClosure:
		return withBody(x.Fn.(*ssa.Function))
	case *ssa.Function:
		return withBody(x)
	}
	return nil
}

// withBody is fn, or the method of which it is a method value, if its body is seen.
func withBody(fn *ssa.Function) *ssa.Function {
	if obj, ok := fn.Object().(*types.Func); ok && fn.Synthetic != "" {
		fn = fn.Prog.FuncValue(obj)
	}
	if fn == nil || fn.Blocks == nil {
		return nil
	}
	if origin := fn.Origin(); origin != nil && origin.Blocks != nil {
		return origin
	}
	return fn
}

// report reports a finding at a place, once.
func (b *breakers) report(r *rule.Rule, d analysis.Diagnostic) {
	at := place{r, d.Pos}
	if b.reported[at] || !d.Pos.IsValid() {
		return
	}
	b.reported[at] = true
	b.rep.Report(r, d)
}

// at is a diagnostic at a call.
func (b *breakers) at(call ssa.CallInstruction) analysis.Diagnostic {
	if node := (retrypolicy.By{At: call}).Node(b.pass.Files); node != nil {
		return analysis.Diagnostic{Pos: node.Pos(), End: node.End()}
	}
	return analysis.Diagnostic{Pos: call.Pos()}
}
