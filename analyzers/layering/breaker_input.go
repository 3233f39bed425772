package layering

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/ssabuild"
)

// An input tells what of a request comes from the caller of a guarded operation, and not from
// constants or the program's configuration.
type input struct {
	b *breakers
	// op is the operation, a literal or a function.
	op ssa.Value
	// calls are those by which the functions were reached that are being looked at.
	calls map[*ssa.Function]*ssa.Call
	seen  map[ssa.Value]bool
}

// given reports whether one of some values is made of what the caller gave.
func (in *input) given(values ...ssa.Value) bool {
	in.seen = make(map[ssa.Value]bool)
	return in.any(values)
}

func (in *input) any(values []ssa.Value) bool {
	for _, v := range values {
		if in.from(v) {
			return true
		}
	}
	return false
}

func (in *input) from(v ssa.Value) bool {
	if v == nil || in.seen[v] || isContext(v.Type()) {
		return false
	}
	in.seen[v] = true
	switch v := v.(type) {
	case *ssa.Parameter:
		return in.parameter(v)
	case *ssa.FreeVar:
		return in.from(in.b.binding(v))
	case *ssa.MakeInterface:
		return in.from(v.X)
	case *ssa.ChangeInterface:
		return in.from(v.X)
	case *ssa.ChangeType:
		return in.from(v.X)
	case *ssa.Convert:
		return in.from(v.X)
	case *ssa.BinOp:
		return in.from(v.X) || in.from(v.Y)
	case *ssa.UnOp:
		return in.from(v.X)
	case *ssa.Field:
		return in.from(v.X)
	case *ssa.FieldAddr:
		return in.from(v.X)
	case *ssa.IndexAddr:
		return in.from(v.X)
	case *ssa.Slice:
		return in.from(v.X)
	case *ssa.Extract:
		return in.from(v.Tuple)
	case *ssa.Phi:
		return in.any(v.Edges)
	case *ssa.Call:
		return in.any(v.Call.Args) // the receiver, too: u.JoinPath(id).String()
	case *ssa.Alloc:
		return in.stored(v)
	}
	return false
}

// parameter follows a parameter to the call by which its function was reached. Those of the
// function with the guarded call are what the caller gave, all but its receiver.
func (in *input) parameter(p *ssa.Parameter) bool {
	fn := p.Parent()
	if call := in.calls[fn]; call != nil {
		for i, param := range fn.Params {
			if param == p && i < len(call.Call.Args) {
				return in.from(call.Call.Args[i])
			}
		}
		return false
	}
	if fn.Signature.Recv() != nil && p == fn.Params[0] {
		return false
	}
	return bodyOf(in.op) != fn && (isRequest(p.Type()) || isData(p.Type(), 0)) && !in.b.alwaysConstant(p)
}

// alwaysConstant reports whether a parameter is a constant in each call of its function, which
// is not exported: it has no caller that could be wrong.
func (b *breakers) alwaysConstant(p *ssa.Parameter) bool {
	if obj := p.Parent().Object(); obj == nil || obj.Exported() {
		return false
	}
	args := b.argumentsFor(p)
	for _, arg := range args {
		if _, ok := ssabuild.Resolve(arg).(*ssa.Const); !ok {
			return false
		}
	}
	return len(args) > 0
}

func isRequest(t types.Type) bool { return types.TypeString(t, nil) == "*net/http.Request" }

// isData reports whether values of a type are data that a caller gives, and not a client or
// what else a program is made of.
func isData(t types.Type, depth int) bool {
	if depth > 3 {
		return false
	}
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return true
	case *types.Pointer:
		return isData(t.Elem(), depth+1)
	case *types.Slice:
		return isData(t.Elem(), depth+1)
	case *types.Array:
		return isData(t.Elem(), depth+1)
	case *types.Map:
		return isData(t.Key(), depth+1) && isData(t.Elem(), depth+1)
	case *types.Interface:
		return t.NumMethods() == 0
	case *types.Struct:
		for field := range t.Fields() {
			if named := knowledge.Named(field.Type()); named != nil && named.Obj().Pkg().Path() == "time" {
				continue
			}
			if !isData(field.Type(), depth+1) {
				return false
			}
		}
		return true
	}
	return false
}

// stored follows what is put into a variable, a struct or the list of arguments behind dots.
func (in *input) stored(alloc *ssa.Alloc) bool {
	for _, ref := range *alloc.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == alloc && in.from(ref.Val) {
				return true
			}
		case *ssa.FieldAddr:
			if in.storedAt(ref) {
				return true
			}
		case *ssa.IndexAddr:
			if in.storedAt(ref) {
				return true
			}
		}
	}
	return false
}

func (in *input) storedAt(addr ssa.Value) bool {
	for _, ref := range *addr.Referrers() {
		if store, ok := ref.(*ssa.Store); ok && store.Addr == addr && in.from(store.Val) {
			return true
		}
	}
	return false
}

// binding is what the function around a literal gave to a variable that the literal uses.
func (b *breakers) binding(v *ssa.FreeVar) ssa.Value {
	lit := v.Parent()
	if lit.Parent() == nil {
		return nil
	}
	for i, fv := range lit.FreeVars {
		if fv != v {
			continue
		}
		for _, block := range lit.Parent().Blocks {
			for _, instr := range block.Instrs {
				if closure, ok := instr.(*ssa.MakeClosure); ok && closure.Fn == lit {
					return closure.Bindings[i]
				}
			}
		}
	}
	return nil
}

func isContext(t types.Type) bool { return types.TypeString(t, nil) == "context.Context" }
