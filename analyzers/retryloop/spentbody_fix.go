package retryloop

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/edit"

	"github.com/reslint/reslint/internal/effects"
	"github.com/reslint/reslint/internal/fix"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/source"
)

// askGetBody asks the request for a new body before each attempt, if it has a GetBody,
// and if the error that this may give can be returned.
func (f *finder) askGetBody(r *loops.Retry, reader ssa.Instruction) []analysis.SuggestedFix {
	if !hasGetBody(reader) {
		return nil
	}
	call := f.callAt(r.Op.Pos())
	list, i := statementAt(source.File(f.pass.Files, r.Op.Pos()), r.Op.Pos())
	if call == nil || i < 0 || len(call.Args) != 1 {
		return nil
	}
	request, ok := call.Args[0].(*ast.Ident)
	err := f.errorBefore(list[i])
	results := r.Op.Parent().Signature.Results()
	if !ok || err == "" || results.Len() == 0 || !loops.IsError(results.At(results.Len()-1).Type()) {
		return nil
	}
	m := &repair{finder: f, file: source.File(f.pass.Files, r.Op.Pos())}
	zeros, canReturn := m.zeros(list[i], results)
	if !canReturn {
		return nil
	}
	indent := f.indent(list[i])
	text := "if " + request.Name + ".Body, " + err + " = " + request.Name + ".GetBody(); " + err + " != nil {\n" + indent + "\treturn " + zeros + err + "\n" + indent + "}"
	return []analysis.SuggestedFix{fix.New(f.pass, "Get a new body before each attempt", f.before(list[i], text))}
}

func (f *finder) callAt(pos token.Pos) *ast.CallExpr {
	path, _ := astutil.PathEnclosingInterval(source.File(f.pass.Files, pos), pos, pos)
	for _, n := range path {
		if call, ok := n.(*ast.CallExpr); ok {
			return call
		}
	}
	return nil
}

// errorBefore is a variable err that may be set before a statement: what it holds there
// is not used any more, since the statement sets it, or nothing from there on uses it.
func (f *finder) errorBefore(stmt ast.Stmt) string {
	_, err := f.pass.Pkg.Scope().Innermost(stmt.Pos()).LookupParent("err", stmt.Pos())
	if err == nil || !loops.IsError(err.Type()) || err.Parent() == f.pass.Pkg.Scope() {
		return ""
	}
	set := stmt
	if branch, ok := stmt.(*ast.IfStmt); ok {
		set = branch.Init
	}
	if assign, ok := set.(*ast.AssignStmt); ok {
		if last, ok := assign.Lhs[len(assign.Lhs)-1].(*ast.Ident); ok && f.pass.TypesInfo.ObjectOf(last) == err {
			return "err"
		}
	}
	path, _ := astutil.PathEnclosingInterval(source.File(f.pass.Files, stmt.Pos()), stmt.Pos(), stmt.Pos())
	for _, n := range path {
		if effects.IsLoop(n) {
			for id, obj := range f.pass.TypesInfo.Uses {
				if obj == err && id.Pos() >= n.Pos() {
					return ""
				}
			}
			return "err"
		}
	}
	return ""
}

// makeInside makes in the loop what was made before it, for nothing else: the reader
// of a text or of bytes in a variable.
func (f *finder) makeInside(r *loops.Retry, reader ssa.Instruction) []analysis.SuggestedFix {
	list, i := statementAt(source.File(f.pass.Files, posOf(reader)), posOf(reader))
	if i < 0 || reader.Parent() != r.Op.Parent() {
		return nil
	}
	assign, ok := list[i].(*ast.AssignStmt)
	if !ok || assign.Tok != token.DEFINE || len(assign.Lhs) != 1 {
		return nil
	}
	call, ok := assign.Rhs[0].(*ast.CallExpr)
	if !ok || len(call.Args) != 1 || !f.isFunc(call.Fun, "bytes", "NewReader") && !f.isFunc(call.Fun, "bytes", "NewBuffer") && !f.isFunc(call.Fun, "bytes", "NewBufferString") && !f.isFunc(call.Fun, "strings", "NewReader") {
		return nil
	}
	id, ok := call.Args[0].(*ast.Ident)
	if !ok {
		return nil
	}
	variable, data := f.pass.TypesInfo.Defs[assign.Lhs[0].(*ast.Ident)], f.pass.TypesInfo.Uses[id]
	var use *ast.Ident
	for id, obj := range f.pass.TypesInfo.Uses {
		switch {
		case obj == variable && use != nil:
			return nil
		case obj == variable:
			use = id
		}
	}
	if use == nil || data == nil || f.assignedAfter(list[i:], data) {
		return nil
	}
	if _, there := f.pass.Pkg.Scope().Innermost(use.Pos()).LookupParent(data.Name(), use.Pos()); there != data {
		return nil
	}
	return []analysis.SuggestedFix{fix.New(f.pass, "Make the reader for each attempt", f.without(assign), edit.ReplaceWithString(use, types.ExprString(call)))}
}

// assignedAfter reports whether one of the statements may set the variable.
func (f *finder) assignedAfter(list []ast.Stmt, v types.Object) (set bool) {
	for _, stmt := range list {
		ast.Inspect(stmt, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for _, lhs := range n.Lhs {
					ast.Inspect(lhs, func(n ast.Node) bool {
						id, ok := n.(*ast.Ident)
						set = set || ok && f.pass.TypesInfo.Uses[id] == v
						return !set
					})
				}
			case *ast.UnaryExpr:
				id, ok := n.X.(*ast.Ident)
				set = set || ok && n.Op == token.AND && f.pass.TypesInfo.Uses[id] == v
			}
			return !set
		})
	}
	return set
}
