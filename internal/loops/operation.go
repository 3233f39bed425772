package loops

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/ablation"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/ssabuild"
)

// operation reports whether a call may be what a loop retries: it can fail, and
// it reaches another machine, or what it does is decided by somebody else. It is
// known to, unless it is a method of an interface that takes no context, or leads to
// one that does.
func operation(call *ssa.Call, j Judge) (via string, known, ok bool) {
	results := call.Call.Signature().Results()
	if results.Len() == 0 || asksWhether(call) || isPeriodic(call) {
		return "", false, false
	}
	via, remote := j.Remote(&call.Call)
	if !IsError(results.At(results.Len() - 1).Type()) {
		fn := call.Call.StaticCallee()
		told := remote && fn != nil && tellsOfFailure(fn, j)
		return via, told, told
	}
	if remote {
		return via, true, true
	}
	if call.Call.IsInvoke() {
		params := call.Call.Signature().Params()
		known = params.Len() > 0 && knowledge.IsContext(params.At(0).Type())
		return "", known, known || !isStandard(call.Call.Method)
	}
	switch f := call.Call.Value.(type) {
	case *ssa.Builtin:
		return "", false, false
	case *ssa.Parameter:
		return "", true, true
	case *ssa.MakeClosure:
		via, ok = Inside(f.Fn.(*ssa.Function), j)
	case *ssa.Function:
		if f.Object() != nil {
			asks := j.Asks(&call.Call)
			return "", asks && handsOver(&call.Call), asks
		}
		via, ok = Inside(f, j)
	default: // a function that is kept somewhere
		if _, given := ssabuild.Captured(f).(*ssa.Parameter); given {
			return "", true, true
		}
		params := call.Call.Signature().Params()
		return "", false, params.Len() > 0 && knowledge.IsContext(params.At(0).Type())
	}
	return via, ok, ok
}

// handsOver reports whether a call is given a literal that calls a method of an interface with
// a context: to measure that, or to trace it.
func handsOver(call *ssa.CallCommon) bool {
	for _, arg := range call.Args {
		lit := ssabuild.Literal(arg)
		if lit == nil || lit.Parent() == nil {
			continue
		}
		for _, b := range lit.Blocks {
			for _, instr := range b.Instrs {
				inner, ok := instr.(*ssa.Call)
				if !ok || !inner.Call.IsInvoke() || isStandard(inner.Call.Method) {
					continue
				}
				sig := inner.Call.Signature()
				if sig.Params().Len() > 0 && knowledge.IsContext(sig.Params().At(0).Type()) && sig.Results().Len() > 0 && IsError(sig.Results().At(sig.Results().Len()-1).Type()) {
					return true
				}
			}
		}
	}
	return false
}

// isStandard reports whether a method is of an interface of the standard library, or
// predeclared: what is behind it is as likely to be a buffer.
func isStandard(fn *types.Func) bool { return fn.Pkg() == nil || knowledge.Standard(fn.Pkg().Path()) }

// asksWhether reports whether a call asks if something is so far, by its name: what
// repeats it is waiting for a state. Nothing else tells that from a failure.
func asksWhether(call *ssa.Call) bool {
	if call.Call.IsInvoke() && named(types.TypeString(call.Call.Value.Type(), nil), "health") {
		return true
	}
	return named(calleeName(&call.Call), "ready", "poll", "health", "alive", "ping", "exists")
}

// waitsFor reports whether a function is called after a state that it waits for.
func waitsFor(fn *ssa.Function) bool {
	if ablation.Off(ablation.Names) {
		return false
	}
	for ; fn != nil; fn = fn.Parent() {
		if (named(fn.Name(), "wait", "ready", "poll") || strings.HasPrefix(strings.ToLower(fn.Name()), "watch")) && !named(fn.Name(), "retry", "retries", "backoff", "attempt") {
			return true
		}
	}
	return false
}

func named(name string, words ...string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(name, word) })
}

// Inside looks for a call in fn that waits for another machine, and the way to there.
func Inside(fn *ssa.Function, j Judge) (via string, ok bool) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok {
				if via, ok := j.Remote(&call.Call); ok {
					return via, true
				}
			}
		}
	}
	return "", false
}
