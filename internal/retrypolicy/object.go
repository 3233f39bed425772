package retrypolicy

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
)

// object is the policy that a literal or variable of this package is.
func (w *walk) object(alloc *ssa.Alloc) Policy {
	claim := knowledge.RetryType(alloc.Type())
	if claim == nil {
		return hide()
	}
	by := By{At: alloc, Claim: claim}
	var base Policy
	for _, ref := range *alloc.Referrers() {
		store, ok := ref.(*ssa.Store)
		if !ok || store.Addr != alloc {
			continue
		}
		if c, ok := store.Val.(*ssa.Const); ok && c.Value == nil {
			continue
		}
		if base != nil || !w.holds(store) {
			return hide()
		}
		base = w.value(store.Val)
	}
	if base == nil {
		base = w.settings(claim, by, nil)
	}
	return w.stored(base, alloc, claim)
}

// zero is the policy that a struct without any field set is: Settings{}.
func (w *walk) zero(c *ssa.Const) Policy {
	claim := knowledge.RetryType(c.Type())
	if _, ok := c.Type().Underlying().(*types.Struct); claim == nil || !ok {
		return hide()
	}
	return w.settings(claim, By{At: c, Claim: claim}, nil)
}

// sealed is the policy in the variable or field at an address, of a type without anything to set: it
// is its zero value.
func (w *walk) sealed(addr ssa.Value) Policy {
	ptr, ok := addr.Type().Underlying().(*types.Pointer)
	if !ok {
		return hide()
	}
	claim := knowledge.RetryType(ptr.Elem())
	str, ok := ptr.Elem().Underlying().(*types.Struct)
	if claim == nil || !ok {
		return hide()
	}
	for field := range str.Fields() {
		if field.Exported() {
			return hide()
		}
	}
	return w.settings(claim, By{At: addr, Claim: claim}, nil)
}

// stored applies what is done to the object at v, a pointer, to what it is made as.
// What only some of the ways to the use go through is unknown, and so is everything
// of an object that something else may change.
func (w *walk) stored(p Policy, v ssa.Value, claim *knowledge.Claim) Policy {
	c := newChanges(w, claim)
	if !c.all(v) {
		return hide()
	}
	p = p.over(nil)
	for _, property := range knowledge.Properties {
		list := c.of[property]
		if len(list) == 0 && !c.open[property] {
			continue
		}
		p[property] = Value{}
		if last := w.last(list); last != nil && !c.open[property] {
			p[property] = last.value
		}
	}
	return p
}

// last is the change that holds where the policy is used, or nil if that is not
// certain.
func (w *walk) last(list []change) *change {
	list = slices.DeleteFunc(slices.Clone(list), func(c change) bool { return w.at != nil && onlyAfter(c.at, w.at) })
	if len(list) == 0 {
		return nil
	}
	last := &list[0]
	for i := range list[1:] {
		switch c := &list[i+1]; {
		case before(last.at, c.at):
			last = c
		case before(c.at, last.at):
		default:
			return nil
		}
	}
	if w.at == nil {
		// Used in another function: only what is always done holds there.
		if len(list) > 1 || !always(last.at) {
			return nil
		}
		return last
	}
	if last.at.Parent() != w.at.Parent() {
		// The use stands in a function literal, the change around it.
		for fn := w.at.Parent(); fn != nil; fn = fn.Parent() {
			if fn == last.at.Parent() && len(list) == 1 && always(last.at) {
				return last
			}
		}
		return nil
	}
	if !before(last.at, w.at) {
		return nil
	}
	return last
}

// holds reports whether what the store stores is there where the policy is used.
func (w *walk) holds(store *ssa.Store) bool { return w.last([]change{{at: store}}) != nil }

// onlyAfter reports whether a never comes before b: b does before a, and nothing
// leads back.
func onlyAfter(a, b ssa.Instruction) bool {
	return before(b, a) && !reaches(a.Block(), b.Block())
}

// reaches reports whether a way leads from the end of a block to another, or to
// the same again.
func reaches(from, to *ssa.BasicBlock) bool {
	seen := make(map[*ssa.BasicBlock]bool)
	var walk func(b *ssa.BasicBlock) bool
	walk = func(b *ssa.BasicBlock) bool {
		for _, succ := range b.Succs {
			if succ == to {
				return true
			}
			if !seen[succ] {
				seen[succ] = true
				if walk(succ) {
					return true
				}
			}
		}
		return false
	}
	return walk(from)
}

// before reports whether a comes before b on every way to b.
func before(a, b ssa.Instruction) bool {
	if a.Parent() != b.Parent() {
		return false
	}
	if a.Block() != b.Block() {
		return a.Block().Dominates(b.Block())
	}
	for _, instr := range a.Block().Instrs {
		if instr == a {
			return true
		}
		if instr == b {
			return false
		}
	}
	return false
}

// always reports whether the instruction is part of every way through its
// function that comes to an end.
func always(instr ssa.Instruction) bool {
	if isInitializer(instr.Parent()) {
		return true // but for its guard
	}
	for _, b := range instr.Parent().Blocks {
		if len(b.Succs) == 0 && len(b.Instrs) > 0 {
			if _, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && !instr.Block().Dominates(b) {
				return false
			}
		}
	}
	return true
}

// function is what a function makes, or what it sets which is an option itself:
//
//	func() gax.Retryer { return gax.OnCodes(codes, backoff) }
//	func(o *retry.StandardOptions) { o.MaxAttempts = 5 }
func (w *walk) function(fn *ssa.Function) Policy {
	if fn.Blocks == nil {
		return hide()
	}
	if len(fn.Params) == 0 {
		return w.returned(fn)
	}
	if len(fn.Params) != 1 || fn.Signature.Results().Len() > 0 {
		return hide()
	}
	param := fn.Params[0]
	claim := knowledge.RetryType(param.Type())
	if claim == nil {
		return hide()
	}
	at := w.at
	w.at = nil
	defer func() { w.at = at }()
	return w.stored(nil, param, claim)
}

// globalStruct is the policy in a package-level variable that is a struct. Its
// fields are stored by the package's initialiser.
func (w *walk) globalStruct(g *ssa.Global, claim *knowledge.Claim) Policy {
	by := By{At: g, Claim: claim}
	p := w.settings(claim, by, nil)
	setField := func(name string, v ssa.Value) {
		for property, s := range claim.Policy.Settings {
			if s.From == "field" && s.Name == name {
				p[property] = set(s, v, by)
			}
		}
	}
	for _, store := range w.e.stores[g] {
		if !isInitializer(store.Parent()) {
			return hide()
		}
		if _, ok := store.Val.(*ssa.Const); !ok {
			return w.elsewhere(store.Val)
		}
	}
	for _, b := range g.Pkg.Func("init").Blocks {
		for _, instr := range b.Instrs {
			fa, ok := instr.(*ssa.FieldAddr)
			if !ok || fa.X != g {
				continue
			}
			for _, ref := range *fa.Referrers() {
				if store, ok := ref.(*ssa.Store); ok && store.Addr == fa {
					setField(deadline.Field(fa.X.Type(), fa.Field).Name(), store.Val)
				}
			}
		}
	}
	return p
}
