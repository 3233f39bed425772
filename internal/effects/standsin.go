package effects

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/ssabuild"
	"github.com/reslint/reslint/internal/standin"
)

// StandsIn is the fact about a function that is given two others, and calls the second only
// after the first has failed, to answer with its result in the place of that of the first.
type StandsIn struct {
	// First and Instead are the parameters. The receiver is parameter 0 of a method.
	First, Instead int
}

// AFact marks StandsIn as a fact.
func (*StandsIn) AFact() {}

func (s *StandsIn) String() string { return fmt.Sprintf("standsIn%d→%d", s.First, s.Instead) }

// Given are the two functions that a call hands over, or nil.
func (s *StandsIn) Given(call *ssa.CallCommon) (first, instead ssa.Value) {
	return argument(call, s.First), argument(call, s.Instead)
}

// StandsIn returns what is known of fn as a function of which one parameter stands in for
// another, or nil.
func (cs *Conducts) StandsIn(fn *types.Func) *StandsIn {
	if fn == nil {
		return nil
	}
	fn = fn.Origin()
	if fn.Pkg() == cs.pass.Pkg {
		return cs.standsIn[fn]
	}
	fact := new(StandsIn)
	if !cs.pass.ImportObjectFact(fn, fact) {
		return nil
	}
	return fact
}

// findStandsIn finds the functions of which one parameter stands in for another. SSA is
// built only for a package that has a function with two such parameters.
func (cs *Conducts) findStandsIn() {
	candidates := make(map[*types.Func]bool)
	for fn := range cs.own {
		if attempts(fn.Signature()) > 1 {
			candidates[fn] = true
		}
	}
	if len(candidates) == 0 {
		return
	}
	cs.standsIn = make(map[*types.Func]*StandsIn)
	settle(cs.pass.ResultOf[ssabuild.Analyzer].(*ssabuild.Lazy).Get().Funcs, candidates, cs.standsIn, cs.parameterStandsIn)
	if knowledge.Embedded(cs.pass.Pkg.Path()) {
		return
	}
	for fn, s := range cs.standsIn {
		if fn.Exported() {
			cs.pass.ExportObjectFact(fn, s)
		}
	}
}

// attempts is how many parameters are functions that can fail.
func attempts(sig *types.Signature) (n int) {
	for p := range sig.Params().Variables() {
		if isAttempt(p.Type()) {
			n++
		}
	}
	return n
}

// parameterStandsIn is what fn does with two of its parameters, or nil. What it calls
// within a deadline of its own making stands in for nothing here: that has been decided.
func (cs *Conducts) parameterStandsIn(fn *ssa.Function) *StandsIn {
	for _, s := range standin.Of(fn, parameters{cs, fn}) {
		first, instead := paramOf(fn, s.First.Call.Value), paramOf(fn, s.Instead.Call.Value)
		if first >= 0 && instead >= 0 && first != instead && !timedBy(&s.Instead.Call, &s.First.Call) {
			return &StandsIn{First: first, Instead: instead}
		}
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			inner := cs.StandsIn(deadline.Called(&call.Call))
			if inner == nil {
				continue
			}
			one, other := inner.Given(&call.Call)
			if first, instead := paramOf(fn, ssabuild.Resolve(one)), paramOf(fn, ssabuild.Resolve(other)); first >= 0 && instead >= 0 {
				return &StandsIn{First: first, Instead: instead}
			}
		}
	}
	return nil
}

// timedBy reports whether a call is given a context with a deadline that is not that of
// another call.
func timedBy(call, other *ssa.CallCommon) bool {
	of := func(call *ssa.CallCommon) *ssa.Call {
		for _, arg := range call.Args {
			made, ok := ssabuild.Resolve(arg).(*ssa.Extract)
			if !ok || !knowledge.IsContext(arg.Type()) {
				continue
			}
			if with, ok := made.Tuple.(*ssa.Call); ok {
				if name := deadline.Called(&with.Call); name != nil && makesDeadline(name) {
					return with
				}
			}
		}
		return nil
	}
	made := of(call)
	return made != nil && made != of(other)
}

// parameters judges the calls of a function as if what it is given waited for another
// machine.
type parameters struct {
	*Conducts
	fn *ssa.Function
}

func (p parameters) Remote(call *ssa.CallCommon) (via string, ok bool) {
	if i := paramOf(p.fn, call.Value); i >= 0 && !call.IsInvoke() && isAttempt(call.Value.Type()) {
		return p.fn.Params[i].Name(), true
	}
	return p.Conducts.Remote(call)
}
