package fanout

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/edit"

	"github.com/reslint/reslint/internal/fix"
	"github.com/reslint/reslint/internal/source"
)

// runtimeForWait makes a group of the runtime of a WaitGroup. What it starts may return an
// error then, of which there is none yet. The WaitGroup has to be a variable of which
// nothing more is seen than this:
//
//	var wg sync.WaitGroup
//	for … {
//		wg.Add(1)
//		go func() {
//			defer wg.Done()
//			…
//		}()
//	}
//	wg.Wait()
func (f *finder) runtimeForWait(group types.Object, stmt ast.Stmt, beside []ast.Stmt, lit *ast.FuncLit) []analysis.SuggestedFix {
	if !fix.HasRuntime(f.pass.Pkg, f.rep.Settings.Runtime) || endsItself(lit.Body) {
		return nil
	}
	file := source.File(f.pass.Files, stmt.Pos())
	typ := f.declaredAs(file, group, "sync.WaitGroup")
	waits := f.waitStatement(file, group)
	if typ == nil || waits == nil {
		return nil
	}
	edits := []analysis.TextEdit{f.insert(waits.Pos(), "_ = ")}
	uses := 2 // Go and Wait
	switch started := stmt.(type) {
	case *ast.ExprStmt: // wg.Go(func() { … })
		edits = append(edits, f.insert(lit.Type.End(), " error"))
	case *ast.GoStmt:
		uses = 3 // Add, Done and Wait
		add, done := f.addBefore(group, started, beside), f.doneIn(group, lit)
		if add == nil || done < 0 || done+1 == len(lit.Body.List) || len(started.Call.Args) > 0 || lit.Type.Params.NumFields() > 0 {
			return nil
		}
		next := lit.Body.List[done+1]
		edits = append(edits,
			edit.ReplaceWithString(edit.Range{add.Pos(), lit.Body.Lbrace}, group.Name()+".Go(func() error "),
			edit.ReplaceWithString(edit.Range{lit.Body.List[done].Pos(), next.Pos()}, ""),
			edit.ReplaceWithString(edit.Range{lit.Body.Rbrace + 1, started.End()}, ")"))
	default:
		return nil
	}
	if f.uses(file, group) != uses {
		return nil
	}
	edits = append(edits, f.returnsNil(lit)...)
	name, more := fix.AddImport(f.pass, file, typ.Pos(), fix.RuntimePath)
	edits = append(edits, more...)
	edits = append(edits, edit.ReplaceWithString(typ, name+".Group"))
	decl, _ := inList(source.Path(f.pass.Files, typ.Pos()))
	if decl == nil {
		return nil
	}
	n := strconv.Itoa(f.rep.Settings.Limit)
	edits = append(edits, f.behind(decl, group.Name()+".SetLimit("+n+")"))
	if losesComment(file, edits) {
		return nil
	}
	return []analysis.SuggestedFix{fix.New(f.pass, "Let "+n+" of them run at once, with a group of the runtime, which hands on an error, too", edits...)}
}

func (f *finder) insert(at token.Pos, text string) analysis.TextEdit {
	return edit.ReplaceWithString(edit.Range{at, at}, text)
}

// declaredAs is the type in the declaration of a variable of that type, which declares
// nothing else and gives it no value; or nil.
func (f *finder) declaredAs(file *ast.File, v types.Object, name string) (typ ast.Expr) {
	if types.TypeString(v.Type(), nil) != name {
		return nil
	}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if ok && len(spec.Names) == 1 && len(spec.Values) == 0 && f.pass.TypesInfo.Defs[spec.Names[0]] == v && v.Parent() != f.pass.Pkg.Scope() {
			typ = spec.Type
		}
		return typ == nil
	})
	return typ
}

// waitStatement is the statement that waits for a WaitGroup, or nil.
func (f *finder) waitStatement(file *ast.File, group types.Object) (found *ast.ExprStmt) {
	ast.Inspect(file, func(n ast.Node) bool {
		if stmt, ok := n.(*ast.ExprStmt); ok && f.waitGroup(stmt.X, "Wait") == group {
			found = stmt
		}
		return found == nil
	})
	return found
}

// addBefore is the statement directly in front of another one that adds one to a WaitGroup,
// or nil.
func (f *finder) addBefore(group types.Object, stmt ast.Stmt, beside []ast.Stmt) ast.Stmt {
	for i, s := range beside {
		if s != stmt || i == 0 {
			continue
		}
		add, ok := beside[i-1].(*ast.ExprStmt)
		if !ok || f.waitGroup(add.X, "Add") != group {
			return nil
		}
		if one := f.pass.TypesInfo.Types[add.X.(*ast.CallExpr).Args[0]].Value; one == nil || one.ExactString() != "1" {
			return nil
		}
		return add
	}
	return nil
}

// doneIn is the index of the statement of a function literal that defers the Done of a
// WaitGroup, or -1.
func (f *finder) doneIn(group types.Object, lit *ast.FuncLit) int {
	for i, s := range lit.Body.List {
		if deferred, ok := s.(*ast.DeferStmt); ok && f.waitGroup(deferred.Call, "Done") == group {
			return i
		}
	}
	return -1
}

// uses is how often a file names a variable, without its declaration.
func (f *finder) uses(file *ast.File, v types.Object) (n int) {
	ast.Inspect(file, func(node ast.Node) bool {
		if id, ok := node.(*ast.Ident); ok && f.pass.TypesInfo.Uses[id] == v {
			n++
		}
		return true
	})
	return n
}

// endsItself reports whether the end of a function is never reached, other than by a return.
func endsItself(body *ast.BlockStmt) bool {
	if len(body.List) == 0 {
		return true
	}
	switch last := body.List[len(body.List)-1].(type) {
	case *ast.ForStmt:
		return last.Cond == nil
	case *ast.SelectStmt, *ast.LabeledStmt, *ast.BranchStmt:
		return true
	case *ast.ExprStmt:
		call, ok := last.X.(*ast.CallExpr)
		id, named := call.Fun.(*ast.Ident)
		return ok && named && id.Name == "panic"
	}
	return false
}

// returnsNil lets a function literal that returns nothing return no error.
func (f *finder) returnsNil(lit *ast.FuncLit) (edits []analysis.TextEdit) {
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			edits = append(edits, f.insert(n.End(), " nil"))
		}
		return true
	})
	last := lit.Body.List[len(lit.Body.List)-1]
	if _, ok := last.(*ast.ReturnStmt); ok {
		return edits
	}
	if f.sameLine(last.End(), lit.Body.Rbrace) {
		return append(edits, f.insert(last.End(), "; return nil"))
	}
	return append(edits, f.insert(lit.Body.Rbrace, "\treturn nil\n"+f.indent(last)[1:]))
}

// losesComment reports whether a comment stands where the edits put something else.
func losesComment(file *ast.File, edits []analysis.TextEdit) bool {
	for _, e := range edits {
		for _, c := range file.Comments {
			if e.Pos < c.End() && c.Pos() < e.End {
				return true
			}
		}
	}
	return false
}
