package fix

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"
)

// Above returns the edit that declares something, which is given as text without an end of its last line, above a
// function. It begins with a comment: gofmt wants a blank line before that, and does not
// have one between two functions without comments.
func Above(fset *token.FileSet, file *ast.File, fn *ast.FuncDecl, text string) analysis.TextEdit {
	at := fn.Pos()
	if fn.Doc != nil {
		at = fn.Doc.Pos()
	}
	line := func(pos token.Pos) int { return fset.PositionFor(pos, false).Line }
	for _, decl := range file.Decls {
		if decl.End() <= at && line(decl.End())+1 == line(at) {
			text = "\n" + text
		}
	}
	return analysis.TextEdit{Pos: at, End: at, NewText: []byte(text + "\n\n")}
}
