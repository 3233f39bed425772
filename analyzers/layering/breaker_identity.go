package layering

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/effects"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/ssabuild"
)

// constantName is the constant name by which a library finds the breaker of a call.
func constantName(g *guard) (string, bool) {
	if g.claim == nil || g.claim.Policy.Breaker == nil || g.claim.Policy.Breaker.Name < 0 {
		return "", false
	}
	c, ok := argument(g.call.Common(), g.claim.Policy.Breaker.Name).(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(c.Value), true
}

// An identity says which breaker a value is: a variable, the call that makes it, or the way
// to it from the receiver of a method.
type identity any

// fieldWay is the way to a field from a type, or from a package-level variable.
type fieldWay struct{ from, way string }

// identities are the breakers that a guard's is known to be.
func (b *breakers) identities(g *guard, depth int) (ids []identity) {
	if name, ok := constantName(g); ok {
		return []identity{"named " + name}
	}
	for _, v := range b.receivers(g) {
		ids = append(ids, b.identify(v, 0)...)
	}
	if len(ids) > 0 || g.claim != nil || depth > 2 {
		return ids
	}
	// A method of the package that hands its operation on to a breaker of its receiver.
	fn := deadline.Callee(g.call.Common())
	recv, _ := deadline.Arguments(g.call.Common())
	inner := b.handsTo(fn)
	if inner == nil {
		return nil
	}
	for _, id := range b.identities(inner, depth+1) {
		way, isWay := id.(fieldWay)
		if !isWay || fn.Signature.Recv() == nil || way.from != ownerOf(fn.Signature.Recv().Type()) {
			ids = append(ids, id)
			continue
		}
		if outer, ok := wayTo(recv); ok {
			ids = append(ids, fieldWay{outer.from, outer.way + way.way})
		}
	}
	return ids
}

// handsTo is the call through a breaker that a function hands its operation on to, or nil.
func (b *breakers) handsTo(fn *ssa.Function) *guard {
	if fn == nil {
		return nil
	}
	for _, block := range fn.Blocks {
		for _, instr := range block.Instrs {
			if call, ok := instr.(*ssa.Call); ok {
				if inner := b.guardOf(call); inner != nil && effects.HandsOver(fn, inner.op) {
					return inner
				}
			}
		}
	}
	return nil
}

// identify follows a breaker to the variables, fields and calls that it comes from.
func (b *breakers) identify(v ssa.Value, depth int) (ids []identity) {
	v = unwrap(v)
	if depth > 5 {
		return nil
	}
	switch v := v.(type) {
	case *ssa.Call, *ssa.Alloc, *ssa.Global:
		return []identity{v}
	case *ssa.FreeVar:
		return b.identify(b.binding(v), depth+1)
	case *ssa.Parameter:
		if isReceiver(v) {
			return nil
		}
		for _, arg := range b.argumentsFor(v) {
			ids = append(ids, b.identify(arg, depth+1)...)
		}
		return ids
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return nil
		}
		switch addr := v.X.(type) {
		case *ssa.Global:
			return []identity{addr}
		case *ssa.Alloc:
			return b.identifyCell(addr, depth)
		case *ssa.FreeVar:
			if cell, ok := b.binding(addr).(*ssa.Alloc); ok {
				return b.identifyCell(cell, depth)
			}
		case *ssa.FieldAddr:
			return b.identify(addr, depth)
		}
	case *ssa.FieldAddr:
		if way, ok := wayTo(v); ok {
			ids = append(ids, way)
		}
		if !isReceiver(v.X) {
			return ids
		}
		// What the program puts there, if it was handed over: where it is wired, others may
		// be given the same.
		for _, val := range b.storedIn(v) {
			if p, ok := unwrap(val).(*ssa.Parameter); ok {
				ids = append(ids, b.identify(p, depth+1)...)
			}
		}
	}
	return ids
}

func (b *breakers) identifyCell(cell *ssa.Alloc, depth int) []identity {
	var val ssa.Value
	for _, ref := range *cell.Referrers() {
		if store, ok := ref.(*ssa.Store); ok && store.Addr == cell {
			if val != nil {
				return nil
			}
			val = store.Val
		}
	}
	if val == nil {
		return []identity{cell}
	}
	return b.identify(val, depth+1)
}

// wayTo is the way to a value from the receiver of a method or a package-level variable,
// through fields.
func wayTo(v ssa.Value) (fieldWay, bool) {
	switch v := v.(type) {
	case *ssa.Parameter:
		return fieldWay{from: ownerOf(v.Type())}, isReceiver(v)
	case *ssa.Global:
		return fieldWay{from: v.String()}, true
	case *ssa.UnOp:
		return wayTo(v.X)
	case *ssa.FieldAddr:
		way, ok := wayTo(v.X)
		field := deadline.Field(v.X.Type(), v.Field)
		if !ok || field == nil {
			return fieldWay{}, false
		}
		way.way += "." + field.Name()
		return way, true
	case *ssa.Alloc:
		if val := ssabuild.OnlyStore(v); val != nil {
			return wayTo(val)
		}
	case *ssa.FreeVar:
		if bound := ssabuild.Captured(v); bound != nil {
			return wayTo(bound)
		}
	}
	return fieldWay{}, false
}

// ownerOf names the type that t is or points to.
func ownerOf(t types.Type) string {
	if named := knowledge.Named(t); named != nil {
		return named.Obj().Pkg().Path() + "." + named.Obj().Name()
	}
	return t.String()
}

// isReceiver reports whether a value is the receiver of the method around it, or of that
// around the literal that uses it.
func isReceiver(v ssa.Value) bool {
	if bound := ssabuild.Captured(v); bound != nil {
		v = bound
	}
	p, ok := ssabuild.Resolve(v).(*ssa.Parameter)
	return ok && p.Parent().Signature.Recv() != nil && p == p.Parent().Params[0]
}

// argumentsFor are what the functions of the package give for a parameter.
func (b *breakers) argumentsFor(p *ssa.Parameter) (args []ssa.Value) {
	i := slices.Index(p.Parent().Params, p)
	for _, fn := range b.funcs {
		for _, block := range fn.Blocks {
			for _, instr := range block.Instrs {
				if call, ok := instr.(ssa.CallInstruction); ok && call.Common().StaticCallee() == p.Parent() {
					args = append(args, call.Common().Args[i])
				}
			}
		}
	}
	return args
}

// storedIn are the values that the package puts into the field at an address.
func (b *breakers) storedIn(addr *ssa.FieldAddr) (vals []ssa.Value) {
	field := deadline.Field(addr.X.Type(), addr.Field)
	for _, fn := range b.funcs {
		for _, block := range fn.Blocks {
			for _, instr := range block.Instrs {
				store, ok := instr.(*ssa.Store)
				if !ok {
					continue
				}
				if fa, ok := store.Addr.(*ssa.FieldAddr); ok && field != nil && deadline.Field(fa.X.Type(), fa.Field) == field {
					vals = append(vals, store.Val)
				}
			}
		}
	}
	return vals
}
