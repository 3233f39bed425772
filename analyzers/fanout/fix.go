package fanout

import (
	"go/ast"
	"strconv"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/edit"

	"github.com/reslint/reslint/internal/fix"
	"github.com/reslint/reslint/internal/source"
	"github.com/reslint/reslint/internal/spawns"
)

// The packages whose groups a fix can limit.
const (
	errgroupPath   = "golang.org/x/sync/errgroup"
	concPoolPath   = "github.com/sourcegraph/conc/pool"
	concStreamPath = "github.com/sourcegraph/conc/stream"
)

// limitGroup offers to set a limit where the group is made.
func (f *finder) limitGroup(s *spawns.Spawn) []analysis.SuggestedFix {
	group, ok := f.spawns.NoLimit(s)
	if !ok || group.Made == nil || f.spawns.WaitForEachOther(s, group) {
		return nil
	}
	n := strconv.Itoa(f.rep.Settings.Limit)
	path := source.Path(f.pass.Files, group.Made.Pos())
	switch f.libraryOf(s) {
	case errgroupPath:
		stmt, _ := inList(path)
		name := declared(stmt)
		if name == nil || len(f.callsOf(name, "TryGo")) > 0 { // what finds no place would be left undone
			return nil
		}
		e := f.behind(stmt, name.Name+".SetLimit("+n+")")
		switch off := f.callsOf(name, "SetLimit"); len(off) {
		case 0:
		case 1: // it is switched off
			e = edit.ReplaceWithString(off[0].Args[0], n)
		default:
			return nil
		}
		fixes := []analysis.SuggestedFix{fix.New(f.pass, "Let "+n+" of them run at once, with SetLimit", e)}
		return append(fixes, f.runtimeForGroup(name, stmt)...)
	case concPoolPath, concStreamPath:
		call := madeBy(path)
		if call == nil {
			return nil
		}
		e := edit.ReplaceWithString(edit.Range{call.End(), call.End()}, ".WithMaxGoroutines("+n+")")
		return []analysis.SuggestedFix{fix.New(f.pass, "Let "+n+" of them run at once, with WithMaxGoroutines", e)}
	}
	return nil
}

// callsOf are the calls of a method of a variable, in its file.
func (f *finder) callsOf(group *ast.Ident, method string) (calls []*ast.CallExpr) {
	v := f.pass.TypesInfo.ObjectOf(group)
	ast.Inspect(source.File(f.pass.Files, group.Pos()), func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if sel, ok := call.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == method {
				if id, ok := sel.X.(*ast.Ident); ok && f.pass.TypesInfo.Uses[id] == v {
					calls = append(calls, call)
				}
			}
		}
		return true
	})
	return calls
}

// declared is the variable that a statement declares, or sets first, or nil.
func declared(stmt ast.Stmt) *ast.Ident {
	switch stmt := stmt.(type) {
	case *ast.AssignStmt:
		if id, ok := stmt.Lhs[0].(*ast.Ident); ok && id.Name != "_" {
			return id
		}
	case *ast.DeclStmt:
		decl, ok := stmt.Decl.(*ast.GenDecl)
		if !ok || len(decl.Specs) != 1 {
			return nil
		}
		if spec, ok := decl.Specs[0].(*ast.ValueSpec); ok && len(spec.Names) == 1 {
			return spec.Names[0]
		}
	}
	return nil
}

// madeBy is the innermost call on a path, or nil.
func madeBy(path []ast.Node) *ast.CallExpr {
	for _, n := range path {
		if call, ok := n.(*ast.CallExpr); ok {
			return call
		}
	}
	return nil
}

// addSemaphore offers to put a channel with room for a few around a goroutine that is
// waited for.
func (f *finder) addSemaphore(fn *ssa.Function, s *spawns.Spawn) []analysis.SuggestedFix {
	work := f.spawns.WorkOf(s)
	if s.Helper != nil || work.Talks || work.Enters[fn] || s.Started == nil || s.Started.Parent() != fn {
		return nil
	}
	path := source.Path(f.pass.Files, s.Instr.Pos())
	stmt, i := inList(path)
	lit := startedBy(stmt, s.Started.Pos())
	if lit == nil || len(lit.Body.List) == 0 {
		return nil
	}
	group := f.joins(stmt, lit)
	loop, around := outermostLoop(path[i:])
	if group == nil || loop == nil || !f.isWaitedFor(group, loop, around) {
		return nil
	}
	sem := f.free(around, stmt.Pos(), "sem", "slots", "semaphore", "places")
	if sem == "" || !f.alone(loop, list(path, loop)) || !f.alone(stmt, list(path, stmt)) || f.sameLine(lit.Body.Lbrace, lit.Body.List[0].Pos()) {
		return nil
	}
	n := strconv.Itoa(f.rep.Settings.Limit)
	fixes := []analysis.SuggestedFix{fix.New(f.pass, "Let "+n+" of them run at once, with a semaphore",
		f.before(loop, sem+" := make(chan struct{}, "+n+")"),
		f.before(stmt, sem+" <- struct{}{}"),
		f.before(lit.Body.List[0], "defer func() { <-"+sem+" }()"),
	)}
	return append(fixes, f.runtimeForWait(group, stmt, list(path, stmt), lit)...)
}
