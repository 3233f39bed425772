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

// stored applies the stores to the fields of the object at v, a pointer, to what
// it is made as. What only some of the ways to the use go through is unknown, and
// so is everything of an object that something else may change.
func (w *walk) stored(p Policy, v ssa.Value, claim *knowledge.Claim) Policy {
	f := fields{e: w.e, byName: make(map[string][]*ssa.Store)}
	if !f.collect(v, 0) {
		return hide()
	}
	p = p.over(nil)
	for property, s := range claim.Policy.Settings {
		if s.From != "field" {
			continue
		}
		stores := f.byName[s.Name]
		if len(stores) == 0 {
			if f.open[s.Name] {
				p[property] = Value{}
			}
			continue
		}
		last := w.last(stores)
		if last == nil || f.open[s.Name] {
			p[property] = Value{}
			continue
		}
		p[property] = set(s, last.Val, By{At: last, Claim: claim})
	}
	return p
}

// last is the store that holds where the policy is used, or nil if that is not
// certain.
func (w *walk) last(stores []*ssa.Store) *ssa.Store {
	stores = slices.DeleteFunc(slices.Clone(stores), func(s *ssa.Store) bool { return w.at != nil && onlyAfter(s, w.at) })
	if len(stores) == 0 {
		return nil
	}
	last := stores[0]
	for _, s := range stores[1:] {
		switch {
		case before(last, s):
			last = s
		case before(s, last):
		default:
			return nil
		}
	}
	if w.at == nil {
		// Used in another function: only what is always stored holds there.
		if len(stores) > 1 || !always(last) {
			return nil
		}
		return last
	}
	if last.Parent() != w.at.Parent() {
		// The use stands in a function literal, the store around it.
		for fn := w.at.Parent(); fn != nil; fn = fn.Parent() {
			if fn == last.Parent() && len(stores) == 1 && always(last) {
				return last
			}
		}
		return nil
	}
	if !before(last, w.at) {
		return nil
	}
	return last
}

// holds reports whether what the store stores is there where the policy is used.
func (w *walk) holds(store *ssa.Store) bool { return w.last([]*ssa.Store{store}) != nil }

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

// fields collects what is stored in the fields of an object.
type fields struct {
	e      *Evaluator
	byName map[string][]*ssa.Store
	// open are the fields whose address something else has.
	open map[string]bool
}

// collect looks at all that is done with v, which is or points to the object. It
// returns false if something else may change it.
func (f *fields) collect(v ssa.Value, depth int) bool {
	if depth > 5 || v.Referrers() == nil {
		return false
	}
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.FieldAddr:
			f.field(ref)
		case *ssa.Store:
			if ref.Val != v {
				continue // the whole is stored, which the caller has seen
			}
			if !f.kept(ref.Addr, depth+1) {
				return false
			}
		case *ssa.MakeInterface:
			if iface := ref.Type().Underlying().(*types.Interface); iface.NumMethods() == 0 {
				return false
			}
		case *ssa.MakeClosure:
			for i, b := range ref.Bindings {
				if b == v && !f.collect(ref.Fn.(*ssa.Function).FreeVars[i], depth+1) {
					return false
				}
			}
		case ssa.CallInstruction:
			if !ownCall(ref.Common(), v.Type()) {
				return false
			}
		case *ssa.UnOp, *ssa.Return, *ssa.DebugRef, *ssa.BinOp:
		default:
			return false
		}
	}
	return true
}

// kept looks at the variable that a pointer to the object goes into: a local one
// that lives in memory because a function literal shares it, or a package-level
// one that is not lent.
func (f *fields) kept(addr ssa.Value, depth int) bool {
	switch addr := addr.(type) {
	case *ssa.Alloc:
		return f.loads(addr, depth)
	case *ssa.Global:
		if obj := addr.Object(); f.e.lent[addr] || obj == nil || obj.Exported() && obj.Pkg().Name() != "main" {
			return false
		}
		for _, load := range f.e.loads[addr] {
			if !f.collect(load, depth) {
				return false
			}
		}
		return true
	}
	return false
}

// loads looks at the pointers that are read from a variable.
func (f *fields) loads(cell ssa.Value, depth int) bool {
	if depth > 5 {
		return false
	}
	for _, ref := range *cell.Referrers() {
		switch ref := ref.(type) {
		case *ssa.UnOp:
			if !f.collect(ref, depth+1) {
				return false
			}
		case *ssa.MakeClosure:
			for i, b := range ref.Bindings {
				if b == cell && !f.loads(ref.Fn.(*ssa.Function).FreeVars[i], depth+1) {
					return false
				}
			}
		case *ssa.Store, *ssa.DebugRef:
		default:
			return false
		}
	}
	return true
}

func (f *fields) field(fa *ssa.FieldAddr) {
	v := deadline.Field(fa.X.Type(), fa.Field)
	if v == nil {
		return
	}
	for _, ref := range *fa.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == fa {
				f.byName[v.Name()] = append(f.byName[v.Name()], ref)
				continue
			}
		case *ssa.UnOp, *ssa.DebugRef:
			continue
		}
		if f.open == nil {
			f.open = make(map[string]bool)
		}
		f.open[v.Name()] = true
	}
}

// ownCall reports whether a call that is given a policy is one of the library's
// own functions, which leave its settings alone, unless a table says otherwise.
func ownCall(call *ssa.CallCommon, policy types.Type) bool {
	named := knowledge.Named(policy)
	fn := deadline.Called(call)
	if named == nil || fn == nil || fn.Pkg() != named.Obj().Pkg() {
		return false
	}
	claim := knowledge.Retries(fn)
	return claim == nil || claim.Kind != knowledge.Setter
}

// changes are the properties that a function sets which is an option itself:
//
//	func(o *retry.StandardOptions) { o.MaxAttempts = 5 }
func (w *walk) changes(fn *ssa.Function) Policy {
	if len(fn.Params) != 1 || fn.Signature.Results().Len() > 0 || fn.Blocks == nil {
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
