package spawns

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// excludes reports whether an instruction is never reached after a block: on the way to the
// one a value is a certain constant, and on the way to the other it is another one. Two
// switch statements about one value are so.
func excludes(b *ssa.BasicBlock, at ssa.Instruction) bool {
	if at == nil || at.Parent() != b.Parent() {
		return false
	}
	there := equalities(at.Block())
	for v, c := range equalities(b) {
		if other := there[v]; other != nil && other.String() != c.String() {
			return true
		}
	}
	return false
}

// equalities are the constants that values are on every way to a block. Only what does not
// change while the function runs is asked for: its parameters, and what it closes over.
func equalities(b *ssa.BasicBlock) map[ssa.Value]*ssa.Const {
	known := make(map[ssa.Value]*ssa.Const)
	for d := b.Idom(); d != nil; d = d.Idom() {
		test, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		cond, ok := test.Cond.(*ssa.BinOp)
		if !ok || cond.Op != token.EQL || len(d.Succs[0].Preds) != 1 || !d.Succs[0].Dominates(b) {
			continue
		}
		c, ok := cond.Y.(*ssa.Const)
		v := Root(cond.X)
		if _, isParameter := v.(*ssa.Parameter); ok && c.Value != nil && (isParameter || v.Parent() != nil && v.Parent() != b.Parent()) && known[v] == nil {
			known[v] = c
		}
	}
	return known
}
