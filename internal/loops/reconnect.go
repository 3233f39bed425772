package loops

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// reconnects reports whether the loop makes a connection, uses it until that breaks,
// and makes it again: success leads back to the operation, too, but through the use
// of what it returned, while a failure leads there through a wait, or nothing.
func (l *Loop) reconnects(all []*Loop, o *outcome, j Judge) bool {
	if named(calleeName(&o.op.Call), "accept") || !o.again(failed, nil) {
		return false
	}
	conn := o.connection()
	if conn == nil {
		return false
	}
	if !o.again(succeeded, l.timed(all, j)) {
		return false // who waits for time after a success works at a pace
	}
	uses := make(map[*ssa.BasicBlock]bool)
	for _, inner := range all {
		if inner != l && l.Blocks[inner.Head] && inner.uses(conn) {
			for b := range inner.Blocks {
				uses[b] = true
			}
		}
	}
	return len(uses) > 0 && !o.again(succeeded, uses)
}

// connection is what the operation returns beside its error, if that lasts: it can be
// closed or stopped, or hands out a channel.
func (o *outcome) connection() ssa.Value {
	if o.op.Referrers() == nil || o.yes {
		return nil
	}
	for _, ref := range *o.op.Referrers() {
		if e, ok := ref.(*ssa.Extract); ok && e != o.err && lasts(e.Type()) {
			return e
		}
	}
	return nil
}

func lasts(t types.Type) bool {
	if isChan(t) || isResponse(t) {
		return true
	}
	methods := types.NewMethodSet(t)
	for i := range methods.Len() {
		fn := methods.At(i).Obj()
		switch fn.Name() {
		case "Close", "Stop", "Cancel", "Unsubscribe", "CloseSend":
			return true
		}
		results := fn.Type().(*types.Signature).Results()
		if results.Len() == 1 && isChan(results.At(0).Type()) {
			return true
		}
	}
	return false
}

// uses reports whether the loop works with v, or with what v gave.
func (l *Loop) uses(v ssa.Value) bool {
	seen := make(map[ssa.Value]bool)
	var from func(v ssa.Value, depth int) bool
	from = func(v ssa.Value, depth int) bool {
		if seen[v] || depth > 6 || v.Referrers() == nil {
			return false
		}
		seen[v] = true
		for _, ref := range *v.Referrers() {
			if l.Contains(ref) {
				return true
			}
			if store, ok := ref.(*ssa.Store); ok && store.Val == v {
				if cell, ok := store.Addr.(*ssa.Alloc); ok && from(cell, depth+1) {
					return true
				}
			}
			if next, ok := ref.(ssa.Value); ok && from(next, depth+1) {
				return true
			}
		}
		return false
	}
	return from(v, 0)
}
