package effects

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/ablation"
	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/layers"
)

// Retried is the fact about a package that retries methods of interfaces. Whether a retry
// stands behind one of them, too, is known where a type is put there.
type Retried struct {
	List []Reach
	// Behind are the types with retries that the package puts behind interfaces that,
	// as far as it can see, nobody retries. Who sees both sides has the answer.
	Behind []Behind
}

// Behind is a type with a retry in a method that stands behind an interface's method.
type Behind struct {
	Method string
	// Type is how messages name the type.
	Type  string
	Reach Reach
}

// AFact marks Retried as a fact.
func (*Retried) AFact() {}

func (r *Retried) String() string {
	var texts []string
	for _, reach := range r.List {
		texts = append(texts, "retried("+reach.String()+")")
	}
	for _, b := range r.Behind {
		texts = append(texts, "behind("+b.Type+": "+b.Reach.String()+")")
	}
	return strings.Join(texts, " ")
}

// maxRetried bounds what is remembered of one package.
const maxRetried = 32

// A Wiring is a place where a type becomes an interface whose method is retried
// elsewhere, and its own method leads to a retry, too.
type Wiring struct {
	// Pos is where the conversion stands, or the call that is given the interface.
	Pos token.Pos
	// Type is the type behind it, where it does not stand there; or empty.
	Type string
	// Reach is the whole way. The first Outer layers are those of the retry around the
	// interface's method.
	Reach Reach
	Outer int
}

// wire answers the questions of this package and others: what stands behind a method that
// is retried?
func (cs *Conducts) wire(places []*Place) (wired []*Wiring) {
	if ablation.Off(ablation.Wiring) {
		return nil
	}
	asked, behind := cs.retriedMethods()
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
	wired = append(wired, cs.layers.connected(asked, ask)...)
	looks := len(asked) > 0 && cs.names(func(method string) bool { return asked[method] != nil })
	if looks || cs.layered() {
		for _, fn := range Functions(cs.pass) {
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					switch instr := instr.(type) {
					case *ssa.MakeInterface:
						wired = append(wired, cs.wireAt(instr, asked, ask)...)
						open.Behind = cs.behind(open.Behind, instr, asked)
					case *ssa.Call:
						if w := cs.joined(instr, asked, behind); w != nil && looks {
							wired = append(wired, w)
						}
					}
				}
			}
		}
	}
	cs.carryOn(open, asked)
	if len(open.List)+len(open.Behind) > 0 {
		cs.pass.ExportPackageFact(open)
	}
	return wired
}

// layered reports whether a method of the package runs through a retry: the package may put it
// behind an interface.
func (cs *Conducts) layered() bool {
	for fn, own := range cs.own {
		if fn.Signature().Recv() != nil && slices.ContainsFunc(own.Layers, func(r Reach) bool { return len(r.Layers) > 0 }) {
			return true
		}
	}
	return false
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
			if elsewhere(mi, outer.Field) {
				continue
			}
			for _, inner := range cs.waysOf(impl) {
				if inner.Asks == outer.Asks || len(outer.Layers)+len(inner.Layers) > maxLayers || layers.Heed(outer.Layers, inner.Layers) ||
					slices.ContainsFunc(inner.Layers, func(l layers.Layer) bool { return slices.Contains(outer.Layers, l) }) {
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

// elsewhere reports whether a conversion is for another field of the type that has the field which
// is asked about.
func elsewhere(mi *ssa.MakeInterface, field string) bool {
	asked, _, ok := strings.Cut(field, " ")
	if !ok || len(*mi.Referrers()) == 0 {
		return false
	}
	for _, ref := range *mi.Referrers() {
		store, ok := ref.(*ssa.Store)
		if !ok || store.Val != mi {
			return false
		}
		to := fieldOf(store.Addr)
		if owner, _, _ := strings.Cut(to, " "); owner != asked || to == field {
			return false
		}
	}
	return true
}

// behind adds the types with retries that a conversion puts behind an interface which nobody is
// known to retry.
func (cs *Conducts) behind(list []Behind, mi *ssa.MakeInterface, asked map[string][]Reach) []Behind {
	iface, ok := mi.Type().Underlying().(*types.Interface)
	if !ok || isDouble(mi.X.Type()) {
		return list
	}
	for method := range iface.Methods() {
		if len(list) >= maxRetried || !asks(method) || asked[method.FullName()] != nil {
			continue
		}
		obj, _, _ := types.LookupFieldOrMethod(mi.X.Type(), true, cs.pass.Pkg, method.Name())
		impl, ok := obj.(*types.Func)
		if !ok {
			continue
		}
		for _, r := range cs.waysOf(impl) {
			b := Behind{method.FullName(), types.TypeString(mi.X.Type(), (*types.Package).Name), r}
			if len(r.Layers) > 0 && !slices.ContainsFunc(list, func(o Behind) bool { return o.Method == b.Method && o.Type == b.Type }) {
				list = append(list, b)
			}
		}
	}
	return list
}

// joined answers at a call that is given an interface by a package which sees both sides: who
// retries its method, and what may stand behind that.
func (cs *Conducts) joined(call *ssa.Call, asked map[string][]Reach, behind map[string][]Behind) *Wiring {
	callee := deadline.Called(&call.Call)
	if callee == nil || callee.Pkg() == nil || len(behind) == 0 {
		return nil
	}
	for _, arg := range call.Call.Args {
		iface, ok := arg.Type().Underlying().(*types.Interface)
		if _, made := arg.(*ssa.MakeInterface); !ok || made {
			continue
		}
		for method := range iface.Methods() {
			for _, outer := range asked[method.FullName()] {
				if !strings.HasPrefix(outer.Layers[0].Place, callee.Pkg().Path()+"/") {
					continue // somebody else retries it
				}
				for _, b := range behind[method.FullName()] {
					if len(outer.Layers)+len(b.Reach.Layers) <= maxLayers && !layers.Heed(outer.Layers, b.Reach.Layers) {
						chain := layers.Chain{Layers: slices.Concat(outer.Layers, b.Reach.Layers), Ends: b.Reach.Ends}
						return &Wiring{Pos: call.Pos(), Type: b.Type, Reach: Reach{Chain: chain, Asks: b.Reach.Asks}, Outer: len(outer.Layers)}
					}
				}
			}
		}
	}
	return nil
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

// retriedMethods are the methods that other packages retry, and what others have put behind
// them.
func (cs *Conducts) retriedMethods() (asked map[string][]Reach, behind map[string][]Behind) {
	asked, behind = make(map[string][]Reach), make(map[string][]Behind)
	for _, fact := range cs.pass.AllPackageFacts() {
		if retried, ok := fact.Fact.(*Retried); ok && fact.Package != cs.pass.Pkg {
			for _, r := range retried.List {
				asked[r.Asks] = append(asked[r.Asks], r)
			}
			for _, b := range retried.Behind {
				behind[b.Method] = append(behind[b.Method], b)
			}
		}
	}
	for method, list := range asked {
		slices.SortFunc(list, func(a, b Reach) int {
			return cmp.Or(strings.Compare(a.String(), b.String()), strings.Compare(a.Field, b.Field))
		})
		// What is carried on comes more than once.
		asked[method] = slices.CompactFunc(list, func(a, b Reach) bool { return a.String() == b.String() && a.Field == b.Field })
	}
	for _, list := range behind {
		slices.SortFunc(list, func(a, b Behind) int {
			x, _ := a.Reach.Calls()
			y, _ := b.Reach.Calls()
			return cmp.Or(cmp.Compare(y, x), strings.Compare(a.Type, b.Type), strings.Compare(a.Reach.String(), b.Reach.String()))
		})
	}
	return asked, behind
}
