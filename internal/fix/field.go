package fix

import (
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/edit"
)

// A Field is a field of a composite literal, as source text.
type Field struct{ Name, Value string }

// AddField returns the edit that adds fields to a composite literal of a
// struct, behind the others. It reports false if that can't be done: the
// literal has no keys, or has one of the fields.
func AddField(fset *token.FileSet, lit *ast.CompositeLit, fields ...Field) (analysis.TextEdit, bool) {
	has := make(map[string]bool)
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			return analysis.TextEdit{}, false
		}
		if id, ok := kv.Key.(*ast.Ident); ok {
			has[id.Name] = true
		}
	}
	var texts []string
	for _, f := range fields {
		if has[f.Name] {
			return analysis.TextEdit{}, false
		}
		texts = append(texts, f.Name+": "+f.Value)
	}
	line := func(pos token.Pos) int { return fset.Position(pos).Line }

	last := lit.Lbrace
	if n := len(lit.Elts); n > 0 {
		last = lit.Elts[n-1].End()
	}
	if line(last) != line(lit.Rbrace) {
		// On lines of their own, below the comments that follow the last field.
		// Only tabs stand before a brace that gofmt has put there.
		indent := strings.Repeat("\t", fset.Position(lit.Rbrace).Column-1)
		return insert(lit.Rbrace, "\t"+strings.Join(texts, ",\n\t"+indent)+",\n"+indent), true
	}
	if len(lit.Elts) == 0 {
		return insert(lit.Lbrace+1, strings.Join(texts, ", ")), true
	}
	return insert(last, ", "+strings.Join(texts, ", ")), true
}

// SetField returns the edit that gives a field of a composite literal a value:
// in the place of the one it has, or added behind the other fields.
func SetField(fset *token.FileSet, lit *ast.CompositeLit, f Field) (analysis.TextEdit, bool) {
	for _, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok && id.Name == f.Name {
				return edit.ReplaceWithString(kv.Value, f.Value), true
			}
		}
	}
	return AddField(fset, lit, f)
}

func insert(at token.Pos, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: at, End: at, NewText: []byte(text)}
}
