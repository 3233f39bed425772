package spawns

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/ssabuild"
)

// Function is the function that a value is, or nil: a literal, also one that stands in a
// variable which is set once, or a method value.
func Function(v ssa.Value) *ssa.Function {
	switch v := Root(v).(type) {
	case *ssa.Function:
		return origin(v)
	case *ssa.MakeClosure:
		fn := v.Fn.(*ssa.Function)
		if obj := fn.Object(); fn.Synthetic != "" && obj != nil {
			// A method value: what it runs is the method.
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					if call, ok := instr.(*ssa.Call); ok {
						if callee := call.Call.StaticCallee(); callee != nil {
							return origin(callee)
						}
					}
				}
			}
		}
		return fn
	}
	return nil
}

func origin(fn *ssa.Function) *ssa.Function {
	if o := fn.Origin(); o != nil {
		return o
	}
	return fn
}

// Root is where a value is made, as far as that is one place: behind conversions,
// variables that are set once, and what function literals close over.
func Root(v ssa.Value) ssa.Value {
	for range 20 {
		switch x := v.(type) {
		case *ssa.ChangeType:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.FreeVar:
			bound := Binding(x)
			if bound == nil {
				return v
			}
			v = bound
		case *ssa.UnOp:
			if x.Op != token.MUL {
				return v
			}
			cell, ok := Root(x.X).(*ssa.Alloc)
			if !ok {
				return v
			}
			stored := onlyStore(cell)
			if stored == nil {
				return v
			}
			v = stored
		default:
			return v
		}
	}
	return v
}

// Binding is the value that a function literal closes over.
func Binding(v *ssa.FreeVar) ssa.Value {
	closure := ssabuild.Closure(v.Parent())
	if closure == nil {
		return nil
	}
	for i, fv := range v.Parent().FreeVars {
		if fv == v {
			return closure.Bindings[i]
		}
	}
	return nil
}

// onlyStore is the one value that a variable is ever given, or nil.
func onlyStore(cell *ssa.Alloc) ssa.Value {
	all := storesTo(cell)
	if len(all) != 1 {
		return nil
	}
	return all[0]
}

// storesTo are the values that a variable is given, in its function and in those that
// close over it.
func storesTo(cell ssa.Value) (values []ssa.Value) {
	if cell.Referrers() == nil {
		return nil
	}
	for _, ref := range *cell.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == cell {
				values = append(values, ref.Val)
			}
		case *ssa.MakeClosure:
			for i, b := range ref.Bindings {
				if b == cell {
					values = append(values, storesTo(ref.Fn.(*ssa.Function).FreeVars[i])...)
				}
			}
		}
	}
	return values
}
