package effects

import (
	"go/types"
	"slices"

	"github.com/reslint/reslint/internal/ablation"
	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
)

// assumes reports whether a client of type t that can't be followed is taken to
// set no bound of its own. The tables say so of the libraries where hardly
// anybody sets one. It is never assumed of a database handle if the program may
// use a driver that stays on this machine.
func (f *finder) assumes(t types.Type) bool {
	if t == nil || ablation.Off(ablation.Assumptions) {
		return false
	}
	claim := knowledge.Type(t)
	if claim == nil {
		claim = knowledge.Generated(t)
	}
	if claim == nil || !claim.Unbounded {
		return false
	}
	named := knowledge.Named(t)
	return named == nil || !f.mayBeLocal(named.Obj().Pkg().Path())
}

// mayBeLocal reports whether the package imports, at any distance, a driver of
// the library in pkg that stays on this machine.
func (f *finder) mayBeLocal(pkg string) bool {
	known, ok := f.local[pkg]
	if !ok {
		drivers := knowledge.Drivers(pkg)
		known = len(drivers) > 0 && imports(f.pass.Pkg, drivers, make(map[*types.Package]bool))
		f.local[pkg] = known
	}
	return known
}

func imports(pkg *types.Package, paths []string, seen map[*types.Package]bool) bool {
	for _, imp := range pkg.Imports() {
		if seen[imp] {
			continue
		}
		seen[imp] = true
		if slices.Contains(paths, imp.Path()) || imports(imp, paths, seen) {
			return true
		}
	}
	return false
}

// assume takes the clients that can't be followed to have no bound, where the
// tables say so of their types, unless the program shows that it sets one. t is
// the type of the value that has the origins.
func (f *finder) assume(t types.Type, origins []deadline.Origin) []deadline.Origin {
	none := deadline.Origin{Bound: deadline.Bound{Kind: deadline.Unbounded}}
	whole := f.assumes(t)
	if len(origins) == 0 && whole {
		return []deadline.Origin{none}
	}
	assumed := slices.Clone(origins)
	for i, o := range assumed {
		switch {
		case o.Kind == deadline.Unknown && !o.Decided && f.assumes(o.Type):
			assumed[i] = none
		case o.Kind == deadline.Depends && f.assumes(parameter(o)):
			assumed[i] = none
			if f.callerDecides(o) {
				assumed[i] = deadline.Origin{Bound: deadline.Bound{Decided: true}}
			}
		}
		if whole {
			assumed[i].Shared = false
		}
	}
	return assumed
}

// parameter is the type of the parameter that decides about a value, or nil where
// several do.
func parameter(o deadline.Origin) types.Type {
	if o.In == nil || len(o.Params) != 1 || o.Params[0] >= len(o.In.Params) {
		return nil
	}
	return o.In.Params[o.Params[0]].Type()
}

// callerDecides reports whether a caller in this package hands over a client
// that is bounded, or may be.
func (f *finder) callerDecides(o deadline.Origin) bool {
	for _, site := range f.info.Eval.Calls[o.In] {
		for _, arg := range arguments(site.Common(), o.Params) {
			if b := f.info.Eval.Bound(arg); b.Kind == deadline.Bounded || b.Decided {
				return true
			}
		}
	}
	return false
}
