package deadline

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// maxExpand bounds the chain of callers that Expand follows.
const maxExpand = 3

// Expand replaces the origins that are parameters of unexported functions other
// than in, and the functions around it, by what the callers hand over: a
// client that a constructor was given comes from the constructor's callers.
func (e *Evaluator) Expand(origins []Origin, in *ssa.Function) []Origin {
	around := make(map[*ssa.Function]bool)
	for fn := in; fn != nil; fn = fn.Parent() {
		around[fn] = true
	}
	for range maxExpand {
		var next []Origin
		changed := false
		for _, o := range origins {
			if o.Kind != Depends || around[o.In] || len(o.Params) != 1 || o.Made != nil || !e.AllCallersSeen(o.In) {
				next = append(next, o)
				continue
			}
			changed = true
			for _, site := range e.Calls[o.In] {
				args := AllArguments(site.Common())
				if o.Params[0] >= len(args) {
					continue
				}
				for _, from := range e.Origins(args[o.Params[0]]) {
					from.Field = o.Field
					next = append(next, from)
				}
			}
		}
		if !changed {
			break
		}
		origins = decided(next)
	}
	return origins
}

// AllCallersSeen reports whether only this package can call fn, and does so
// by its name alone.
func (e *Evaluator) AllCallersSeen(fn *ssa.Function) bool {
	obj, ok := fn.Object().(*types.Func)
	if !ok || obj.Exported() && e.pkg.Name() != "main" || len(e.Calls[fn]) == 0 {
		return false
	}
	return !e.escapes[fn]
}
