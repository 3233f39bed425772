package loops

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// turns reports whether the loop turns to the next of several after each failure: it
// moves on an index that is kept in a field or a package variable, where the operation
// finds it, and that is held against the length of a list. As the index stays where it
// is, one call does not begin again with what another has tried.
func (l *Loop) turns(o *outcome) bool {
	var held []ssa.Value // where indices are that a list limits
	for b := range l.Blocks {
		test, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		cmp, ok := test.Cond.(*ssa.BinOp)
		if !ok {
			continue
		}
		for _, side := range [][2]ssa.Value{{cmp.X, cmp.Y}, {cmp.Y, cmp.X}} {
			if at := loadedFrom(side[0]); at != nil && ofLength(side[1]) {
				held = append(held, at)
			}
		}
	}
	for _, at := range held {
		moved := make(map[*ssa.BasicBlock]bool)
		for b := range l.Blocks {
			for _, instr := range b.Instrs {
				if to := increased(instr); to != nil && samePlace(to, at) {
					moved[b] = true
				}
			}
		}
		if len(moved) > 0 && !o.again(failed, moved) {
			return true
		}
	}
	return false
}

// supplied reports whether the operation is for something that each round asks for, and
// the loop ends when there is no more: another one each time.
func (l *Loop) supplied(op *ssa.Call) bool {
	seen := make(map[ssa.Value]bool)
	var found func(v ssa.Value, depth int) bool
	found = func(v ssa.Value, depth int) bool {
		instr, ok := v.(ssa.Instruction)
		if !ok || seen[v] || depth > 6 || !l.Contains(instr) {
			return false
		}
		seen[v] = true
		switch v := v.(type) {
		case *ssa.Call:
			return v != op && l.endsWithout(v)
		case *ssa.UnOp, *ssa.FieldAddr, *ssa.Field, *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.Convert:
			return slices.ContainsFunc(v.(ssa.Instruction).Operands(nil), func(o *ssa.Value) bool { return found(*o, depth+1) })
		}
		return false
	}
	return slices.ContainsFunc(op.Operands(nil), func(o *ssa.Value) bool { return *o != nil && found(*o, 0) })
}

// endsWithout reports whether the loop ends where a call has returned nil, which is no error.
func (l *Loop) endsWithout(call *ssa.Call) bool {
	if IsError(call.Type()) {
		return false
	}
	for _, ref := range *call.Referrers() {
		cmp, ok := ref.(*ssa.BinOp)
		if !ok {
			continue
		}
		notNil, ok := isNilTest(cmp)
		if !ok {
			continue
		}
		for _, use := range *cmp.Referrers() {
			test, ok := use.(*ssa.If)
			if !ok || !l.Contains(test) {
				continue
			}
			none := test.Block().Succs[0]
			if notNil {
				none = test.Block().Succs[1]
			}
			if !l.Blocks[none] {
				return true
			}
		}
	}
	return false
}

// loadedFrom is the field or package variable that v is read from, or nil.
func loadedFrom(v ssa.Value) ssa.Value {
	switch v := v.(type) {
	case *ssa.Convert:
		return loadedFrom(v.X)
	case *ssa.BinOp:
		if v.Op == token.ADD || v.Op == token.SUB {
			return loadedFrom(v.X)
		}
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return outside(v.X)
		}
	case *ssa.Call:
		return atomicOf(&v.Call, "Load")
	}
	return nil
}

// increased is the field or package variable to which an instruction adds something, or nil.
func increased(instr ssa.Instruction) ssa.Value {
	switch instr := instr.(type) {
	case *ssa.Store:
		sum, ok := instr.Val.(*ssa.BinOp)
		at := outside(instr.Addr)
		if ok && sum.Op == token.ADD && at != nil && samePlace(loadedFrom(sum.X), at) {
			return at
		}
	case *ssa.Call:
		return atomicOf(&instr.Call, "Add")
	}
	return nil
}

// atomicOf is the field or package variable on which the call is one of sync/atomic's
// operations, as a function or as a method, or nil.
func atomicOf(call *ssa.CallCommon, operation string) ssa.Value {
	fn := call.StaticCallee()
	if fn == nil || fn.Object() == nil || fn.Object().Pkg() == nil || fn.Object().Pkg().Path() != "sync/atomic" || len(call.Args) == 0 {
		return nil
	}
	switch name := fn.Name(); name {
	case operation, operation + "Int32", operation + "Int64", operation + "Uint32", operation + "Uint64":
		return outside(call.Args[0])
	}
	return nil
}

// outside returns the address if it is that of a field or a package variable: what is
// there outlives the call.
func outside(addr ssa.Value) ssa.Value {
	switch addr.(type) {
	case *ssa.FieldAddr, *ssa.Global:
		return addr
	}
	return nil
}

// samePlace reports whether two addresses are the same variable, or the same field of the same value.
func samePlace(a, b ssa.Value) bool {
	x, ok := a.(*ssa.FieldAddr)
	y, too := b.(*ssa.FieldAddr)
	if ok && too {
		return x.Field == y.Field && x.X == y.X
	}
	return a != nil && a == b
}

// ofLength reports whether a number is the length of a list, or near it.
func ofLength(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Convert:
		return ofLength(v.X)
	case *ssa.BinOp:
		return (v.Op == token.ADD || v.Op == token.SUB) && ofLength(v.X)
	case *ssa.Call:
		b, ok := v.Call.Value.(*ssa.Builtin)
		return ok && b.Name() == "len" && !ofNumbers(v.Call.Args[0].Type())
	}
	return false
}

// ofNumbers reports whether a type is a list of numbers: waits are listed so, and whoever
// has used them all up has tried the same thing again.
func ofNumbers(t types.Type) bool {
	list, ok := t.Underlying().(interface{ Elem() types.Type })
	if !ok {
		return true // the bytes of a string
	}
	b, ok := list.Elem().Underlying().(*types.Basic)
	return ok && b.Info()&types.IsNumeric != 0
}
