package fanout

import (
	"go/ast"
	"strconv"

	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/edit"

	"github.com/reslint/reslint/internal/fix"
	"github.com/reslint/reslint/internal/source"
)

// runtimeForGroup makes a group of the runtime of an errgroup of which nothing more is
// seen than that functions are given to it, and that it is waited for.
func (f *finder) runtimeForGroup(name *ast.Ident, stmt ast.Stmt) []analysis.SuggestedFix {
	file := source.File(f.pass.Files, stmt.Pos())
	group := f.pass.TypesInfo.ObjectOf(name)
	if !fix.HasRuntime(f.pass.Pkg, f.rep.Settings.Runtime) || group == nil || len(f.callsOf(name, "Go"))+len(f.callsOf(name, "Wait")) != f.uses(file, group) {
		return nil
	}
	n := strconv.Itoa(f.rep.Settings.Limit)
	runtime, edits := fix.AddImport(f.pass, file, stmt.Pos(), fix.RuntimePath)
	switch made := f.errgroupIn(stmt).(type) {
	case *ast.CallExpr:
		edits = append(edits,
			edit.ReplaceWithString(made.Fun, runtime+".NewGroup"),
			f.insert(made.Args[0].End(), ", "+n))
		if losesComment(file, edits) {
			return nil
		}
		return []analysis.SuggestedFix{fix.New(f.pass, "Let "+n+" of them run at once, with a group of the runtime: it starts nothing more once its context has ended, and Wait tells", edits...)}
	case *ast.SelectorExpr:
		edits = append(edits, edit.ReplaceWithString(made, runtime+".Group"), f.behind(stmt, name.Name+".SetLimit("+n+")"))
		return []analysis.SuggestedFix{fix.New(f.pass, "Let "+n+" of them run at once, with a group of the runtime, which always has a limit", edits...)}
	}
	return nil
}

// errgroupIn is the call of errgroup.WithContext, or the type errgroup.Group, by which a
// statement makes a group; or nil.
func (f *finder) errgroupIn(stmt ast.Stmt) (found ast.Node) {
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			if sel, ok := n.Fun.(*ast.SelectorExpr); ok && f.isOfErrgroup(sel, "WithContext") && len(n.Args) == 1 {
				found = n
			}
		case *ast.SelectorExpr:
			if f.isOfErrgroup(n, "Group") {
				found = n
			}
		}
		return found == nil
	})
	return found
}

func (f *finder) isOfErrgroup(sel *ast.SelectorExpr, name string) bool {
	obj := f.pass.TypesInfo.Uses[sel.Sel]
	return obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == errgroupPath && obj.Name() == name && obj.Parent() == obj.Pkg().Scope()
}
