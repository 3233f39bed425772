package effects

import (
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// A driver reads the facts about packages of direct imports only. What is asked of an interface has to reach
// who puts a type there, and that may be a package which imports neither the interface nor who asks: it calls a
// function that takes the interface. So the package of that function carries the question on.

// carrier returns what tells whether an interface with the method can be handed to the package from
// outside: to an exported function or method, or through an exported field.
func carrier(pkg *types.Package) (takes func(method string) bool) {
	taken := make(map[string]bool)
	add := func(t types.Type) {
		if iface, ok := t.Underlying().(*types.Interface); ok {
			for method := range iface.Methods() {
				taken[method.FullName()] = true
			}
		}
	}
	params := func(fn *types.Func) {
		if fn.Exported() {
			for v := range fn.Signature().Params().Variables() {
				add(v.Type())
			}
		}
	}
	for _, name := range pkg.Scope().Names() {
		switch obj := pkg.Scope().Lookup(name).(type) {
		case *types.Func:
			params(obj)
		case *types.TypeName:
			named, ok := obj.Type().(*types.Named)
			if !ok {
				continue
			}
			for m := range named.Methods() {
				params(m)
			}
			if s, ok := named.Underlying().(*types.Struct); ok {
				for f := range s.Fields() {
					if f.Exported() {
						add(f.Type())
					}
				}
			}
		}
	}
	return func(method string) bool { return taken[method] }
}

// carriedQuestions are the questions of others that the package has to carry on.
func carriedQuestions(pass *analysis.Pass) (list []Question) {
	var takes func(string) bool
	for _, q := range questionsOfOthers(pass) {
		if takes == nil {
			takes = carrier(pass.Pkg)
		}
		if takes(q.Method) {
			list = append(list, q)
		}
	}
	return list
}

// carryOn adds the retried methods of others to those of the package, as far as it has to carry them on.
func (cs *Conducts) carryOn(open *Retried, asked map[string][]Reach) {
	var takes func(string) bool
	for _, method := range slices.Sorted(maps.Keys(asked)) {
		if takes == nil {
			takes = carrier(cs.pass.Pkg)
		}
		if !takes(method) {
			continue
		}
		for _, r := range asked[method] {
			if len(open.List) < maxRetried && !slices.ContainsFunc(open.List, func(o Reach) bool { return o.Asks == r.Asks && o.String() == r.String() }) {
				open.List = append(open.List, r)
			}
		}
	}
}
