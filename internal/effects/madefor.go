package effects

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
)

// findMade finds where the clients are made whose library retries by default, for those that make one
// call and no more in this package: what is set there is for that call alone.
func (s *stack) findMade(places []*Place) {
	for _, p := range places {
		if !p.Layer.Default || p.Call == nil || p.Call.Call.IsInvoke() {
			continue
		}
		recv, _ := deadline.Arguments(&p.Call.Call)
		if recv == nil {
			continue
		}
		made := s.wrapping().maker(recv, 0)
		if made != nil && s.only(recv.Type(), p.Call, made) {
			p.Made = made
		}
	}
}

// only reports whether the package makes one client of a type, makes one call through it, and does
// not let it go to others.
func (s *stack) only(client types.Type, use, made *ssa.Call) bool {
	for _, fn := range s.funcs {
		for _, param := range fn.Params {
			if types.Identical(param.Type(), client) {
				return false
			}
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if call, ok := instr.(*ssa.Call); ok && call != use && call != made && concernsClient(call, client) {
					return false
				}
				if letsGo(instr, client) {
					return false
				}
			}
		}
	}
	return true
}

// concernsClient reports whether a call makes a client of the type, or calls a method of one. A function of
// the package that hands one on makes none.
func concernsClient(call *ssa.Call, client types.Type) bool {
	if recv, _ := deadline.Arguments(&call.Call); recv != nil && types.Identical(recv.Type(), client) {
		return true
	}
	if fn := deadline.Callee(&call.Call); fn != nil && fn.Blocks != nil {
		return false
	}
	results := call.Call.Signature().Results()
	return results.Len() > 0 && types.Identical(results.At(0).Type(), client)
}

// letsGo reports whether an instruction hands a client of the type to where others may use it.
func letsGo(instr ssa.Instruction, client types.Type) bool {
	for i, op := range instr.Operands(nil) {
		if *op == nil || !types.Identical((*op).Type(), client) {
			continue
		}
		if c, ok := (*op).(*ssa.Const); ok && c.IsNil() {
			continue
		}
		switch instr := instr.(type) {
		case *ssa.Store:
			switch addr := instr.Addr.(type) {
			case *ssa.Alloc:
			case *ssa.FieldAddr:
				if field := deadline.Field(addr.X.Type(), addr.Field); field == nil || field.Exported() {
					return true
				}
			default:
				return true
			}
		case *ssa.Return:
			if obj := instr.Parent().Object(); obj == nil || obj.Exported() {
				return true
			}
		case *ssa.Call:
			if recv, _ := deadline.Arguments(&instr.Call); recv != *op || i > 1 {
				return true
			}
		case *ssa.DebugRef:
		default:
			return true
		}
	}
	return false
}
