package plugin

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/findings"
)

// fixes chooses, among the fixes of a package, those that golangci-lint can make. It makes
// all alternatives of a finding at once; edits in another file than the finding it leaves
// out, and those of the rest it makes; and where two edits overlap it makes none in the
// file, and does not show the findings either.
//
// Which of them it will make is not known: findings may be excluded, or limited in number.
// So any set of those chosen has to leave a file that compiles.
type fixes struct {
	pass  *analysis.Pass
	files map[*token.File]*mended
}

// A mended file is one with the edits that were chosen for it.
type mended struct {
	syntax  *ast.File
	edits   []findings.Edit
	imports []*imported // nil before they are needed
}

func newFixes(pass *analysis.Pass) *fixes {
	x := &fixes{pass, make(map[*token.File]*mended)}
	for _, file := range pass.Files {
		x.files[pass.Fset.File(file.FileStart)] = &mended{syntax: file}
	}
	return x
}

// choose returns the fix that is handed over for a finding at pos: the first, or none.
func (x *fixes) choose(list []analysis.SuggestedFix, pos token.Pos) []analysis.SuggestedFix {
	tokens := x.pass.Fset.File(pos)
	file := x.files[tokens]
	if len(list) == 0 || file == nil {
		return nil
	}
	fix := analysis.SuggestedFix{Message: list[0].Message}
	for _, e := range list[0].TextEdits {
		if !e.End.IsValid() {
			e.End = e.Pos
		}
		if x.pass.Fset.File(e.Pos) != tokens || x.pass.Fset.File(e.End) != tokens {
			return nil
		}
		fix.TextEdits = append(fix.TextEdits, e)
	}
	if file.imports == nil {
		file.imports = importsOf(x.pass, file.syntax)
	}
	orphans, ok := x.orphans(file, fix.TextEdits)
	if !ok {
		return nil
	}
	fix.TextEdits = append(fix.TextEdits, orphans...)
	edits := make([]findings.Edit, len(fix.TextEdits))
	for i, e := range fix.TextEdits {
		edits[i] = findings.Edit{Start: tokens.Offset(e.Pos), End: tokens.Offset(e.End), New: string(e.NewText)}
		if slices.ContainsFunc(file.edits, edits[i].Overlaps) || slices.ContainsFunc(edits[:i], edits[i].Overlaps) {
			return nil
		}
	}
	file.edits = append(file.edits, edits...)
	x.take(file, fix.TextEdits)
	return []analysis.SuggestedFix{fix}
}
