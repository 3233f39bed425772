package fallback

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/ssabuild"
	"github.com/reslint/reslint/internal/standin"
)

// reportLibraries reports the functions that a library is given to answer for calls
// that have failed, if these can wait.
func (f *finder) reportLibraries(fn *ssa.Function) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			called := deadline.Called(call.Common())
			if called == nil {
				continue
			}
			claim := knowledge.Func(called)
			if claim == nil || claim.Instead < 0 {
				continue
			}
			if instead := deadline.Argument(call.Common(), knowledge.Source{From: "arg", Arg: claim.Instead}); instead != nil {
				f.judgeGiven(call, called, instead)
			}
		}
	}
}

// judgeGiven judges a function that a library calls in the place of what has failed.
func (f *finder) judgeGiven(call ssa.CallInstruction, library *types.Func, instead ssa.Value) {
	g := f.given(instead)
	if g == nil {
		return
	}
	d := f.at(call.Common().Pos())
	for _, arg := range f.arguments(call.Common().Pos()) {
		if f.holds(arg, g.fn) {
			d.Pos, d.End = arg.Pos(), arg.End()
		}
	}
	d.Message = "when the operation of " + nameOfFunc(library) + " fails, " + g.name + " answers in its place, and "
	if g.via != "" {
		if f.rep.Settings.Strict || !g.timed {
			d.Message += "waits for another machine" + way(g.name, g.via) + ": " + secondDependency
			f.once(remoteFallback, d)
		}
		return
	}
	if why := f.waits(g.fn, make(map[*ssa.Function]bool)); why != "" {
		d.Message += why + ": " + notAtOnce
		f.once(blockingFallback, d)
	}
}

// A givenFunc is one that a library is given: its name, its way to another
// machine, if it leads there, and whether there is a deadline or a breaker on the way.
type givenFunc struct {
	fn        *ssa.Function
	name, via string
	timed     bool
	// asks is what waits for another machine: the function itself, or what a literal calls;
	// nil where that is a function value. called is its name.
	asks   *types.Func
	called string
}

// given is the function that a value is, or nil.
func (f *finder) given(v ssa.Value) *givenFunc {
	var fn *ssa.Function
	switch x := ssabuild.Resolve(v).(type) {
	case *ssa.MakeClosure:
		fn = x.Fn.(*ssa.Function)
	case *ssa.Function:
		fn = x
	default:
		return nil
	}
	obj, ok := fn.Object().(*types.Func)
	if !ok {
		g := &givenFunc{fn: fn, name: "its fallback", timed: f.makesDeadline(fn) || f.callsGuarded(fn)}
		if call, via := f.inside(fn); call != nil {
			g.via, g.asks, g.called = via, deadline.Called(&call.Call), nameOf(&call.Call)
		}
		return g
	}
	if declared := fn.Prog.FuncValue(obj); declared != nil {
		fn = declared // and not a method value's wrapper
	}
	conduct := f.conducts.Of(obj)
	return &givenFunc{fn: fn, name: nameOfFunc(obj), via: conduct.Reaches, timed: conduct.Timed, asks: obj, called: nameOfFunc(obj)}
}

// inside is the call in a function literal that waits for another machine, and the way to
// there; or nil.
func (f *finder) inside(fn *ssa.Function) (call *ssa.Call, via string) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok {
				if via, ok := standin.Remote(&call.Call, f.conducts); ok {
					return call, via
				}
			}
		}
	}
	return nil, ""
}
