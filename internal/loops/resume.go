package loops

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// resumes reports whether the loop works its way through something piece by piece,
// and does the same piece again after a failure: success leads back to the operation
// with the next one, while a failure leads there through a wait, and with the same.
func (l *Loop) resumes(all []*Loop, o *outcome, j Judge) bool {
	how := failed
	if !o.again(failed, nil) {
		if how = refused; !o.againRefused() {
			return false
		}
	}
	if timed := l.timed(all, j); !o.again(succeeded, timed) || o.again(how, timed) {
		return false
	}
	advances := false
	for _, phi := range o.places() {
		if o.changes(phi, how) {
			return false
		}
		advances = advances || o.changes(phi, succeeded)
	}
	return advances
}

// places are the variables of the loop's head that say which piece is worked on.
func (o *outcome) places() (phis []*ssa.Phi) {
	seen := make(map[ssa.Value]bool)
	var collect func(v ssa.Value, depth int)
	collect = func(v ssa.Value, depth int) {
		instr, ok := v.(ssa.Instruction)
		if !ok || seen[v] || depth > 12 || !o.loop.Contains(instr) {
			return
		}
		seen[v] = true
		if phi, ok := v.(*ssa.Phi); ok && phi.Block() == o.loop.Head {
			if o.loop.another(phi) {
				phis = append(phis, phi)
			}
			return
		}
		for _, part := range o.loop.madeOf(v) {
			collect(part, depth+1)
		}
	}
	for _, part := range o.loop.madeOf(o.op) {
		collect(part, 0)
	}
	return phis
}

// changes reports whether a variable of the loop's head may get another value once the
// operation has ended in a way.
func (o *outcome) changes(phi *ssa.Phi, how result) bool {
	// The edges that are taken then.
	taken := make(map[*ssa.BasicBlock]map[*ssa.BasicBlock]bool)
	seen := make(map[*ssa.BasicBlock]bool)
	var visit func(b *ssa.BasicBlock)
	visit = func(b *ssa.BasicBlock) {
		if seen[b] || !o.loop.Blocks[b] {
			return
		}
		seen[b] = true
		for _, next := range o.ways(b, how) {
			if taken[next] == nil {
				taken[next] = make(map[*ssa.BasicBlock]bool)
			}
			taken[next][b] = true
			if next != o.loop.Head {
				visit(next)
			}
		}
	}
	visit(o.op.Block())
	known := make(map[ssa.Value]bool)
	var another func(v ssa.Value) bool
	another = func(v ssa.Value) bool {
		merge, ok := v.(*ssa.Phi)
		if v == phi || ok && known[v] {
			return false
		}
		if !ok || len(taken[merge.Block()]) == 0 {
			return true
		}
		known[v] = true
		for i, pred := range merge.Block().Preds {
			if taken[merge.Block()][pred] && another(merge.Edges[i]) {
				return true
			}
		}
		return false
	}
	for i, pred := range phi.Block().Preds {
		if taken[o.loop.Head][pred] && another(phi.Edges[i]) {
			return true
		}
	}
	return false
}

// timed are the blocks of the loop itself that wait for time to pass.
func (l *Loop) timed(all []*Loop, j Judge) map[*ssa.BasicBlock]bool {
	timed := make(map[*ssa.BasicBlock]bool)
	for b := range l.Blocks {
		if innermost(all, b) == l && slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool { return waitOf(instr, j) != nil }) {
			timed[b] = true
		}
	}
	return timed
}
