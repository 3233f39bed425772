package plugin

import (
	"go/ast"
	"go/scanner"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/fix"
)

// An imported package, in a file whose fixes are chosen.
type imported struct {
	spec *ast.ImportSpec
	name *types.PkgName
	uses []*ast.Ident

	gone    map[*ast.Ident]bool // uses that chosen fixes replace
	deleted bool                // by a chosen fix, since it replaces all uses
	wanted  bool                // by the new text of a chosen fix
}

func importsOf(pass *analysis.Pass, file *ast.File) []*imported {
	list := []*imported{}
	byName := make(map[*types.PkgName]*imported)
	for _, spec := range file.Imports {
		name := pass.TypesInfo.PkgNameOf(spec)
		if name == nil || name.Name() == "_" || name.Name() == "." {
			continue
		}
		p := &imported{spec: spec, name: name, gone: make(map[*ast.Ident]bool)}
		list, byName[name] = append(list, p), p
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if name, ok := pass.TypesInfo.Uses[id].(*types.PkgName); ok && byName[name] != nil {
				byName[name].uses = append(byName[name].uses, id)
			}
		}
		return true
	})
	return list
}

// orphans returns the edits that delete the imports that nothing uses once the edits are
// made. They are not ok if a set of fixes could leave an import without a use, or a use
// without its import.
func (x *fixes) orphans(file *mended, edits []analysis.TextEdit) (deletions []analysis.TextEdit, ok bool) {
	for _, p := range file.imports {
		gone, wanted := p.replaced(edits), x.wants(file.syntax, p, edits)
		switch {
		case len(gone) == 0 && !wanted || len(p.uses) == 0:
		case wanted:
			if p.deleted {
				return nil, false
			}
		case len(gone) == len(p.uses):
			src, err := x.pass.ReadFile(x.pass.Fset.File(file.syntax.FileStart).Name())
			if err != nil || p.wanted {
				return nil, false
			}
			e, ok := fix.DeleteImport(x.pass.Fset, file.syntax, src, p.spec)
			if !ok {
				return nil, false
			}
			deletions = append(deletions, e)
		default:
			// What only several fixes together orphan, the last of them leaves for another run.
			left := len(p.uses) - len(p.gone)
			for _, id := range gone {
				if !p.gone[id] {
					left--
				}
			}
			if left == 0 {
				return nil, false
			}
		}
	}
	return deletions, true
}

// take notes what the edits of a chosen fix do to the imports.
func (x *fixes) take(file *mended, edits []analysis.TextEdit) {
	for _, p := range file.imports {
		wanted := x.wants(file.syntax, p, edits)
		gone := p.replaced(edits)
		p.wanted = p.wanted || wanted
		p.deleted = p.deleted || !wanted && len(p.uses) > 0 && len(gone) == len(p.uses)
		for _, id := range gone {
			p.gone[id] = true
		}
	}
}

// replaced returns the uses that the edits replace.
func (p *imported) replaced(edits []analysis.TextEdit) []*ast.Ident {
	var list []*ast.Ident
	for _, id := range p.uses {
		for _, e := range edits {
			if e.Pos <= id.Pos() && id.End() <= e.End {
				list = append(list, id)
				break
			}
		}
	}
	return list
}

// wants reports whether the new text of an edit uses p.
func (x *fixes) wants(file *ast.File, p *imported, edits []analysis.TextEdit) bool {
	for _, e := range edits {
		scope := x.pass.TypesInfo.Scopes[file]
		if inner := scope.Innermost(e.Pos); inner != nil {
			scope = inner
		}
		if _, obj := scope.LookupParent(p.name.Name(), e.Pos); obj == p.name && selects(e.NewText, p.name.Name()) {
			return true
		}
	}
	return false
}

// selects reports whether code selects something of the given name.
func selects(code []byte, name string) bool {
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(code)), code, func(token.Position, string) {}, 0)
	var before, found bool // the token before is a dot, or the name behind none
	for {
		_, tok, text := s.Scan()
		switch {
		case tok == token.EOF:
			return false
		case found && tok == token.PERIOD:
			return true
		}
		found = tok == token.IDENT && text == name && !before
		before = tok == token.PERIOD
	}
}
