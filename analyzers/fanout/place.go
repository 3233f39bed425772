package fanout

import (
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/edit"
)

// inList is the first statement of a path that stands in a block or clause, with the index
// in the path; or nil.
func inList(path []ast.Node) (stmt ast.Stmt, i int) {
	for i := range path[:max(0, len(path)-1)] {
		s, ok := path[i].(ast.Stmt)
		if !ok {
			continue
		}
		switch path[i+1].(type) {
		case *ast.BlockStmt:
			switch s.(type) {
			case *ast.CaseClause, *ast.CommClause:
				continue
			}
			return s, i
		case *ast.CaseClause:
			return s, i
		case *ast.CommClause:
			if path[i+1].(*ast.CommClause).Comm == s {
				continue
			}
			return s, i
		}
	}
	return nil, -1
}

// indent is what stands before a statement on its line.
func (f *finder) indent(stmt ast.Stmt) string {
	return strings.Repeat("\t", f.pass.Fset.Position(stmt.Pos()).Column-1)
}

// before puts text on the line before a statement.
func (f *finder) before(stmt ast.Stmt, text string) analysis.TextEdit {
	return edit.ReplaceWithString(edit.Range{stmt.Pos(), stmt.Pos()}, text+"\n"+f.indent(stmt))
}

// behind puts text on the line behind a statement and its comment.
func (f *finder) behind(stmt ast.Stmt, text string) analysis.TextEdit {
	file := f.pass.Fset.File(stmt.End())
	end := file.LineStart(file.Line(stmt.End())+1) - 1
	return edit.ReplaceWithString(edit.Range{end, end}, "\n"+f.indent(stmt)+text)
}

// alone reports whether nothing else stands on the lines of a statement.
func (f *finder) alone(stmt ast.Stmt, beside []ast.Stmt) bool {
	line := func(pos token.Pos) int { return f.pass.Fset.Position(pos).Line }
	for _, other := range beside {
		if other != stmt && (line(other.Pos()) == line(stmt.End()) || line(other.End()) == line(stmt.Pos())) {
			return false
		}
	}
	return true
}

// free is the first of the names that means nothing yet, anywhere in the function, or
// empty.
func (f *finder) free(fn ast.Node, at token.Pos, names ...string) string {
	used := make(map[string]bool)
	ast.Inspect(fn, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			used[id.Name] = true
		}
		return true
	})
	scope := f.pass.Pkg.Scope().Innermost(at)
	for _, name := range names {
		if used[name] || scope == nil {
			continue
		}
		if _, obj := scope.LookupParent(name, token.NoPos); obj == nil {
			return name
		}
	}
	return ""
}
