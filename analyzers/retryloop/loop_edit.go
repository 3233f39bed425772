package retryloop

import (
	"bytes"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"
	"honnef.co/go/tools/analysis/edit"

	"github.com/reslint/reslint/internal/source"
)

// statementAt is the statement around pos that stands in a block or in the clause of
// a switch or select, among those beside it; its index is -1 if there is none.
func statementAt(file *ast.File, pos token.Pos) (list []ast.Stmt, i int) {
	if file == nil {
		return nil, -1
	}
	path, _ := astutil.PathEnclosingInterval(file, pos, pos)
	for n := range path[:max(0, len(path)-1)] {
		switch around := path[n+1].(type) {
		case *ast.BlockStmt:
			list = around.List
		case *ast.CaseClause:
			list = around.Body
		case *ast.CommClause:
			list = around.Body
		default:
			continue
		}
		for i, stmt := range list {
			if ast.Node(stmt) == path[n] && !isClause(stmt) {
				return list, i
			}
		}
	}
	return nil, -1
}

// isClause reports whether a statement is a clause of a switch or select, which the
// syntax keeps in a block.
func isClause(stmt ast.Stmt) bool {
	switch stmt.(type) {
	case *ast.CaseClause, *ast.CommClause:
		return true
	}
	return false
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
	end := f.pass.Fset.File(stmt.End()).LineStart(f.pass.Fset.Position(stmt.End()).Line+1) - 1
	return edit.ReplaceWithString(edit.Range{end, end}, "\n"+f.indent(stmt)+text)
}

// without removes a statement, and its line if nothing else stands there.
func (f *finder) without(stmt ast.Stmt) analysis.TextEdit {
	file := f.pass.Fset.File(stmt.Pos())
	first, next := file.LineStart(file.Line(stmt.Pos())), file.LineStart(file.Line(stmt.End())+1)
	src, err := source.Read(f.pass, file.Name())
	if err != nil || len(src) != file.Size() {
		return edit.Delete(stmt)
	}
	rest := src[file.Offset(stmt.End()):file.Offset(next)]
	if len(bytes.TrimSpace(rest)) == 0 {
		return edit.Delete(edit.Range{first, next})
	}
	blank := len(rest) - len(bytes.TrimLeft(rest, " \t"))
	return edit.Delete(edit.Range{stmt.Pos(), stmt.End() + token.Pos(blank)})
}

// callBehind turns a deferred call into one behind the next statement.
func (f *finder) callBehind(stmt *ast.DeferStmt, next ast.Stmt) []analysis.TextEdit {
	return []analysis.TextEdit{f.without(stmt), f.behind(next, types.ExprString(stmt.Call))}
}
