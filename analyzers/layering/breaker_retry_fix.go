package layering

import (
	"go/ast"
	"go/format"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/edit"

	"github.com/reslint/reslint/internal/fix"
	"github.com/reslint/reslint/internal/retrypolicy"
)

// turnRound puts a retry around the breaker that is around it:
//
//	cb.Execute(func() (T, error) { return retry(func() (T, error) { … }, …) })
//
// becomes
//
//	retry(func() (T, error) { return cb.Execute(func() (T, error) { … }) }, …)
//
// It is offered only if the retry knows the error of the open breaker already: if not,
// it would go on when that is open.
func (b *breakers) turnRound(g *guard, op *ssa.Function) []analysis.SuggestedFix {
	outer, ok := (retrypolicy.By{At: g.call}).Node(b.pass.Files).(*ast.CallExpr)
	if !ok || !b.conducts.KnowsOpen(op) {
		return nil
	}
	lit := literalArg(outer)
	if lit == nil || lit.Type.Params.NumFields() > 0 || len(lit.Body.List) != 1 {
		return nil
	}
	ret, ok := lit.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return nil
	}
	inner, ok := ast.Unparen(ret.Results[0]).(*ast.CallExpr)
	if !ok {
		return nil
	}
	each := literalArg(inner)
	if each == nil || !b.sameResults(lit, each) || !b.sameResults(lit, inner) || !isName(outer.Fun) || b.comments(outer, inner) {
		return nil
	}
	text := b.text(outer.Fun) + "("
	for _, arg := range outer.Args {
		if arg == lit {
			text += b.text(lit.Type) + " {"
			break
		}
		text += b.text(arg) + ", "
	}
	if outer.Args[len(outer.Args)-1] != lit {
		return nil
	}
	return []analysis.SuggestedFix{fix.New(b.pass, "Put the retry outside the breaker",
		edit.ReplaceWithString(edit.Range{outer.Pos(), inner.Pos()}, ""),
		edit.ReplaceWithString(edit.Range{each.Body.Lbrace + 1, each.Body.Lbrace + 1}, "\nreturn "+text),
		edit.ReplaceWithString(edit.Range{each.Body.Rbrace, each.Body.Rbrace}, "})\n"),
		edit.ReplaceWithString(edit.Range{inner.End(), outer.End()}, ""))}
}

// literalArg is the only function literal with an error as its last result among the
// arguments of a call, or nil.
func literalArg(call *ast.CallExpr) (only *ast.FuncLit) {
	for _, arg := range call.Args {
		lit, ok := arg.(*ast.FuncLit)
		if !ok || lit.Type.Results == nil {
			continue
		}
		if only != nil {
			return nil
		}
		only = lit
	}
	return only
}

// sameResults reports whether a function literal returns what another one, or a call,
// does.
func (b *breakers) sameResults(lit *ast.FuncLit, as ast.Expr) bool {
	results := b.pass.TypesInfo.TypeOf(lit).(*types.Signature).Results()
	switch t := b.pass.TypesInfo.TypeOf(as).(type) {
	case *types.Signature:
		return types.Identical(results, t.Results())
	case *types.Tuple:
		return types.Identical(results, t)
	default:
		return results.Len() == 1 && types.Identical(results.At(0).Type(), t)
	}
}

// isName reports whether an expression is a name, or a chain of fields: it means the
// same in each attempt.
func isName(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return isName(e.X)
	}
	return false
}

// comments reports whether a comment stands in the outer call and not in the inner one.
func (b *breakers) comments(outer, inner ast.Node) bool {
	file := fileOf(b.pass, outer.Pos())
	for _, group := range file.Comments {
		if outer.Pos() <= group.Pos() && group.End() <= outer.End() && !(inner.Pos() <= group.Pos() && group.End() <= inner.End()) {
			return true
		}
	}
	return false
}

func (b *breakers) text(e ast.Expr) string {
	var s strings.Builder
	if err := format.Node(&s, b.pass.Fset, e); err != nil {
		return ""
	}
	return s.String()
}
