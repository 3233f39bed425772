package retryloop

import (
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"honnef.co/go/tools/analysis/edit"

	"github.com/reslint/reslint/internal/fix"
	"github.com/reslint/reslint/internal/retrypolicy"
	"github.com/reslint/reslint/internal/source"
)

// edits are those that mend a fault in the library's own terms, or nil where that
// can't be promised.
func (u *libraryUse) edits(f libraryFault) []analysis.TextEdit {
	node := f.by.Node(u.l.pass.Files)
	if node == nil {
		return nil
	}
	e := f.mend
	if e.Field != "" {
		return u.l.setField(f.by, node, fix.Field{Name: e.Field, Value: e.Text})
	}
	call, _ := node.(*ast.CallExpr)
	target := node
	switch {
	case e.Append:
		if call == nil || call.Ellipsis.IsValid() || !u.inScope(e.Text, call.Rparen) {
			return nil
		}
		text, edits := u.expand(e.Text, node, call.Rparen)
		if text == "" || len(call.Args) == 0 {
			return nil
		}
		last := call.Args[len(call.Args)-1].End()
		return append(edits, edit.ReplaceWithString(edit.Range{last, last}, ","+u.l.beforeNext(call)+text))
	case e.Arg >= 0:
		if call == nil || e.Arg >= len(call.Args) {
			return nil
		}
		target = call.Args[e.Arg]
	}
	if !u.inScope(e.Text, target.Pos()) || !u.l.fits(target, e.Text) {
		return nil
	}
	text, edits := u.expand(e.Text, target, target.Pos())
	if text == "" {
		return nil
	}
	if before, after, ok := strings.Cut(text, "$"); ok {
		// The expression stays, so that edits inside it do, too.
		return append(edits,
			edit.ReplaceWithString(edit.Range{target.Pos(), target.Pos()}, before),
			edit.ReplaceWithString(edit.Range{target.End(), target.End()}, after))
	}
	return append(edits, edit.ReplaceWithString(target, text))
}

// beforeNext is what stands between the last argument of a call and one more: a
// blank, or a new line where the last has one of its own.
func (l *library) beforeNext(call *ast.CallExpr) string {
	n := len(call.Args)
	if n < 2 {
		return " "
	}
	last := l.pass.Fset.Position(call.Args[n-1].Pos())
	if last.Line == l.pass.Fset.Position(call.Args[n-2].End()).Line {
		return " "
	}
	return "\n" + strings.Repeat("\t", last.Column-1) // gofmt puts nothing but tabs before it
}

// expand puts the names of the package and the context and the text of the first
// argument in the place of $pkg, $ctx and $0. A single $ is left.
func (u *libraryUse) expand(text string, node ast.Expr, at token.Pos) (string, []analysis.TextEdit) {
	var edits []analysis.TextEdit
	if strings.Contains(text, "$pkg") {
		file := source.File(u.l.pass.Files, at)
		if file == nil {
			return "", nil
		}
		name, more := fix.AddImport(u.l.pass, file, at, u.callee.Pkg().Path())
		text, edits = strings.ReplaceAll(text, "$pkg", name), more
	}
	if strings.Contains(text, "$ctx") {
		text = strings.ReplaceAll(text, "$ctx", u.ctx.name)
	}
	if strings.Contains(text, "$0") {
		call, ok := node.(*ast.CallExpr)
		if !ok || len(call.Args) == 0 {
			return "", nil
		}
		if strings.Count(text, "$0") > 1 && !repeatable(u.l.pass.TypesInfo, call.Args[0]) {
			return "", nil
		}
		text = strings.ReplaceAll(text, "$0", u.l.text(call.Args[0]))
	}
	return text, edits
}

// inScope reports whether the context means the same variable at the place of the
// edit as at the retry.
func (u *libraryUse) inScope(text string, at token.Pos) bool {
	if !strings.Contains(text, "$ctx") {
		return true
	}
	scope := u.l.pass.Pkg.Scope().Innermost(at)
	if scope == nil || u.ctx == nil {
		return false
	}
	_, obj := scope.LookupParent(u.ctx.name, at)
	if obj == nil {
		return false
	}
	there := u.l.pass.Pkg.Scope().Innermost(u.call.Pos())
	if there == nil {
		return false
	}
	_, used := there.LookupParent(u.ctx.name, u.call.Pos())
	return obj == used && obj.Parent() != u.l.pass.Pkg.Scope()
}

// repeatable reports whether an expression may be written twice.
func repeatable(info *types.Info, e ast.Expr) bool {
	if info.Types[e].Value != nil {
		return true
	}
	for n := range ast.Preorder(e) {
		switch n.(type) {
		case *ast.Ident, *ast.SelectorExpr:
		default:
			return false
		}
	}
	return true
}

// fits reports whether a value of another type may stand in the place of the
// expression: an argument for an interface, or a new variable that is only used as
// one.
func (l *library) fits(e ast.Expr, text string) bool {
	if !strings.HasPrefix(text, "&") && !strings.HasPrefix(text, "$pkg.New") {
		return true // of the same type
	}
	cur, ok := l.inspector().Root().FindNode(e)
	if !ok {
		return false
	}
	return l.isInterfaceArg(cur) || l.isFreeVariable(cur)
}

func (l *library) inspector() *inspector.Inspector {
	return l.pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
}

// isInterfaceArg reports whether the expression is handed to a parameter of an
// interface type.
func (l *library) isInterfaceArg(cur inspector.Cursor) bool {
	kind, i := cur.ParentEdge()
	if kind != edge.CallExpr_Args {
		return false
	}
	call := cur.Parent().Node().(*ast.CallExpr)
	sig, ok := l.pass.TypesInfo.TypeOf(call.Fun).Underlying().(*types.Signature)
	if !ok || sig.Variadic() || i >= sig.Params().Len() {
		return false
	}
	return types.IsInterface(sig.Params().At(i).Type())
}

// isFreeVariable reports whether the expression is the first value of a variable
// that is nothing but handed to parameters of interface types.
func (l *library) isFreeVariable(cur inspector.Cursor) bool {
	assign, ok := cur.Parent().Node().(*ast.AssignStmt)
	if !ok || assign.Tok != token.DEFINE || len(assign.Lhs) != 1 {
		return false
	}
	obj := l.pass.TypesInfo.Defs[assign.Lhs[0].(*ast.Ident)]
	if obj == nil {
		return false
	}
	for c := range l.inspector().Root().Preorder((*ast.Ident)(nil)) {
		if l.pass.TypesInfo.Uses[c.Node().(*ast.Ident)] == obj && !l.isInterfaceArg(c) {
			return false
		}
	}
	return true
}

// setField gives a field a value: in the literal, or in the assignment that sets
// it.
func (l *library) setField(by retrypolicy.By, node ast.Expr, f fix.Field) []analysis.TextEdit {
	lit, ok := node.(*ast.CompositeLit)
	if !ok {
		if kind := by.Claim; kind == nil || !l.isConstant(node) {
			return nil
		}
		return []analysis.TextEdit{edit.ReplaceWithString(node, f.Value)}
	}
	e, ok := fix.SetField(l.pass.Fset, lit, f)
	if !ok {
		return nil
	}
	return []analysis.TextEdit{e}
}

func (l *library) isConstant(e ast.Expr) bool { return l.pass.TypesInfo.Types[e].Value != nil }

func (l *library) text(e ast.Expr) string {
	var b strings.Builder
	if err := format.Node(&b, l.pass.Fset, e); err != nil {
		return ""
	}
	return b.String()
}
