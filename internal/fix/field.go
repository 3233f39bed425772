package fix

import (
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// AddField returns the edit that adds a field to a composite literal of a
// struct, behind the others. It reports false if that can't be done: the
// literal has no keys, or has the field.
func AddField(fset *token.FileSet, lit *ast.CompositeLit, name, value string) (analysis.TextEdit, bool) {
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			return analysis.TextEdit{}, false
		}
		if id, ok := kv.Key.(*ast.Ident); ok && id.Name == name {
			return analysis.TextEdit{}, false
		}
	}
	field := name + ": " + value
	line := func(pos token.Pos) int { return fset.Position(pos).Line }

	last := lit.Lbrace
	if n := len(lit.Elts); n > 0 {
		last = lit.Elts[n-1].End()
	}
	if line(last) != line(lit.Rbrace) {
		// On a line of its own, below the comments that follow the last field.
		// Only tabs stand before a brace that gofmt has put there.
		indent := strings.Repeat("\t", fset.Position(lit.Rbrace).Column-1)
		return insert(lit.Rbrace, "\t"+field+",\n"+indent), true
	}
	if len(lit.Elts) == 0 {
		return insert(lit.Lbrace+1, field), true
	}
	return insert(last, ", "+field), true
}

func insert(at token.Pos, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: at, End: at, NewText: []byte(text)}
}
