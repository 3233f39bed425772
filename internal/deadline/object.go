package deadline

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/knowledge"
)

// object follows the address of a client, transport or request that is made in
// this package: a literal, a zero value, a variable or a field of that type.
func (w *walk) object(addr ssa.Value) []Origin {
	claim := knowledge.Type(addr.Type())
	if claim == nil {
		return unknown()
	}
	pos, in := addr.Pos(), addr.Parent()
	var base []Origin // what the whole value was copied from
	set := make(map[string][]ssa.Value)
	switch addr := addr.(type) {
	case *ssa.Alloc:
		for _, val := range w.e.cellStores(addr) {
			base = append(base, w.origins(val)...)
		}
		for _, ref := range *addr.Referrers() {
			if fa, ok := ref.(*ssa.FieldAddr); ok && isBound(fa) {
				name := Field(fa.X.Type(), fa.Field).Name()
				set[name] = append(set[name], w.e.cellStores(fa)...)
			}
		}
	default:
		obj := holder(addr)
		if obj == nil || obj.Pkg() != w.e.pkg {
			return unknown()
		}
		if len(w.e.late[obj]) > 0 {
			return undecidable()
		}
		for _, val := range w.e.stores[obj] {
			base = append(base, w.origins(val)...)
		}
		if len(base) == 0 && obj.Exported() && w.e.pkg.Name() != "main" {
			return unknown() // it is for other packages to fill in
		}
		pos = obj.Pos()
	}
	if len(base) > 0 {
		return w.derived(base, claim, set)
	}
	made := Origin{Bound: Bound{Kind: Unbounded, Why: zeroReason(addr.Type(), claim)}, In: in, Pos: pos, Made: addr}
	return w.derived([]Origin{made}, claim, set)
}

// zeroReason says what a value of type t lacks as long as its bounding fields
// are not set.
func zeroReason(t types.Type, claim *knowledge.Claim) string {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	name := types.TypeString(t, func(p *types.Package) string { return p.Name() })
	if len(claim.Fields) == 0 {
		return "a plain " + name
	}
	return fmt.Sprintf("%s without %s", name, claim.Fields[0].Name)
}

// derived applies the bounding fields that are set on a value to the origins
// of the value itself.
func (w *walk) derived(base []Origin, claim *knowledge.Claim, set map[string][]ssa.Value) []Origin {
	extra := Bound{Kind: Unbounded}
	why := "" // what is set in the place of the first bound, and is none
	extraIn := (*ssa.Function)(nil)
	for _, src := range claim.Fields {
		var vals []Origin
		for _, val := range set[src.Name] {
			vals = append(vals, w.origins(val)...)
		}
		if len(vals) == 0 {
			continue
		}
		b := Join(vals)
		if b.Kind == Depends {
			if extraIn != nil && extraIn != vals[0].In {
				return unknown()
			}
			extraIn = Owner(vals)
		}
		if b.Kind == Unbounded && src.Name == claim.Fields[0].Name {
			why = b.Why
		}
		extra = Either(extra, b)
	}
	var all []Origin
	for _, o := range base {
		if o.Kind == Depends && extra.Kind == Depends && o.In != extraIn {
			return unknown()
		}
		o.Bound = Either(o.Bound, extra)
		if o.Kind == Unbounded && o.Made != nil && why != "" {
			o.Why = why
		}
		if o.Kind == Depends && extraIn != nil {
			o.In = extraIn
		}
		all = append(all, o)
	}
	return all
}
