package fallback

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
)

// reportHelpers reports the calls of functions that are given two others, and call the
// second after the first has failed, where both wait for another machine.
func (f *finder) reportHelpers(fn *ssa.Function) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			called := deadline.Called(&call.Call)
			helper := f.conducts.StandsIn(called)
			if helper == nil || !f.rep.Wanted(remoteFallback, call.Pos()) {
				continue
			}
			first, instead := helper.Given(&call.Call)
			f.judgeHelped(call, called, first, instead)
		}
	}
}

// judgeHelped judges the two functions that a call hands to a helper.
func (f *finder) judgeHelped(call *ssa.Call, helper *types.Func, first, instead ssa.Value) {
	one, other := f.given(first), f.given(instead)
	if one == nil || other == nil || one.via == "" || other.via == "" {
		return
	}
	if !f.rep.Settings.Strict {
		made := madeWithDeadline(instead, 0)
		if other.timed || made != nil && made != madeWithDeadline(first, 0) || sameClient(one, other) {
			return
		}
	}
	d := f.at(call.Pos())
	for _, arg := range f.arguments(call.Pos()) {
		if f.holds(arg, other.fn) {
			d.Pos, d.End = arg.Pos(), arg.End()
		}
	}
	d.Message = "when " + one.called + way(one.called, one.via) + " fails, " + nameOfFunc(helper) + " calls " + other.called + " in its place, which waits for another machine" + way(other.called, other.via) + ": " + secondDependency
	f.once(remoteFallback, d)
}

// sameClient reports whether two functions are, or call, methods of one kind of client, as
// sameService has it, or are the same.
func sameClient(a, b *givenFunc) bool {
	if library(a.via) != library(b.via) || a.asks == nil || b.asks == nil {
		return false
	}
	one, other := a.asks.Signature().Recv(), b.asks.Signature().Recv()
	if one == nil || other == nil {
		return one == nil && other == nil && a.asks.Pkg() == b.asks.Pkg()
	}
	return types.Identical(one.Type(), other.Type())
}
