package retrypolicy

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/ablation"
	"github.com/reslint/reslint/internal/deadline"
)

// A field is what the package does with a field of one of its structs.
type field struct {
	stores []*ssa.Store
	loads  []ssa.Value
	// lent is set where its address goes elsewhere.
	lent bool
}

// noteField notes what the instruction does with a field.
func (e *Evaluator) noteField(instr ssa.Instruction) {
	switch instr := instr.(type) {
	case *ssa.Field:
		f := e.noted(instr.X.Type(), instr.Field)
		f.loads = append(f.loads, instr)
	case *ssa.FieldAddr:
		f := e.noted(instr.X.Type(), instr.Field)
		for _, ref := range *instr.Referrers() {
			switch ref := ref.(type) {
			case *ssa.Store:
				if ref.Addr == instr {
					f.stores = append(f.stores, ref)
					continue
				}
			case *ssa.UnOp:
				f.loads = append(f.loads, ref)
				continue
			case *ssa.DebugRef:
				continue
			}
			f.lent = true
		}
	}
}

func (e *Evaluator) noted(of types.Type, index int) *field {
	v := deadline.Field(of, index)
	if v == nil {
		return new(field)
	}
	v = v.Origin()
	if e.fields[v] == nil {
		e.fields[v] = new(field)
	}
	return e.fields[v]
}

// fieldOf is what the package does with the field at an address, or nil if others
// may do something with it, too.
func (e *Evaluator) fieldOf(addr *ssa.FieldAddr) *field {
	return e.onlyHere(deadline.Field(addr.X.Type(), addr.Field), addr.Parent())
}

func (e *Evaluator) onlyHere(v *types.Var, in *ssa.Function) *field {
	if v == nil || ablation.Off(ablation.Fields) || v.Exported() || in.Pkg == nil || v.Pkg() != in.Pkg.Pkg {
		return nil
	}
	if f := e.fields[v.Origin()]; f != nil && !f.lent {
		return f
	}
	return nil
}

// inField is the policy in a field that is set at one place of the package, for
// all structs of its type.
func (w *walk) inField(v *types.Var, in *ssa.Function) Policy {
	f := w.e.onlyHere(v, in)
	if f == nil || len(f.stores) != 1 {
		return hide()
	}
	return w.elsewhere(f.stores[0].Val)
}
