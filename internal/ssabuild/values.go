package ssabuild

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Resolve is what v is behind conversions, and behind local variables that are set once. A variable may be
// set to itself: "return err" sets a named result to what it holds, and the function that sets it
// to something else may be a deferred one.
func Resolve(v ssa.Value) ssa.Value {
	var seen []*ssa.Alloc
	for {
		switch x := v.(type) {
		case *ssa.ChangeType:
			v = x.X
			continue
		case *ssa.MakeInterface:
			v = x.X
			continue
		case *ssa.UnOp:
			if cell, ok := x.X.(*ssa.Alloc); ok && x.Op == token.MUL && !slices.Contains(seen, cell) {
				seen = append(seen, cell)
				if val := OnlyStore(cell); val != nil {
					v = val
					continue
				}
			}
		}
		return v
	}
}

// Literal is the function of this package that v is known to be: a literal or a declared
// one. It is nil if there is none, or only a method value.
func Literal(v ssa.Value) *ssa.Function {
	switch x := Resolve(v).(type) {
	case *ssa.MakeClosure:
		return Written(x.Fn.(*ssa.Function))
	case *ssa.Function:
		return Written(x)
	}
	return nil
}

// Written is fn if it stands in the source of this package, and nil otherwise.
func Written(fn *ssa.Function) *ssa.Function {
	if fn.Blocks == nil || fn.Synthetic != "" {
		return nil
	}
	return fn
}

// OnlyStore is what a local variable holds, if it is set once and nothing else can set it: neither a
// literal that captures it, nor whoever is given its address.
func OnlyStore(cell *ssa.Alloc) (val ssa.Value) {
	for _, ref := range *cell.Referrers() {
		store, ok := ref.(*ssa.Store)
		switch {
		case ok && store.Addr == cell && val == nil:
			val = store.Val
		case !reads(ref, cell):
			return nil
		}
	}
	return val
}

// reads reports whether an instruction that has the address of a variable leaves the variable as it is.
func reads(instr ssa.Instruction, addr ssa.Value) bool {
	switch instr := instr.(type) {
	case *ssa.UnOp, *ssa.DebugRef, *ssa.FieldAddr, *ssa.IndexAddr: // parts are another question
		return true
	case *ssa.MakeClosure:
		free := instr.Fn.(*ssa.Function).FreeVars[slices.Index(instr.Bindings, addr)]
		return !slices.ContainsFunc(*free.Referrers(), func(ref ssa.Instruction) bool { return !reads(ref, free) })
	}
	return false
}

// IsNil reports whether v is the constant nil.
func IsNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}

// Captured is what the function around a literal gave to a variable that the literal uses, if
// it did so once; or nil.
func Captured(v ssa.Value) ssa.Value {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		v = load.X
	}
	free, ok := v.(*ssa.FreeVar)
	if !ok {
		return nil
	}
	closure := Closure(free.Parent())
	if closure == nil {
		return nil
	}
	bound := closure.Bindings[slices.Index(free.Parent().FreeVars, free)]
	if cell, ok := bound.(*ssa.Alloc); ok {
		return OnlyStore(cell)
	}
	return bound
}

// Closure is where a function literal becomes a value, or nil.
func Closure(fn *ssa.Function) *ssa.MakeClosure {
	if fn.Referrers() == nil {
		return nil
	}
	for _, ref := range *fn.Referrers() {
		if closure, ok := ref.(*ssa.MakeClosure); ok {
			return closure
		}
	}
	return nil
}
