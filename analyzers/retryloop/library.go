package retryloop

import (
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/effects"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/retrypolicy"
	"github.com/reslint/reslint/internal/rule"
)

// A library looks at what a package tells retry libraries.
type library struct {
	pass *analysis.Pass
	rep  *rule.Reporter
	eval *retrypolicy.Evaluator
	// reported are the places that have a diagnostic: a policy that several
	// calls use is mended once.
	reported map[token.Pos]bool
	funcs    []*ssa.Function
	// stops are the sleeps that a policy ends, by what ends it.
	stops map[retrypolicy.By][]stop
}

// reportLibraries reports the retries through libraries whose settings make them
// dangerous.
func reportLibraries(pass *analysis.Pass, rep *rule.Reporter) {
	if !usesRetryLibrary(pass) {
		return
	}
	funcs := effects.Functions(pass)
	l := &library{
		pass: pass, rep: rep, eval: retrypolicy.New(funcs), funcs: funcs,
		reported: make(map[token.Pos]bool), stops: make(map[retrypolicy.By][]stop),
	}
	for _, fn := range funcs {
		for _, literal := range l.eval.Literals(fn) {
			l.lookAt(literal)
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if call, ok := instr.(ssa.CallInstruction); ok {
					l.look(call)
				}
			}
		}
	}
	l.reportStops()
}

// usesRetryLibrary reports whether the package imports one that a table knows to
// repeat something.
func usesRetryLibrary(pass *analysis.Pass) bool {
	for _, imp := range pass.Pkg.Imports() {
		if knowledge.SpeaksOfRetries(imp.Path()) {
			return true
		}
	}
	return false
}

// look judges a call that repeats something, or that gives a wait between two
// attempts.
func (l *library) look(call ssa.CallInstruction) {
	callee := deadline.Called(call.Common())
	if callee == nil {
		return
	}
	claim := knowledge.Retries(callee)
	if claim == nil {
		return
	}
	use := &libraryUse{l: l, call: call, claim: claim, callee: callee}
	switch {
	case claim.Policy.Grows:
		use.judgeGrowth()
	case claim.Kind == knowledge.Retry, claim.Remote(), claim.Kind == knowledge.Constructor && len(claim.Policy.Inherit) > 0:
		use.policy = l.eval.Call(call, claim)
		use.judgeRetry()
	case claim.Kind == knowledge.Pause:
		use.policy = l.eval.Call(call, claim)
		use.judgePause()
	}
}

// lookAt judges a struct whose fields alone say how a client retries.
func (l *library) lookAt(literal retrypolicy.Literal) {
	u := &libraryUse{l: l, claim: literal.Claim, policy: literal.Policy}
	if attempts := u.policy[knowledge.Attempts]; attempts.Kind == retrypolicy.Number && attempts.Number <= 1 {
		return
	}
	u.judgeNoWait()
	u.judgeClip()
	u.report()
}
