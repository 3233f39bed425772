package timeout

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

func isTestFile(fset *token.FileSet, file *ast.File) bool {
	return strings.HasSuffix(fset.File(file.FileStart).Name(), "_test.go")
}

// isTestSupport reports whether pos is in a function that only a test can call,
// because it takes a *testing.T or the like.
func isTestSupport(pass *analysis.Pass, pos token.Pos) bool {
	file := fileOf(pass, pos)
	for _, decl := range file.Decls {
		decl, ok := decl.(*ast.FuncDecl)
		if !ok || pos < decl.Pos() || decl.End() <= pos {
			continue
		}
		fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func)
		return ok && slices.ContainsFunc(slices.Collect(fn.Signature().Params().Variables()), ofTesting)
	}
	return false
}

// ofTesting reports whether a parameter has a type of package testing.
func ofTesting(param *types.Var) bool {
	named, ok := types.Unalias(deref(param.Type())).(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "testing"
}
