package fallback

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/loops"
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
			if claim == nil || claim.Kind != knowledge.Fallback {
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
	fn, name, via := f.given(instead)
	if fn == nil && via == "" {
		return
	}
	d := f.at(call.Common().Pos())
	for _, arg := range f.arguments(call.Common().Pos()) {
		if f.holds(arg, fn) {
			d.Pos, d.End = arg.Pos(), arg.End()
		}
	}
	strict := f.rep.Settings.Strict
	switch {
	case via != "":
		if !strict && (fn != nil && f.makesDeadline(fn) || f.timedByName(instead)) {
			return
		}
		d.Message = "when the operation of " + nameOfFunc(library) + " fails, " + name + " answers in its place, and waits for another machine" + way(name, via) + ": " + secondDependency
		f.once(remoteFallback, d)
	default:
		if why := f.waits(fn, make(map[*ssa.Function]bool)); why != "" {
			d.Message = "when the operation of " + nameOfFunc(library) + " fails, " + name + " answers in its place, and " + why + ": " + notAtOnce
			f.once(blockingFallback, d)
		}
	}
}

// given is the function that a value is, its name, and its way to another machine, if
// it leads there.
func (f *finder) given(v ssa.Value) (fn *ssa.Function, name, via string) {
	switch x := resolve(v).(type) {
	case *ssa.MakeClosure:
		fn = x.Fn.(*ssa.Function)
	case *ssa.Function:
		fn = x
	default:
		return nil, "", ""
	}
	if obj, ok := fn.Object().(*types.Func); ok {
		name = nameOfFunc(obj)
		via = f.conducts.Of(obj).Reaches
		if method := fn.Prog.FuncValue(obj); method != nil {
			fn = method
		}
		return fn, name, via
	}
	via, _ = loops.Inside(fn, f.conducts)
	if via == "" {
		via = f.inside(fn)
	}
	return fn, "its fallback", via
}

// inside looks into the literals that a function calls, or hands over to be called.
func (f *finder) inside(fn *ssa.Function) string {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok {
				if via, ok := standin.Remote(&call.Call, f.conducts); ok {
					return via
				}
			}
		}
	}
	return ""
}

// timedByName reports whether a named function reaches another machine within a
// deadline of its own.
func (f *finder) timedByName(v ssa.Value) bool {
	var fn *ssa.Function
	switch x := resolve(v).(type) {
	case *ssa.MakeClosure:
		fn = x.Fn.(*ssa.Function)
	case *ssa.Function:
		fn = x
	}
	if fn == nil {
		return false
	}
	obj, ok := fn.Object().(*types.Func)
	return ok && f.conducts.Of(obj).Timed
}
