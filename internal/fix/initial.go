package fix

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"
	"honnef.co/go/tools/analysis/edit"
)

// Initialize returns the edits that give a field of a new struct a value where
// the struct is made: a composite literal, a call of new, or the name in a
// declaration. It returns none where that can't be done.
func Initialize(fset *token.FileSet, file *ast.File, made ast.Node, f Field) []analysis.TextEdit {
	switch made := made.(type) {
	case *ast.CompositeLit:
		if e, ok := SetField(fset, made, f); ok {
			return []analysis.TextEdit{e}
		}
	case *ast.CallExpr:
		return initializeNew(file, made, f)
	case *ast.Ident:
		return initializeVar(file, made, f)
	}
	return nil
}

// initializeNew makes &T{…} of new(T).
func initializeNew(file *ast.File, call *ast.CallExpr, f Field) []analysis.TextEdit {
	before, after := "&", "{"+f.Name+": "+f.Value+"}"
	path, _ := astutil.PathEnclosingInterval(file, call.Pos(), call.End())
	if len(path) > 1 {
		if _, ok := path[1].(*ast.SelectorExpr); ok {
			before, after = "("+before, after+")"
		}
	}
	typ := call.Args[0]
	return []analysis.TextEdit{
		edit.ReplaceWithString(edit.Range{call.Pos(), typ.Pos()}, before),
		edit.ReplaceWithString(edit.Range{typ.End(), call.End()}, after),
	}
}

// initializeVar makes var s = T{…} of var s T.
func initializeVar(file *ast.File, name *ast.Ident, f Field) []analysis.TextEdit {
	path, _ := astutil.PathEnclosingInterval(file, name.Pos(), name.End())
	for _, n := range path {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			continue
		}
		if len(spec.Names) != 1 || spec.Type == nil || len(spec.Values) > 0 {
			return nil
		}
		return []analysis.TextEdit{
			insert(spec.Type.Pos(), "= "),
			insert(spec.Type.End(), "{"+f.Name+": "+f.Value+"}"),
		}
	}
	return nil
}
