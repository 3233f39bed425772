package fallback

import (
	"go/ast"
	"go/constant"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/standin"
)

var fallbackOfWrite = rule.Define(rule.Rule{
	ID: "fallback/fallback-of-write",
	Doc: lint.RawDocumentation{
		Title: "a failed write is answered with a made-up success",
		Text: `A read may be answered with less than the whole. A write that was not done can't
be: whoever asked for it goes on as if it had been, and nobody is left who knows
that it has to be done again. After a failure the function returns a result that
it has made up, without an error, and keeps nothing of what was to be written.

Return the error, and fail fast; or write down what is left to do where it is
safe, in a queue or an outbox, and say that it is accepted, not done.`,
		Before: `if err := s.orders.Create(ctx, o); err != nil {
	log.Print(err)
	return &Receipt{Status: "confirmed"}, nil
}`,
		After: `if err := s.orders.Create(ctx, o); err != nil {
	return nil, fmt.Errorf("create order: %w", err)
}`,
		Since: "0.1",
	},
	Fix: "None: whether to fail or to write it down is a decision.",
	Limits: `Only where nothing but logging and counting is done about the failure, and the result holds values: a plain
return nil is how much of best effort is written. Writes are POST, PUT and PATCH requests, Exec of database/sql, and functions that are
proven to reach another machine and called create, insert, update, save, publish and the like.`,
	Source:    `"Failing fast … when there is no meaningful degraded answer: a write path, an authorisation decision"`,
	Lifecycle: rule.Experimental,
})

// reportWrites reports the failed writes of a function that it answers as if they had
// been done.
func (f *finder) reportWrites(fn *ssa.Function) {
	results := fn.Signature.Results()
	if !f.rep.Settings.Enabled(fallbackOfWrite) || results.Len() < 2 || !loops.IsError(results.At(results.Len()-1).Type()) {
		return
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || !f.writes(&call.Call) {
				continue
			}
			if ret := f.madeUp(call); ret != nil {
				d := analysis.Diagnostic{Pos: ret.Pos()}
				if stmt := f.returnAt(ret); stmt != nil {
					d.Pos, d.End = stmt.Pos(), stmt.End()
				}
				d.Message = "when " + nameOf(&call.Call) + " fails, nothing is written, and the caller is told that all went well: return the error, or keep what is left to do"
				f.once(fallbackOfWrite, d)
			}
		}
	}
}

// madeUp is the return of a result without an error after a write has failed, and
// nothing was done about it, or nil.
func (f *finder) madeUp(call *ssa.Call) *ssa.Return {
	ending := loops.EndingOf(call)
	if ending == nil {
		return nil
	}
	failed, passed := ending.Failed(), ending.Succeeded()
	var only []*ssa.BasicBlock
	for _, b := range call.Parent().Blocks {
		if failed[b] && !passed[b] {
			only = append(only, b)
		}
	}
	var found *ssa.Return
	for _, b := range only {
		if !f.idle(b) {
			return nil
		}
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && answers(ret, ending) {
			found = ret
		}
	}
	return found
}

// answers reports whether a function returns a result that is made where it returns it,
// and neither an error nor, in the result, what was wrong.
func answers(ret *ssa.Return, ending *loops.Ending) bool {
	results := standin.Returned(ret)
	last := len(results) - 1
	if err, ok := results[last].(*ssa.Const); !ok || !err.IsNil() {
		return false
	}
	for _, v := range results[:last] {
		if load, ok := v.(*ssa.UnOp); ok {
			v = load.X
		}
		cell, ok := v.(*ssa.Alloc)
		if !ok || cell.Block() != ret.Block() {
			continue
		}
		set, tells := false, false
		for _, ref := range *cell.Referrers() {
			if field, ok := ref.(*ssa.FieldAddr); ok {
				for _, v := range stored(field) {
					set, tells = true, tells || tellsOfFailure(v, ending, 0)
				}
			}
		}
		if set && !tells {
			return true
		}
	}
	return false
}

// stored are the values that are put into a field.
func stored(field *ssa.FieldAddr) (values []ssa.Value) {
	for _, ref := range *field.Referrers() {
		if store, ok := ref.(*ssa.Store); ok && store.Addr == field {
			values = append(values, store.Val)
		}
	}
	return values
}

// tellsOfFailure reports whether a value is made of the error, or is a text that says
// that something has failed.
func tellsOfFailure(v ssa.Value, ending *loops.Ending, depth int) bool {
	if depth > 8 {
		return true
	}
	if ending.IsError(v) {
		return true
	}
	if text, ok := v.(*ssa.Const); ok {
		return text.Value != nil && text.Value.Kind() == constant.String && isFailure(constant.StringVal(text.Value))
	}
	instr, ok := v.(ssa.Instruction)
	if !ok {
		return false
	}
	if cell, ok := v.(*ssa.Alloc); ok { // the arguments of a variadic call
		for _, ref := range *cell.Referrers() {
			if at, ok := ref.(*ssa.IndexAddr); ok {
				for _, use := range *at.Referrers() {
					if store, ok := use.(*ssa.Store); ok && tellsOfFailure(store.Val, ending, depth+1) {
						return true
					}
				}
			}
		}
	}
	return slices.ContainsFunc(instr.Operands(nil), func(op *ssa.Value) bool {
		return *op != nil && tellsOfFailure(*op, ending, depth+1)
	})
}

func isFailure(text string) bool {
	text = strings.ToLower(text)
	for _, word := range []string{"fail", "error", "partial", "unknown", "unavailable", "denied", "reject", "degraded", "unhealthy", "stale"} {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}

// idle reports whether a block does nothing that could keep what was to be written: it
// logs, counts and makes values of its own.
func (f *finder) idle(b *ssa.BasicBlock) bool {
	for _, instr := range b.Instrs {
		switch instr := instr.(type) {
		case *ssa.Call:
			if !tellsOnly(&instr.Call) {
				return false
			}
		case *ssa.Store:
			if !isLocal(instr.Addr) {
				return false
			}
		case *ssa.MapUpdate, *ssa.Send, *ssa.Go, *ssa.Defer, *ssa.Select:
			return false
		}
	}
	return true
}

func isLocal(addr ssa.Value) bool {
	for {
		switch a := addr.(type) {
		case *ssa.Alloc:
			return true
		case *ssa.FieldAddr:
			addr = a.X
		case *ssa.IndexAddr:
			addr = a.X
		default:
			return false
		}
	}
}

// returnAt is the statement that SSA knows as ret.
func (f *finder) returnAt(ret *ssa.Return) *ast.ReturnStmt {
	cur, ok := f.root.FindByPos(ret.Pos(), ret.Pos())
	if !ok {
		return nil
	}
	for cur := range cur.Enclosing((*ast.ReturnStmt)(nil)) {
		return cur.Node().(*ast.ReturnStmt)
	}
	return nil
}
