package retryloop

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/edit"
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/fix"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/source"
	"github.com/reslint/reslint/internal/ssabuild"
)

var leakedCancel = rule.Define(rule.Rule{
	ID: "retryloop/leaked-cancel",
	Doc: lint.RawDocumentation{
		Title: "the contexts of failed attempts pile up",
		Text: `A deferred call waits for the end of the function, not of the round. In a loop that
retries, each failed attempt leaves its context behind, with its timer and its
place in the list of the parent's children, until the whole retry is over; one
that retries for long, or for ever, grows all the while. Call cancel when the
attempt is over, or make a function of the attempt.`,
		Before: `for {
	actx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	err := push(actx)
	…
}`,
		After: `for {
	actx, cancel := context.WithTimeout(ctx, time.Second)
	err := push(actx)
	cancel()
	…
}`,
		Since: "0.1",
	},
	Fix: `Calls cancel behind the operation, if nothing but the operation is given the context, and if what it returns can't
need the context any more: data and an error, no response with a body.`,
	Limits:    "A cancel that is never called is go vet's lostcancel.",
	Source:    "go1.26.8 src/context/context.go: a context that can be cancelled is held by its parent until then",
	Lifecycle: rule.Stable,
})

// leakedCancels reports the contexts of single attempts that are cancelled by defer.
func (f *finder) leakedCancels(fn *ssa.Function, r *loops.Retry) {
	for _, b := range fn.Blocks {
		if !r.Blocks[b] {
			continue
		}
		for _, instr := range b.Instrs {
			deferred, ok := instr.(*ssa.Defer)
			if !ok || f.told[deferred] {
				continue
			}
			cancel, made := cancelOf(deferred)
			if made == nil || !r.Contains(made) {
				continue
			}
			f.told[deferred] = true
			d := f.at(deferred.Pos())
			d.Message = "each attempt at " + f.operation(r) + " leaves its context behind until the function returns, since defer does not wait for the round: call cancel when the attempt is over"
			d.SuggestedFixes = f.cancelBehind(r, deferred, cancel, made)
			f.rep.Report(leakedCancel, d)
		}
	}
}

// cancelOf is the cancel function that is deferred, itself or in a function literal
// that calls nothing else, and the call that made it; or nil.
func cancelOf(deferred *ssa.Defer) (cancel ssa.Value, made *ssa.Call) {
	cancel = deferred.Call.Value
	if closure, ok := cancel.(*ssa.MakeClosure); ok && len(closure.Bindings) == 1 {
		cancel = closure.Bindings[0]
	}
	if load, ok := cancel.(*ssa.UnOp); ok && load.Op == token.MUL {
		cancel = load.X
	}
	if cell, ok := cancel.(*ssa.Alloc); ok {
		cancel = ssabuild.OnlyStore(cell)
	}
	result, ok := cancel.(*ssa.Extract)
	if !ok || result.Index != 1 {
		return nil, nil
	}
	made, ok = result.Tuple.(*ssa.Call)
	if !ok {
		return nil, nil
	}
	fn := deadline.Called(&made.Call)
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "context" || !strings.HasPrefix(fn.Name(), "With") {
		return nil, nil
	}
	return cancel, made
}

// cancelBehind offers to call cancel behind the operation, if that is the next
// statement and the only one that is given the context, and returns plain data.
func (f *finder) cancelBehind(r *loops.Retry, deferred *ssa.Defer, cancel ssa.Value, made *ssa.Call) []analysis.SuggestedFix {
	ctx := deadline.Extracted(made, 0)
	if deferred.Call.Value != cancel || len(*cancel.Referrers()) != 1 || ctx == nil {
		return nil
	}
	if uses := *ctx.Referrers(); len(uses) != 1 || uses[0] != ssa.Instruction(r.Op) {
		return nil
	}
	for res := range r.Op.Call.Signature().Results().Variables() {
		if !loops.IsError(res.Type()) && !isData(res.Type(), make(map[types.Type]bool)) {
			return nil
		}
	}
	file := source.File(f.pass.Files, deferred.Pos())
	list, i := statementAt(file, deferred.Pos())
	if i < 0 || i+1 == len(list) {
		return nil
	}
	stmt, ok := list[i].(*ast.DeferStmt)
	if !ok || len(stmt.Call.Args) > 0 {
		return nil
	}
	next := list[i+1]
	if list, j := statementAt(file, r.Op.Pos()); j < 0 || list[j] != next {
		return nil
	}
	call := types.ExprString(stmt.Call)
	var edits []analysis.TextEdit
	switch next := next.(type) {
	case *ast.AssignStmt, *ast.ExprStmt:
		edits = f.callBehind(stmt, next)
	case *ast.IfStmt:
		if edits = f.splitIf(list[i+2:], next, call); edits != nil {
			edits = append(edits, f.without(stmt))
		}
	}
	if edits == nil {
		return nil
	}
	return []analysis.SuggestedFix{fix.New(f.pass, "Call "+call+" when the attempt is over", edits...)}
}

// splitIf puts a statement between the init statement of an if, which becomes one of
// its own, and its condition. rest is what follows the if in its block.
func (f *finder) splitIf(rest []ast.Stmt, stmt *ast.IfStmt, text string) []analysis.TextEdit {
	assign, ok := stmt.Init.(*ast.AssignStmt)
	if !ok {
		return nil
	}
	if assign.Tok == token.DEFINE && !f.widens(assign, stmt, rest) {
		return nil
	}
	indent := f.indent(stmt)
	return []analysis.TextEdit{
		edit.Delete(edit.Range{stmt.Pos(), assign.Pos()}),
		edit.ReplaceWithString(edit.Range{assign.End(), stmt.Cond.Pos()}, "\n"+indent+text+"\n"+indent+"if "),
	}
}

// widens reports whether the variables that a statement in an if defines may as well
// be those of the block around it: it has none of their names, and what follows does
// not mean others by them.
func (f *finder) widens(assign *ast.AssignStmt, stmt *ast.IfStmt, rest []ast.Stmt) bool {
	around := f.pass.TypesInfo.Scopes[stmt].Parent()
	for _, lhs := range assign.Lhs {
		id, ok := lhs.(*ast.Ident)
		if !ok || around.Lookup(id.Name) != nil || f.usesOuter(rest, id.Name, stmt.Pos()) {
			return false
		}
	}
	return true
}

// usesOuter reports whether the statements use a variable of that name that is
// defined in front of them.
func (f *finder) usesOuter(list []ast.Stmt, name string, before token.Pos) (used bool) {
	for _, stmt := range list {
		ast.Inspect(stmt, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && id.Name == name {
				obj := f.pass.TypesInfo.Uses[id]
				used = used || obj != nil && obj.Pos() < before
			}
			return !used
		})
	}
	return used
}

// isData reports whether a value of the type is nothing but data: it holds no
// interface, function or channel, behind which something may go on. What a message
// knows of its own type is no more than that.
func isData(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] || isMessage(t) {
		return true
	}
	seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() != types.UnsafePointer
	case *types.Pointer:
		return isData(u.Elem(), seen)
	case *types.Slice:
		return isData(u.Elem(), seen)
	case *types.Array:
		return isData(u.Elem(), seen)
	case *types.Map:
		return isData(u.Key(), seen) && isData(u.Elem(), seen)
	case *types.Struct:
		for field := range u.Fields() {
			if !isData(field.Type(), seen) {
				return false
			}
		}
		return true
	}
	return false
}

// isMessage reports whether t is a protobuf message.
func isMessage(t types.Type) bool {
	method, _, _ := types.LookupFieldOrMethod(t, true, nil, "ProtoReflect")
	fn, ok := method.(*types.Func)
	return ok && fn.Signature().Params().Len() == 0 && fn.Signature().Results().Len() == 1 &&
		fn.Signature().Results().At(0).Type().String() == "google.golang.org/protobuf/reflect/protoreflect.Message"
}
