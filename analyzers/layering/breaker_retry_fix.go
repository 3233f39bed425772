package layering

import (
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/edit"

	"github.com/reslint/reslint/internal/fix"
	"github.com/reslint/reslint/internal/retrypolicy"
	"github.com/reslint/reslint/internal/source"
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
	if each == nil || !b.sameResults(lit, each) || !b.sameResults(lit, inner) || !isName(outer.Fun) {
		return nil
	}
	src := b.source(outer.Pos())
	start, kept, ok := b.keep(outer, inner)
	if src == nil || !ok || outer.Args[len(outer.Args)-1] != lit {
		return nil
	}
	cut := func(from, to token.Pos) string {
		file := b.pass.Fset.File(outer.Pos())
		return string(src[file.Offset(from):file.Offset(to)])
	}
	body := cut(each.Body.Lbrace+1, each.Body.Rbrace)
	text := kept + cut(start, outer.Pos()) + cut(inner.Pos(), each.Body.Lbrace+1) +
		"\nreturn " + cut(outer.Pos(), lit.Body.Lbrace+1) + body + "})\n" + cut(each.Body.Rbrace, inner.End())
	return []analysis.SuggestedFix{fix.New(b.pass, "Put the retry outside the breaker",
		edit.ReplaceWithString(edit.Range{start, outer.End()}, text))}
}

// source is the text of the file that a position stands in, or nil if it is not the one
// that was analysed.
func (b *breakers) source(pos token.Pos) []byte {
	file := b.pass.Fset.File(pos)
	src, err := source.Read(b.pass, file.Name())
	if err != nil || len(src) != file.Size() {
		return nil
	}
	return src
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

// keep are the comments between the beginnings of the outer and the inner call, which
// come before the statement that these stand in, and where what has to be replaced
// begins then. It returns false if that can't be done.
func (b *breakers) keep(outer, inner ast.Node) (start token.Pos, text string, ok bool) {
	file := source.File(b.pass.Files, outer.Pos())
	for _, group := range file.Comments {
		switch {
		case group.End() <= outer.Pos() || outer.End() <= group.Pos(), inner.Pos() <= group.Pos() && group.End() <= inner.End():
		case group.End() <= inner.Pos():
			for _, c := range group.List {
				text += c.Text + "\n"
			}
		default:
			return 0, "", false
		}
	}
	if text == "" {
		return outer.Pos(), "", true
	}
	path, _ := astutil.PathEnclosingInterval(file, outer.Pos(), outer.End())
	for _, n := range path {
		if stmt, ok := n.(ast.Stmt); ok {
			indent := strings.Repeat("\t", b.pass.Fset.Position(stmt.Pos()).Column-1) // gofmt puts nothing but tabs before it
			return stmt.Pos(), strings.ReplaceAll(text, "\n", "\n"+indent), true
		}
	}
	return 0, "", false
}

func (b *breakers) text(e ast.Expr) string {
	var s strings.Builder
	if err := format.Node(&s, b.pass.Fset, e); err != nil {
		return ""
	}
	return s.String()
}
