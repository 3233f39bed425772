package timeout

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
)

// cleansUp reports whether the instruction is only reached with an error in hand: the
// context may be what has failed, and a cleanup needs another one. That there is no such
// row is an answer, and no failure: what follows is the next step of the work.
func cleansUp(at ssa.Instruction) bool {
	return onlyAfter(at, failed) && !onlyAfter(at, foundNothing)
}

// onlyAfter reports whether the instruction is only reached where a condition holds. The
// condition is a test's, and tells on which of the two ways it holds.
func onlyAfter(at ssa.Instruction, holds func(cond ssa.Value) (way int, ok bool)) bool {
	return slices.ContainsFunc(at.Parent().Blocks, func(b *ssa.BasicBlock) bool {
		if len(b.Instrs) == 0 {
			return false
		}
		test, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			return false
		}
		way, ok := holds(test.Cond)
		return ok && len(b.Succs[way].Preds) == 1 && b.Succs[way].Dominates(at.Block())
	})
}

// failed is the condition err != nil.
func failed(cond ssa.Value) (way int, ok bool) {
	test, ok := cond.(*ssa.BinOp)
	if !ok || !types.Identical(test.X.Type(), types.Universe.Lookup("error").Type()) || !isNil(test.Y) {
		return 0, false
	}
	switch test.Op {
	case token.NEQ:
		return 0, true
	case token.EQL:
		return 1, true
	}
	return 0, false
}

// foundNothing is the condition errors.Is(err, sql.ErrNoRows), or err == sql.ErrNoRows.
func foundNothing(cond ssa.Value) (way int, ok bool) {
	switch cond := cond.(type) {
	case *ssa.BinOp:
		if isNoRows(cond.X) || isNoRows(cond.Y) {
			switch cond.Op {
			case token.EQL:
				return 0, true
			case token.NEQ:
				return 1, true
			}
		}
	case *ssa.Call:
		fn := deadline.Called(&cond.Call)
		return 0, fn != nil && fn.FullName() == "errors.Is" && isNoRows(cond.Call.Args[1])
	}
	return 0, false
}

func isNoRows(v ssa.Value) bool {
	read, ok := v.(*ssa.UnOp)
	if !ok || read.Op != token.MUL {
		return false
	}
	global, ok := read.X.(*ssa.Global)
	return ok && global.Name() == "ErrNoRows" && global.Pkg != nil && global.Pkg.Pkg.Path() == "database/sql"
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value == nil
}
