package fix

import (
	"bytes"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"
)

// DeleteImport returns the edit that deletes an import of file, whose text is src, and that
// leaves the rest as gofmt would. It is not ok where a comment belongs to the import, or
// more than it stands on its lines: what shall become of that is for a person to say.
//
// astutil.DeleteNamedImport rewrites the syntax tree, from which no edits can be had.
func DeleteImport(fset *token.FileSet, file *ast.File, src []byte, spec *ast.ImportSpec) (e analysis.TextEdit, ok bool) {
	l := lines{fset.File(file.FileStart), src}
	decl := declOf(file, spec)
	if decl == nil || len(src) != l.file.Size() {
		return e, false
	}
	var gone ast.Node = spec
	if len(decl.Specs) == 1 {
		gone = decl
	}
	first, last := l.of(gone.Pos()), l.of(gone.End())
	if !l.alone(gone) || last+1 >= l.file.LineCount() {
		return e, false
	}
	for _, c := range file.Comments {
		if l.of(c.Pos()) <= last && l.of(c.End()) >= first || c == spec.Doc || gone == decl && c == decl.Doc {
			return e, false
		}
	}
	// The lines around it must not leave two blank ones, or one at a parenthesis.
	above, below := l.text(first-1), l.text(last+1)
	switch {
	case below == "" && (above == "" || l.of(decl.Lparen) == first-1):
		last++
	case above == "" && l.of(decl.Rparen) == last+1:
		first--
	}
	return analysis.TextEdit{Pos: l.file.LineStart(first), End: l.file.LineStart(last + 1)}, true
}

func declOf(file *ast.File, spec *ast.ImportSpec) *ast.GenDecl {
	for _, d := range file.Decls {
		if decl, ok := d.(*ast.GenDecl); ok && decl.Pos() <= spec.Pos() && spec.End() <= decl.End() {
			return decl
		}
	}
	return nil
}

// lines are those of a file, counted from 1.
type lines struct {
	file *token.File
	src  []byte
}

// of is the line of a position, and 0 of none.
func (l lines) of(pos token.Pos) int {
	if !pos.IsValid() {
		return 0
	}
	return l.file.PositionFor(pos, false).Line
}

// text is what stands on a line that is not the last, without the blanks around it.
func (l lines) text(line int) string {
	from, to := l.file.LineStart(line), l.file.LineStart(line+1)
	return string(bytes.TrimSpace(l.between(from, to)))
}

func (l lines) between(from, to token.Pos) []byte {
	return l.src[l.file.Offset(from):l.file.Offset(to)]
}

// alone reports whether nothing else stands on the lines of n.
func (l lines) alone(n ast.Node) bool {
	before := l.between(l.file.LineStart(l.of(n.Pos())), n.Pos())
	after := l.between(n.End(), l.file.Pos(l.file.Size()))
	if i := bytes.IndexByte(after, '\n'); i >= 0 {
		after = after[:i]
	}
	return len(bytes.TrimSpace(before)) == 0 && len(bytes.TrimSpace(after)) == 0
}
