package loops

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/knowledge"
)

// each reports whether the operation is another one in each round: its operands
// are the elements of something.
func (l *Loop) each(op *ssa.Call) bool {
	seen := make(map[ssa.Value]bool)
	var element func(v ssa.Value, depth int) bool
	element = func(v ssa.Value, depth int) bool {
		if p, ok := v.(*ssa.Parameter); ok && l.asksIterator() {
			return l.changes[p]
		}
		instr, ok := v.(ssa.Instruction)
		if !ok || seen[v] || depth > 12 || !l.Contains(instr) {
			return false
		}
		seen[v] = true
		switch v := v.(type) {
		case *ssa.Next:
			return true
		case *ssa.Phi:
			if v.Block() == l.Head {
				return l.another(v)
			}
		case *ssa.IndexAddr:
			if l.varies(v.Index) {
				return true
			}
		case *ssa.Index:
			if l.varies(v.Index) {
				return true
			}
		case *ssa.Lookup:
			if l.varies(v.Index) {
				return true
			}
		case *ssa.Extract:
			if received(v) {
				return true // taken from a queue
			}
		case *ssa.UnOp:
			if _, ok := v.X.Type().Underlying().(*types.Chan); ok && v.Op == token.ARROW && !IsTimer(v.X.Type()) {
				return true // taken from a queue
			}
		}
		return slices.ContainsFunc(l.madeOf(v), func(part ssa.Value) bool { return element(part, depth+1) })
	}
	return slices.ContainsFunc(l.madeOf(op), func(part ssa.Value) bool { return element(part, 0) })
}

// received reports whether a value is what a select has taken from a channel, other than
// one that tells the time or that something is over.
func received(v *ssa.Extract) bool {
	sel, ok := v.Tuple.(*ssa.Select)
	const first = 2 // behind the number of the case, and whether the channel is open
	if !ok || v.Index < first {
		return false
	}
	i := first
	for _, state := range sel.States {
		if state.Dir != types.RecvOnly {
			continue
		}
		if i == v.Index {
			empty, ok := v.Type().Underlying().(*types.Struct)
			return !IsTimer(state.Chan.Type()) && !(ok && empty.NumFields() == 0)
		}
		i++
	}
	return false
}

// madeOf are the values that v is made of: its operands, and what the loop puts where v
// points to, or where its operands do.
func (l *Loop) madeOf(v ssa.Value) (parts []ssa.Value) {
	instr, ok := v.(ssa.Instruction)
	if !ok {
		return nil
	}
	for _, operand := range instr.Operands(nil) {
		if *operand != nil {
			parts = append(parts, *operand)
			parts = append(parts, l.putInto(*operand)...)
		}
	}
	return append(parts, l.putInto(v)...)
}

// putInto are the values that the loop stores in the variable, struct, array or map
// that v is.
func (l *Loop) putInto(v ssa.Value) (values []ssa.Value) {
	if v.Referrers() == nil {
		return nil
	}
	for _, ref := range *v.Referrers() {
		if !l.Contains(ref) {
			continue
		}
		switch ref := ref.(type) {
		case *ssa.Store:
			if _, ok := v.(*ssa.Alloc); ok && ref.Addr == v {
				values = append(values, ref.Val)
			}
		case *ssa.FieldAddr, *ssa.IndexAddr:
			part := ref.(ssa.Value)
			for _, use := range *part.Referrers() {
				if store, ok := use.(*ssa.Store); ok && store.Addr == part && l.Contains(store) {
					values = append(values, store.Val)
				}
			}
		case *ssa.MapUpdate:
			if ref.Map == v {
				values = append(values, ref.Key, ref.Value)
			}
		}
	}
	return values
}

// another reports whether a variable of the loop's head is something else in each
// round: what is worked on, not what counts, waits, or tells how it went.
func (l *Loop) another(phi *ssa.Phi) bool {
	if IsError(phi.Type()) || knowledge.IsContext(phi.Type()) || isDuration(phi.Type()) {
		return false
	}
	if c, _ := counted(phi); c != nil {
		return false
	}
	switch t := phi.Type().Underlying().(type) {
	case *types.Basic:
		return t.Info()&(types.IsString|types.IsInteger) != 0
	case *types.Slice, *types.Struct:
		return true
	}
	return false
}

// varies reports whether an index changes from round to round.
func (l *Loop) varies(index ssa.Value) bool {
	switch v := index.(type) {
	case *ssa.Phi:
		return v.Block() == l.Head
	case *ssa.BinOp:
		return l.varies(v.X) || l.varies(v.Y)
	case *ssa.Convert:
		return l.varies(v.X)
	}
	return false
}
