package loops

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// isPeriodic reports whether a call stands in the case of a select that receives from
// a timer or ticker: it is done at its pace, and not because something failed. Who waits
// before an attempt leaves that case empty.
func isPeriodic(call *ssa.Call) bool {
	fn := call.Parent()
	if fn.Syntax() == nil {
		return false
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			sel, ok := instr.(*ssa.Select)
			if !ok {
				continue
			}
			for _, state := range sel.States {
				if state.Dir == types.RecvOnly && IsTimer(state.Chan.Type()) && inCase(fn.Syntax(), state, call) {
					return true
				}
			}
		}
	}
	return false
}

// inCase reports whether a call stands in the body of a select's case.
func inCase(fn ast.Node, state *ssa.SelectState, call *ssa.Call) (found bool) {
	ast.Inspect(fn, func(n ast.Node) bool {
		clause, ok := n.(*ast.CommClause)
		if ok && clause.Comm != nil && clause.Comm.Pos() <= state.Pos && state.Pos < clause.Colon {
			found = clause.Colon < call.Pos() && call.Pos() < clause.End()
		}
		return !found
	})
	return found
}
