package fallback

import (
	"go/types"
	"regexp"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/standin"
)

// misses are the names of errors that tell that there is nothing: an answer, and not a
// failure. Who asks another server then does not replace what has failed.
var misses = regexp.MustCompile(`(?i)miss|nil$|not_?found|not_?exist|no_?(rows|docum|such|entry|key|value|record|item)|absent|empty|expired`)

// mayMiss reports whether the first call may fail because there is nothing of that name,
// and the function does not tell that from other failures.
func (f *finder) mayMiss(s standin.StandIn) bool {
	called, callee := deadline.Called(&s.First.Call), deadline.Callee(&s.First.Call)
	if namesMiss(s.First.Parent(), make(map[*ssa.Function]bool), 0) {
		return false
	}
	if callee != nil && callee.Blocks != nil {
		return namesMiss(callee, make(map[*ssa.Function]bool), maxMissCalls)
	}
	if called == nil || called.Pkg() == nil {
		return true
	}
	scope := called.Pkg().Scope()
	for _, name := range scope.Names() {
		if v, ok := scope.Lookup(name).(*types.Var); ok && loops.IsError(v.Type()) && misses.MatchString(name) {
			return true
		}
	}
	return false
}

// maxMissCalls is how many calls deep a function is looked into for its errors.
const maxMissCalls = 3

// namesMiss reports whether a function, or one that it calls, names an error that tells
// that there is nothing.
func namesMiss(fn *ssa.Function, seen map[*ssa.Function]bool, depth int) bool {
	if seen[fn] {
		return false
	}
	seen[fn] = true
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			for _, op := range instr.Operands(nil) {
				g, ok := (*op).(*ssa.Global)
				if ok && misses.MatchString(g.Name()) && isErrorVariable(g) {
					return true
				}
			}
			if call, ok := instr.(ssa.CallInstruction); ok && depth > 0 {
				if callee := deadline.Callee(call.Common()); callee != nil && namesMiss(callee, seen, depth-1) {
					return true
				}
			}
		}
	}
	return false
}

func isErrorVariable(g *ssa.Global) bool {
	p, ok := g.Type().Underlying().(*types.Pointer)
	return ok && loops.IsError(p.Elem())
}
