package retryloop

import (
	"go/ast"
	"go/constant"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/fix"
)

// alternatives are the fixes that make the loop one of the runtime: they bring a
// budget and a number of attempts, which a person has to agree to.
func (m *repair) alternatives() []analysis.SuggestedFix {
	if !fix.HasRuntime(m.pass.Pkg, m.rep.Settings.Runtime) || !m.speaks("go1.23") {
		return nil
	}
	var fixes []analysis.SuggestedFix
	for _, a := range []struct {
		find    func(*repair) *shape
		rewrite func(*shape, *policy) (form string)
	}{
		{(*repair).sleeping, (*shape).asSleep},
		{(*repair).shape, (*shape).asLoop},
		{(*repair).shape, (*shape).asCall},
	} {
		m.edits = nil
		s := a.find(m)
		if s == nil {
			continue
		}
		p := s.policy()
		if p == nil {
			continue
		}
		if form := a.rewrite(s, p); form != "" && !s.losesComment() {
			fixes = append(fixes, fix.New(m.pass, p.says(form), m.edits...))
		}
	}
	return fixes
}

// losesComment reports whether a comment stands where the edits put something else.
func (s *shape) losesComment() bool {
	for _, e := range s.edits {
		for _, c := range s.file.Comments {
			if e.Pos < c.End() && c.Pos() < e.End {
				return true
			}
		}
	}
	return false
}

// asLoop ranges over the runtime's attempts instead.
func (s *shape) asLoop(p *policy) string {
	a := s.free("a", "attempt", "try")
	if a == "" || !s.renumber(a) {
		return ""
	}
	last := s.last()
	if s.endless() && (last == "" || !s.returns()) {
		return ""
	}
	if !s.forget() {
		return ""
	}
	ref := s.declare(p)
	runtime := s.use(s.loop.Pos(), fix.RuntimePath)
	indent := s.indent(s.loop.Pos())

	header := "for " + a + " := range " + runtime + ".Attempts(" + p.ctx + ", " + ref + ") "
	if last != "" {
		header = s.begin(last, runtime+".ErrNotTried") + header
	}
	s.edit(s.loop.Pos(), body(s.loop).Lbrace, header)
	if s.test.Init != nil && s.assign.Tok == token.DEFINE {
		// The error is asked for behind the test.
		s.edit(s.test.Pos(), s.test.Init.Pos(), "")
		s.edit(s.test.Init.End(), s.test.Cond.Pos(), "\n"+s.indent(s.test.Pos())+"if ")
	}
	told := a + ".Failed(" + s.err.Name + ")"
	if last == "" {
		told = "_ = " + told
	} else {
		told = last + " = " + told
	}
	switch {
	case s.wait != nil:
		s.replace(s.wait, told)
	case s.tests() == token.EQL:
		s.insert(s.end, "\t"+told+"\n"+indent)
	default:
		s.insert(s.end, told+"\n"+s.indent(s.end))
	}
	for _, stmt := range []ast.Stmt{s.grows, s.keeps} {
		if stmt != nil {
			s.remove(stmt)
		}
	}
	if s.endless() {
		zeros, _ := s.zeros(s.loop, s.fn.Signature.Results())
		s.insert(s.loop.End(), "\n"+indent+"return "+zeros+last)
	}
	return "Attempts"
}

func (s *shape) endless() bool { return s.retry.Attempts == 0 }

// last is the variable that tells how the loop went, "" if nobody asks for it. A
// loop that had no end gets one, and what it is to return then.
func (s *shape) last() string {
	if s.endless() {
		results := s.fn.Signature.Results()
		if results.Len() == 0 || results.At(results.Len()-1).Type().String() != "error" {
			return "" // a worker that is to go on
		}
		if _, ok := s.zeros(s.loop, results); !ok {
			return ""
		}
	}
	switch {
	case s.lastErr != nil:
		return s.lastErr.Name
	case s.isAround(s.err):
		return s.err.Name
	case s.endless():
		return s.free("last", "lastErr")
	}
	return ""
}

// returns reports whether the function returns when the operation has succeeded.
func (s *shape) returns() bool {
	_, ok := s.success[len(s.success)-1].(*ast.ReturnStmt)
	return ok
}

// begin is the statement that sets the variable in front of the loop, where it may
// have to be declared.
func (s *shape) begin(name, value string) string {
	op := " = "
	if s.lastErr == nil && !s.isAround(s.err) {
		op = " := "
	} else if decl := s.declaration(); decl != nil {
		s.remove(decl)
		op = " := "
	}
	return name + op + value + "\n" + s.indent(s.loop.Pos())
}

// declaration is var err error directly in front of the loop, or nil.
func (s *shape) declaration() ast.Stmt {
	list, i := s.siblings()
	if i == 0 {
		return nil
	}
	decl, ok := list[i-1].(*ast.DeclStmt)
	if !ok {
		return nil
	}
	gen := decl.Decl.(*ast.GenDecl)
	if gen.Tok != token.VAR || len(gen.Specs) != 1 {
		return nil
	}
	spec := gen.Specs[0].(*ast.ValueSpec)
	last := s.err
	if s.lastErr != nil {
		last = s.lastErr
	}
	if len(spec.Names) != 1 || len(spec.Values) > 0 || s.object(spec.Names[0]) != s.object(last) {
		return nil
	}
	return decl
}

// siblings are the statements among which the loop stands, and its place there.
func (s *shape) siblings() ([]ast.Stmt, int) {
	for _, n := range enclosing(s.file, s.loop.Pos()) {
		var list []ast.Stmt
		switch n := n.(type) {
		case *ast.BlockStmt:
			list = n.List
		case *ast.CaseClause:
			list = n.Body
		case *ast.CommClause:
			list = n.Body
		}
		if i := slices.Index(list, s.loop); i >= 0 {
			return list, i
		}
	}
	return nil, 0
}

// renumber replaces the loop's counter by the number of the attempt. It reports false
// if that would read badly.
func (s *shape) renumber(a string) bool {
	if s.counter == nil {
		return true
	}
	first := int64(0)
	if loop, ok := s.loop.(*ast.ForStmt); ok {
		v := s.pass.TypesInfo.Types[loop.Init.(*ast.AssignStmt).Rhs[0]].Value
		if v == nil {
			return false
		}
		first, _ = constant.Int64Val(v)
	}
	ok := true
	ast.Inspect(body(s.loop), func(n ast.Node) bool {
		if n == ast.Node(s.wait) && s.wait != nil {
			return false
		}
		id, isIdent := n.(*ast.Ident)
		if !isIdent || s.pass.TypesInfo.Uses[id] != s.counter {
			return true
		}
		path := enclosing(s.file, id.Pos())
		switch parent := path[1].(type) {
		case *ast.BinaryExpr:
			if y := s.pass.TypesInfo.Types[parent.Y].Value; first == 0 && parent.Op == token.ADD && y != nil && y.ExactString() == "1" {
				s.replace(parent, a+".Number()")
				return true
			}
		case *ast.CallExpr:
			if first == 1 {
				s.replace(id, a+".Number()")
				return true
			} else if first == 0 {
				s.replace(id, a+".Number()-1")
				return true
			}
		}
		ok = false
		return false
	})
	return ok
}

// forget removes the declaration of the wait's variable, which nothing uses any more.
// It reports false if something does.
func (s *shape) forget() bool {
	if len(s.waits) == 0 {
		return true
	}
	v := s.onlyVariable(s.waits[0].arg)
	if v == nil || v == s.counter {
		return true
	}
	list, at := s.siblings()
	for _, stmt := range list[:at] {
		assign, ok := stmt.(*ast.AssignStmt)
		if !ok || len(assign.Lhs) != 1 || assign.Tok != token.DEFINE {
			continue
		}
		if id, ok := assign.Lhs[0].(*ast.Ident); !ok || s.pass.TypesInfo.Defs[id] != v {
			continue
		}
		for id, obj := range s.pass.TypesInfo.Uses {
			if obj == v && !standsIn(s.wait, id) && !standsIn(s.grows, id) {
				return false
			}
		}
		s.remove(assign)
		return true
	}
	return false
}

func standsIn(stmt ast.Stmt, id *ast.Ident) bool {
	return stmt != nil && stmt.Pos() <= id.Pos() && id.End() <= stmt.End()
}

// free returns the first of the names that nothing in the function has.
func (s *shape) free(names ...string) string {
	used := make(map[string]bool)
	ast.Inspect(s.decl(), func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			used[id.Name] = true
		}
		return true
	})
	for _, name := range names {
		if !used[name] && !s.isUsed(name) {
			return name
		}
	}
	return ""
}
