package retryloop

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/ssa"
)

// listen makes all deaf waits end with the context, or none of them.
func (m *repair) listen() bool {
	edits := len(m.edits)
	for _, p := range m.waits {
		if !p.Deaf {
			m.replaceDuration(p)
		} else if !m.listenIn(p) {
			m.edits = m.edits[:edits]
			return false
		}
	}
	if len(m.waits) == 0 {
		return false
	}
	m.done = append(m.done, "end the wait with the context")
	return true
}

// listenIn makes a select of the wait's statement: a sleep, or the receipt from a
// timer.
func (m *repair) listenIn(p *pause) bool {
	stmt := statement(m.file, p.Pos)
	if stmt == nil {
		return false
	}
	ctx := m.context(stmt)
	if ctx == "" {
		return false
	}
	leave, inside := m.leave(stmt, ctx)
	if leave == "" {
		return false
	}
	indent := m.indent(stmt.Pos())
	done := "case <-" + ctx + ".Done():\n"
	behind := ""
	if inside {
		done += indent + "\t" + leave + "\n"
	} else {
		behind = "\n" + indent + "if " + ctx + ".Err() != nil {\n" + indent + "\t" + leave + "\n" + indent + "}"
	}
	switch stmt := stmt.(type) {
	case *ast.SelectStmt: // that has only one case
		m.replaceDuration(p)
		m.insert(stmt.Body.Rbrace, done+indent)
		if behind != "" {
			m.insert(stmt.End(), behind)
		}
		return true
	case *ast.ExprStmt:
		wait := m.receipt(p, stmt.X)
		if wait == "" {
			return false
		}
		m.replace(stmt, "select {\n"+indent+"case "+wait+":\n"+indent+done+indent+"}"+behind)
		return true
	}
	return false
}

// receipt is what a select receives from in the place of the statement that waits.
// A timer that is made before keeps its own edit.
func (m *repair) receipt(p *pause, e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		if e != p.call || !onlySleeps(p.By.Call.StaticCallee()) {
			return ""
		}
		return "<-" + m.use(e.Pos(), "time") + ".After(" + p.text + ")"
	case *ast.UnaryExpr:
		if e.Op != token.ARROW {
			return ""
		}
		if p.call.Pos() < e.Pos() || e.End() < p.call.End() {
			m.replaceDuration(p)
			return m.text(e)
		}
		text := m.text(e)
		at := int(p.arg.Pos() - e.Pos())
		return text[:at] + p.text + text[at+int(p.arg.End()-p.arg.Pos()):]
	}
	return ""
}

// onlySleeps reports whether a function is time.Sleep, or does nothing but call it for
// as long as it is told.
func onlySleeps(fn *ssa.Function) bool {
	switch {
	case fn == nil:
		return false
	case fn.Pkg != nil && fn.Pkg.Pkg.Path() == "time":
		return fn.Name() == "Sleep"
	case len(fn.Blocks) != 1 || len(fn.Blocks[0].Instrs) != 2:
		return false
	}
	call, ok := fn.Blocks[0].Instrs[0].(*ssa.Call)
	if !ok || len(call.Call.Args) != 1 {
		return false
	}
	_, told := call.Call.Args[0].(*ssa.Parameter)
	return told && onlySleeps(call.Call.StaticCallee())
}

// endWithContext ends the loop before an attempt that the context has ended.
func (m *repair) endWithContext() {
	b := body(m.loop)
	if len(b.List) == 0 {
		return
	}
	first := b.List[0]
	if m.pass.Fset.Position(first.Pos()).Line == m.pass.Fset.Position(b.Lbrace).Line {
		return
	}
	ctx := m.context(first)
	if ctx == "" {
		return
	}
	leave, _ := m.leave(first, ctx)
	if leave == "" {
		return
	}
	indent := m.indent(first.Pos())
	file := m.pass.Fset.File(b.Lbrace)
	m.insert(file.LineStart(file.Line(b.Lbrace)+1), indent+"if "+ctx+".Err() != nil {\n"+indent+"\t"+leave+"\n"+indent+"}\n")
	m.done = append(m.done, "end the loop with the context")
}

// leave is the statement that ends the loop when the context has ended: a return of
// its error, or of nothing, or a break to where the loop ends without success. inside
// tells whether it may stand in a select.
func (m *repair) leave(stmt ast.Stmt, ctx string) (text string, inside bool) {
	results := m.fn.Signature.Results()
	if results.Len() == 0 {
		return "return", true
	}
	if types.Identical(results.At(results.Len()-1).Type(), types.Universe.Lookup("error").Type()) {
		if values, ok := m.zeros(stmt, results); ok {
			return "return " + values + ctx + ".Err()", true
		}
		return "", false
	}
	// The loop that has a condition has an end without success behind it.
	switch loop := m.loop.(type) {
	case *ast.ForStmt:
		if loop.Cond == nil {
			return "", false
		}
	case *ast.RangeStmt:
		if _, ok := m.pass.TypesInfo.TypeOf(loop.X).Underlying().(*types.Signature); ok {
			return "", false
		}
	}
	for _, n := range enclosing(m.file, stmt.Pos()) {
		switch n.(type) {
		case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt, *ast.FuncLit:
			if n != ast.Node(stmt) {
				return "", false // it would be that which is left
			}
		case *ast.ForStmt, *ast.RangeStmt:
			if n != ast.Node(m.loop) {
				return "", false
			}
			return "break", false
		}
	}
	return "", false
}

// context is the expression, at a place in the loop, of the context that the
// function, or one around it, was given, or "". A variable of the same name that
// was made of it before the loop is as good; one that is made in each round may be
// that of one attempt.
func (m *repair) context(at ast.Node) string {
	scope := m.pass.Pkg.Scope().Innermost(at.Pos())
	if scope == nil {
		return ""
	}
	for fn := m.fn; fn != nil; fn = fn.Parent() {
		for _, p := range fn.Params {
			suffix := ""
			switch types.TypeString(p.Type(), nil) {
			case "context.Context":
			case "*net/http.Request":
				suffix = ".Context()"
			default:
				continue
			}
			obj, ok := p.Object().(*types.Var)
			if !ok || obj == nil || obj.Name() == "_" || obj.Name() == "" {
				continue
			}
			_, found := scope.LookupParent(obj.Name(), at.Pos())
			if found == nil || !types.Identical(found.Type(), p.Type()) {
				continue
			}
			around := found == obj || obj.Pos() < found.Pos() && found.Pos() < m.loop.Pos()
			if around && !m.setInLoop(found) {
				return obj.Name() + suffix
			}
		}
	}
	return ""
}

// setInLoop reports whether the loop assigns to a variable.
func (m *repair) setInLoop(obj types.Object) bool {
	set := false
	ast.Inspect(m.loop, func(n ast.Node) bool {
		if assign, ok := n.(*ast.AssignStmt); ok {
			for _, lhs := range assign.Lhs {
				id, ok := lhs.(*ast.Ident)
				set = set || ok && m.pass.TypesInfo.Uses[id] == obj
			}
		}
		return !set
	})
	return set
}

// statement is the statement, in a block or a clause, that is nothing but a wait, or
// nil.
func statement(file *ast.File, pos token.Pos) ast.Stmt {
	path := enclosing(file, pos)
	for i, n := range path {
		var stmt ast.Stmt
		switch n := n.(type) {
		case *ast.ExprStmt:
			stmt = n
		case *ast.SelectStmt:
			stmt = n
		case *ast.FuncLit:
			return nil
		default:
			continue
		}
		switch parent := path[i+1].(type) {
		case *ast.BlockStmt, *ast.CaseClause:
			return stmt
		case *ast.CommClause:
			if parent.Comm != stmt { // what the select chooses by
				return stmt
			}
		default:
			return nil
		}
	}
	return nil
}

// enclosing lists the nodes around a position, from the inside out.
func enclosing(file *ast.File, pos token.Pos) []ast.Node {
	path, _ := astutil.PathEnclosingInterval(file, pos, pos)
	return path
}
