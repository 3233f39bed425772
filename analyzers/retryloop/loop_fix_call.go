package retryloop

import (
	"go/ast"
	"go/token"

	"github.com/reslint/reslint/internal/fix"
)

// asCall hands the operation to the runtime, if the function does nothing else with
// its outcome than to return it.
func (s *shape) asCall(p *policy) string {
	results := s.results()
	if len(results) != len(s.assign.Lhs) || len(results) > 2 || len(s.prepares) > 0 || len(s.success) != 1 || !s.onlyWaitsAfterFailure() || s.countsIn(s.op) {
		return ""
	}
	from, to, ok := s.returned()
	if !ok || !s.forget() {
		return ""
	}
	ctx, param := "_", p.ctx
	if id := p.ctx; token.IsIdentifier(id) {
		ctx = id
	}
	ref := s.declare(p)
	runtime := s.use(s.loop.Pos(), fix.RuntimePath)
	context := s.use(s.loop.Pos(), "context")
	form, result := "Run", "error"
	if len(results) == 2 {
		form, result = "Do", "("+s.text(results[0])+", error)"
	}
	indent := s.indent(s.loop.Pos())
	s.edit(from, to, "return "+runtime+"."+form+"("+param+", "+ref+", func("+ctx+" "+context+".Context) "+result+" {\n"+
		indent+"\treturn "+s.text(s.op)+"\n"+indent+"})")
	return form
}

// results are the types that the function around the loop returns.
func (s *shape) results() []ast.Expr {
	for _, n := range enclosing(s.file, s.loop.Pos()) {
		var typ *ast.FuncType
		switch n := n.(type) {
		case *ast.FuncDecl:
			typ = n.Type
		case *ast.FuncLit:
			typ = n.Type
		default:
			continue
		}
		var list []ast.Expr
		if typ.Results != nil {
			for _, field := range typ.Results.List {
				for range max(1, len(field.Names)) {
					list = append(list, field.Type)
				}
			}
		}
		return list
	}
	return nil
}

// countsIn reports whether an expression names the counter of the loop.
func (s *shape) countsIn(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && s.counter != nil && s.pass.TypesInfo.Uses[id] == s.counter
		return !found
	})
	return found
}

// onlyWaitsAfterFailure reports whether a failure leads to nothing but the wait.
func (s *shape) onlyWaitsAfterFailure() bool {
	for _, stmt := range s.failure {
		if stmt != s.wait && stmt != s.grows && stmt != s.keeps {
			return false
		}
	}
	return true
}

// returned finds the statements that return how the loop went, from a declaration in
// front of it to the return behind it.
func (s *shape) returned() (from, to token.Pos, ok bool) {
	from, to = s.loop.Pos(), s.loop.End()
	last := s.err
	if s.lastErr != nil {
		last = s.lastErr
	}
	exit, returns := s.success[0].(*ast.ReturnStmt)
	if returns && !s.isOutcome(exit, nil) {
		return 0, 0, false
	}
	if s.endless() {
		return from, to, returns && (!s.isAround(last) || s.isResult(last))
	}
	list, i := s.siblings()
	if i+1 >= len(list) || !s.isAround(last) {
		return 0, 0, false
	}
	end, ok := list[i+1].(*ast.ReturnStmt)
	if !ok || !s.isOutcome(end, last) || !returns && len(end.Results) > 1 {
		return 0, 0, false
	}
	if decl := s.declaration(); decl != nil {
		from = decl.Pos()
	} else if !s.isResult(last) {
		return 0, 0, false // it may have no use any more
	}
	return from, end.End(), true
}

// isOutcome reports whether a return has the outcome of the operation: its result
// and nil, or an error behind whatever stands for none.
func (s *shape) isOutcome(ret *ast.ReturnStmt, err *ast.Ident) bool {
	n := len(ret.Results)
	if n != len(s.assign.Lhs) {
		return false
	}
	last, ok := ret.Results[n-1].(*ast.Ident)
	if !ok {
		return false
	}
	if err != nil {
		return s.object(last) == s.object(err)
	}
	if !s.pass.TypesInfo.Types[last].IsNil() {
		return false
	}
	if n == 1 {
		return true
	}
	v, isVar := ret.Results[0].(*ast.Ident)
	of, isIdent := s.assign.Lhs[0].(*ast.Ident)
	return isVar && isIdent && s.object(v) == s.object(of)
}

// isResult reports whether a variable is a named result of the function.
func (s *shape) isResult(id *ast.Ident) bool {
	results := s.fn.Signature.Results()
	return results.Len() > 0 && results.At(results.Len()-1) == s.object(id)
}
