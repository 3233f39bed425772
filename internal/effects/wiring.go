package effects

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/layers"
)

// Retried is the fact about a package that retries methods of interfaces. Whether a retry
// stands behind one of them, too, is known where a type is put there.
type Retried struct{ List []Reach }

// AFact marks Retried as a fact.
func (*Retried) AFact() {}

func (r *Retried) String() string {
	texts := make([]string, len(r.List))
	for i, reach := range r.List {
		texts[i] = "retried(" + reach.String() + ")"
	}
	return strings.Join(texts, " ")
}

// maxRetried bounds what is remembered of one package.
const maxRetried = 32

// A Wiring is a place where a type becomes an interface whose method is retried
// elsewhere, and its own method leads to a retry, too.
type Wiring struct {
	// Pos is where the conversion stands.
	Pos token.Pos
	// Reach is the whole way. The first Outer layers are those of the retry around the
	// interface's method.
	Reach Reach
	Outer int
}

// wire answers the questions of this package and others: what stands behind a method that
// is retried?
func (cs *Conducts) wire(places []*Place, asked map[string][]Reach) (wired []*Wiring) {
	open := &Retried{}
	ask := func(r Reach) {
		if r.Asks != "" && len(open.List) < maxRetried && !slices.ContainsFunc(open.List, func(o Reach) bool { return o.Asks == r.Asks && o.String() == r.String() }) {
			open.List = append(open.List, r)
			asked[r.Asks] = append(asked[r.Asks], r)
		}
	}
	for _, p := range places {
		for _, r := range p.Reaches() {
			ask(r)
		}
	}
	if len(asked) > 0 && cs.names(func(method string) bool { return asked[method] != nil }) {
		for _, fn := range Functions(cs.pass) {
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					if mi, ok := instr.(*ssa.MakeInterface); ok {
						wired = append(wired, cs.wireAt(mi, asked, ask)...)
					}
				}
			}
		}
	}
	if len(open.List) > 0 {
		cs.pass.ExportPackageFact(open)
	}
	return wired
}

// wireAt answers at one conversion.
func (cs *Conducts) wireAt(mi *ssa.MakeInterface, asked map[string][]Reach, ask func(Reach)) (wired []*Wiring) {
	iface, ok := mi.Type().Underlying().(*types.Interface)
	if !ok || isDouble(mi.X.Type()) {
		return nil
	}
	for method := range iface.Methods() {
		outers := asked[method.FullName()]
		if len(outers) == 0 {
			continue
		}
		obj, _, _ := types.LookupFieldOrMethod(mi.X.Type(), true, cs.pass.Pkg, method.Name())
		impl, ok := obj.(*types.Func)
		if !ok {
			continue
		}
		for _, outer := range outers {
			for _, inner := range cs.Of(impl).Layers {
				if inner.Asks == outer.Asks || len(outer.Layers)+len(inner.Layers) > maxLayers || slices.ContainsFunc(inner.Layers, func(l layers.Layer) bool { return slices.Contains(outer.Layers, l) }) {
					continue // it wraps itself
				}
				r := Reach{Chain: layers.Chain{Layers: slices.Concat(outer.Layers, inner.Layers), Ends: inner.Ends}, Asks: inner.Asks}
				ask(r)
				if len(inner.Layers) > 0 {
					wired = append(wired, &Wiring{Pos: Conversion(mi), Reach: r, Outer: len(outer.Layers)})
				}
			}
		}
	}
	return wired
}

// names reports whether the package names an interface of whose methods one is open, or
// something that holds or takes one: a package that turns a type into that interface does.
func (cs *Conducts) names(open func(method string) bool) bool {
	seen := make(map[types.Object]bool)
	for _, obj := range cs.pass.TypesInfo.Uses {
		if !seen[obj] && obj.Pkg() != nil && namesOpen(obj, open) {
			return true
		}
		seen[obj] = true
	}
	return false
}

// isDouble reports whether a type stands in for another one in tests, by its name or that
// of its package: programs have such types in code that is not test code, too.
func isDouble(t types.Type) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return false
	}
	for _, name := range []string{named.Obj().Name(), named.Obj().Pkg().Name()} {
		name = strings.ToLower(name)
		for _, double := range []string{"mock", "fake", "stub"} {
			if strings.HasPrefix(name, double) || strings.HasSuffix(name, double) || strings.HasSuffix(name, double+"s") {
				return true
			}
		}
	}
	return false
}

// retriedMethods are the methods that other packages retry.
func (cs *Conducts) retriedMethods() map[string][]Reach {
	asked := make(map[string][]Reach)
	for _, fact := range cs.pass.AllPackageFacts() {
		if retried, ok := fact.Fact.(*Retried); ok && fact.Package != cs.pass.Pkg {
			for _, r := range retried.List {
				asked[r.Asks] = append(asked[r.Asks], r)
			}
		}
	}
	for _, list := range asked {
		slices.SortFunc(list, func(a, b Reach) int { return strings.Compare(a.String(), b.String()) })
	}
	return asked
}
