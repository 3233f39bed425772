package destination

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/ablation"
	"github.com/reslint/reslint/internal/deadline"
)

// A flow knows what a package does with its variables, fields and functions.
type flow struct {
	pkg    *types.Package
	stores map[types.Object][]ssa.Value
	// lent are the variables and fields whose address something else has, and the functions
	// that are used as values: nobody can see all that is done with them.
	lent     map[types.Object]bool
	escapes  map[*ssa.Function]bool
	calls    map[*ssa.Function][]ssa.CallInstruction
	closures map[*ssa.Function]*ssa.MakeClosure
}

func newFlow(pkg *types.Package) flow {
	return flow{pkg, make(map[types.Object][]ssa.Value), make(map[types.Object]bool), make(map[*ssa.Function]bool),
		make(map[*ssa.Function][]ssa.CallInstruction), make(map[*ssa.Function]*ssa.MakeClosure)}
}

func (f *flow) read(instr ssa.Instruction) {
	if store, ok := instr.(*ssa.Store); ok {
		if obj := object(store.Addr); obj != nil {
			f.stores[obj] = append(f.stores[obj], store.Val)
		}
	}
	if closure, ok := instr.(*ssa.MakeClosure); ok {
		f.closures[closure.Fn.(*ssa.Function)] = closure
	}
	call, isCall := instr.(ssa.CallInstruction)
	if isCall {
		if fn := deadline.Callee(call.Common()); fn != nil {
			f.calls[fn] = append(f.calls[fn], call)
		}
	}
	for _, op := range instr.Operands(nil) {
		if fn, ok := (*op).(*ssa.Function); ok && !(isCall && op == &call.Common().Value) {
			f.escapes[fn] = true
		}
		if obj := object(*op); obj != nil && !onlyUsed(instr, *op) {
			f.lent[obj] = true
		}
	}
}

// object is the field or package-level variable at an address, or nil.
func object(addr ssa.Value) types.Object {
	switch addr := addr.(type) {
	case *ssa.FieldAddr:
		if field := deadline.Field(addr.X.Type(), addr.Field); field != nil && !ablation.Off(ablation.Fields) {
			return field
		}
	case *ssa.Global:
		if obj := addr.Object(); obj != nil {
			return obj
		}
	}
	return nil
}

// onlyUsed reports whether an instruction stores at an address, or reads what stands there.
func onlyUsed(instr ssa.Instruction, addr ssa.Value) bool {
	switch instr := instr.(type) {
	case *ssa.Store:
		return instr.Addr == addr
	case *ssa.UnOp:
		return instr.Op == token.MUL
	case *ssa.FieldAddr, *ssa.DebugRef:
		return true
	}
	return false
}

// held are the values that the package puts into a field or variable, if no other can.
func (f *flow) held(obj types.Object) []ssa.Value {
	if obj == nil || obj.Pkg() != f.pkg || f.lent[obj] || obj.Exported() && f.pkg.Name() != "main" {
		return nil
	}
	if v, ok := obj.(*types.Var); ok && v.IsField() && obj.Exported() {
		return nil // a decoder may fill it in
	}
	return f.stores[obj]
}
