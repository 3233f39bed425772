package retryloop

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/reslint/reslint/internal/source"
)

// A shape is a retry that is written in one of the usual ways:
//
//	for i := 0; i < 3; i++ {
//		err = call()
//		if err == nil {
//			return nil
//		}
//		log.Print(err)
//		time.Sleep(wait)
//		wait *= 2
//	}
//
// or with the failure inside: if err != nil { …; continue }. Nothing else in it
// leaves the loop or goes on with it, so it can be said with other words.
type shape struct {
	*repair
	op       *ast.CallExpr
	assign   *ast.AssignStmt // of its results
	err      *ast.Ident      // the last of them
	test     *ast.IfStmt
	success  []ast.Stmt // ends with a return or a break
	failure  []ast.Stmt
	end      token.Pos  // of failure
	wait     ast.Stmt   // in failure, or nil
	grows    ast.Stmt   // behind it, or nil
	keeps    ast.Stmt   // last = err, or nil
	lastErr  *ast.Ident // what that sets
	counter  *types.Var // of the rounds, or nil
	prepares []ast.Stmt // before the operation
}

// shape recognises the loop, or returns nil.
func (m *repair) shape() *shape {
	s := &shape{repair: m, op: source.Call(m.pass.Files, m.retry.Op.Pos())}
	if m.isLabelled() || s.op == nil || !s.header() || !s.parts() || !s.sortFailure() {
		return nil
	}
	return s
}

// isLabelled reports whether the loop has a name to leave it by.
func (m *repair) isLabelled() bool {
	path := enclosing(m.file, m.loop.Pos())
	i := slices.Index(path, ast.Node(m.loop))
	_, ok := path[i+1].(*ast.LabeledStmt)
	return ok
}

// header recognises the loops that count to a constant, and those without an end.
func (s *shape) header() bool {
	switch loop := s.loop.(type) {
	case *ast.RangeStmt:
		if s.retry.Attempts == 0 || loop.Value != nil {
			return false
		}
		if id, ok := loop.Key.(*ast.Ident); ok {
			s.counter, _ = s.pass.TypesInfo.Defs[id].(*types.Var)
		}
		return loop.Key == nil || s.counter != nil
	case *ast.ForStmt:
		if loop.Init == nil && loop.Cond == nil && loop.Post == nil {
			return s.retry.Attempts == 0 && !s.retry.Bounded
		}
		init, ok := loop.Init.(*ast.AssignStmt)
		if !ok || init.Tok != token.DEFINE || len(init.Lhs) != 1 || loop.Cond == nil || s.retry.Attempts == 0 {
			return false
		}
		if post, ok := loop.Post.(*ast.IncDecStmt); !ok || post.Tok != token.INC {
			return false
		}
		s.counter, _ = s.pass.TypesInfo.Defs[init.Lhs[0].(*ast.Ident)].(*types.Var)
		return s.counter != nil
	}
	return false
}

// parts finds the operation, its test, and what success and failure lead to.
func (s *shape) parts() bool {
	list := body(s.loop).List
	i := 0
	for ; i < len(list); i++ {
		if test, ok := list[i].(*ast.IfStmt); ok {
			if s.assign, ok = test.Init.(*ast.AssignStmt); ok && s.assigns() {
				s.test = test
				break
			}
		}
		if assign, ok := list[i].(*ast.AssignStmt); ok {
			if s.assign = assign; s.assigns() && i+1 < len(list) {
				test, ok := list[i+1].(*ast.IfStmt)
				if !ok || test.Init != nil {
					return false
				}
				s.test = test
				s.prepares = list[:i]
				i++
				break
			}
		}
	}
	if s.test == nil || s.test.Else != nil {
		return false
	}
	if s.test.Init != nil {
		s.prepares = list[:i]
	}
	rest := list[i+1:]
	switch s.tests() {
	case token.EQL:
		s.success, s.failure, s.end = s.test.Body.List, rest, body(s.loop).Rbrace
	case token.NEQ:
		s.success, s.failure, s.end = rest, s.test.Body.List, s.test.Body.Rbrace
		n := len(s.failure)
		if n == 0 {
			return false
		}
		if last, ok := s.failure[n-1].(*ast.BranchStmt); !ok || last.Tok != token.CONTINUE || last.Label != nil {
			return false
		}
		s.failure, s.end = s.failure[:n-1], s.failure[n-1].Pos()
	default:
		return false
	}
	n := len(s.success)
	return n > 0 && isExit(s.success[n-1]) && !anyJumps(s.success[:n-1]) && !anyJumps(s.prepares)
}

// assigns reports whether the assignment is that of the operation.
func (s *shape) assigns() bool {
	if len(s.assign.Rhs) != 1 || ast.Unparen(s.assign.Rhs[0]) != s.op {
		return false
	}
	id, ok := s.assign.Lhs[len(s.assign.Lhs)-1].(*ast.Ident)
	if !ok || s.object(id) == nil {
		return false
	}
	s.err = id
	return true
}

func (s *shape) object(id *ast.Ident) types.Object { return s.pass.TypesInfo.ObjectOf(id) }

// tests is how the error is compared with nil.
func (s *shape) tests() token.Token {
	cond, ok := s.test.Cond.(*ast.BinaryExpr)
	if !ok || !s.pass.TypesInfo.Types[cond.Y].IsNil() {
		return token.ILLEGAL
	}
	if id, ok := cond.X.(*ast.Ident); !ok || s.object(id) != s.object(s.err) {
		return token.ILLEGAL
	}
	return cond.Op
}

// sortFailure finds the wait among what follows a failure, and what belongs to it.
func (s *shape) sortFailure() bool {
	if len(s.waits) != len(s.retry.Waits) || len(s.waits) > 1 {
		return false
	}
	var growth ast.Stmt
	if len(s.waits) == 1 {
		if !s.findWait() {
			return false
		}
		if g := s.growth(s.waits[0].arg); g != nil {
			growth = g.stmt
		}
	}
	waited := false
	for _, stmt := range s.failure {
		switch {
		case stmt == s.wait:
			waited = true
		case stmt == growth && growth != nil:
			s.grows = stmt
		case s.keepsError(stmt):
			s.keeps = stmt
		case waited || !isAside(stmt):
			return false
		}
	}
	if s.keeps != nil && s.isAround(s.err) {
		return false // which of the two is asked?
	}
	return waited == (s.wait != nil) && (growth == nil || s.grows != nil || s.isPost(growth))
}

// findWait finds the statement of the only wait.
func (s *shape) findWait() bool {
	p := s.waits[0]
	s.wait = statement(s.file, p.Pos)
	return s.wait != nil && s.wait.Pos() <= p.call.Pos() && p.call.End() <= s.wait.End() && s.onlyWaits()
}

// isPost reports whether the statement belongs to the loop's head.
func (s *shape) isPost(stmt ast.Stmt) bool {
	loop, ok := s.loop.(*ast.ForStmt)
	return ok && loop.Post == stmt
}

// onlyWaits reports whether the statement does nothing but wait for the time or the
// end of a context.
func (s *shape) onlyWaits() bool {
	choice, ok := s.wait.(*ast.SelectStmt)
	if !ok {
		return true
	}
	for _, clause := range choice.Body.List {
		clause := clause.(*ast.CommClause)
		comm, ok := clause.Comm.(*ast.ExprStmt)
		if !ok {
			return false
		}
		if comm.Pos() <= s.waits[0].Pos && s.waits[0].Pos < comm.End() {
			if len(clause.Body) > 0 {
				return false
			}
			continue
		}
		receive, ok := comm.X.(*ast.UnaryExpr)
		if !ok || s.text(receive.X) != s.context(s.wait)+".Done()" || len(clause.Body) != 1 || !isExit(clause.Body[0]) {
			return false
		}
	}
	return true
}

// keepsError recognises last = err, where last is declared around the loop.
func (s *shape) keepsError(stmt ast.Stmt) bool {
	assign, ok := stmt.(*ast.AssignStmt)
	if !ok || assign.Tok != token.ASSIGN || len(assign.Lhs) != 1 || s.keeps != nil {
		return false
	}
	from, ok := assign.Rhs[0].(*ast.Ident)
	to, isIdent := assign.Lhs[0].(*ast.Ident)
	if !ok || !isIdent || s.object(from) != s.object(s.err) || !s.isAround(to) {
		return false
	}
	s.lastErr = to
	return true
}

// isAround reports whether a variable is declared around the loop.
func (s *shape) isAround(id *ast.Ident) bool {
	obj := s.object(id)
	return obj != nil && !(s.loop.Pos() <= obj.Pos() && obj.Pos() < s.loop.End())
}

// isAside reports whether a statement does not matter to how the loop goes: a call,
// mostly of a log, or a variable of its own.
func isAside(stmt ast.Stmt) bool {
	switch stmt := stmt.(type) {
	case *ast.ExprStmt:
		return !jumps(stmt)
	case *ast.AssignStmt:
		return stmt.Tok == token.DEFINE
	}
	return false
}

// isExit reports whether a statement is a return, or a break of what it stands in.
func isExit(stmt ast.Stmt) bool {
	switch stmt := stmt.(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return stmt.Tok == token.BREAK && stmt.Label == nil
	}
	return false
}

func anyJumps(list []ast.Stmt) bool {
	for _, stmt := range list {
		if jumps(stmt) {
			return true
		}
	}
	return false
}

// jumps reports whether something in a statement leaves it.
func jumps(stmt ast.Stmt) bool {
	found := false
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt, *ast.BranchStmt, *ast.DeferStmt, *ast.GoStmt, *ast.LabeledStmt:
			found = true
		}
		return !found
	})
	return found
}
