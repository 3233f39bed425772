package retryloop

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/fix"
	"github.com/reslint/reslint/internal/retrypolicy"
)

// runtimePath is the package of the runtime.
const runtimePath = "github.com/reslint/reslint/resilience"

// alternatives are the fixes that make the loop one of the runtime: they bring a
// budget and a number of attempts, which a person has to agree to.
func (m *repair) alternatives() []analysis.SuggestedFix {
	if !m.hasRuntime() || !m.speaks("go1.23") {
		return nil
	}
	var fixes []analysis.SuggestedFix
	for _, rewrite := range []func(*shape, *policy) string{(*shape).asLoop, (*shape).asCall} {
		m.edits = nil
		s := m.shape()
		if s == nil {
			return fixes
		}
		p := s.policy()
		if p == nil {
			return fixes
		}
		if form := rewrite(s, p); form != "" && !s.losesComment() {
			fixes = append(fixes, fix.New(m.pass, "Retry with resilience."+form+": "+p.says(), m.edits...))
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

// hasRuntime reports whether the package may import the runtime: it does so already,
// or the settings say that its module requires it.
func (m *repair) hasRuntime() bool {
	return m.rep.Settings.Runtime || slices.ContainsFunc(m.pass.Pkg.Imports(), func(p *types.Package) bool { return p.Path() == runtimePath })
}

// A policy is what the loop says of its attempts and waits, in the terms of the
// runtime. What it does not say is the runtime's default.
type policy struct {
	name      string
	ctx       string
	attempts  int
	base, cap time.Duration
	floor     bool
}

// The runtime's defaults.
const (
	runtimeAttempts = 3
	runtimeBase     = 100 * time.Millisecond
	runtimeCap      = 5 * time.Second
)

// policy reads the numbers of the loop. It returns nil if it has some that are not
// constant: a policy for all calls can't hold those.
func (s *shape) policy() *policy {
	p := &policy{name: s.policyName(), ctx: s.context(s.loop), attempts: s.retry.Attempts}
	if p.name == "" || p.ctx == "" {
		return nil
	}
	if len(s.waits) == 0 {
		return p
	}
	w := s.waits[0]
	if w.Const > 0 {
		p.base, p.cap, p.floor = w.Const, w.Const, true
		return p
	}
	g := s.growth(w.arg)
	if !w.Grows || w.Capped || g == nil || len(g.starts) != 1 {
		return nil
	}
	if p.base, p.cap = s.extent(w.arg, g); p.base <= 0 {
		return nil
	}
	return p
}

// extent is the first wait of a loop, and the longest if the runtime's own cap would
// cut it.
func (s *shape) extent(d ast.Expr, g *growth) (first, longest time.Duration) {
	limit := s.rep.Settings.Cap
	v := g.starts[0]
	for range max(s.retry.Attempts-1, 1) {
		wait, ok := s.duration(d, g, v)
		if !ok {
			return first, limit
		}
		if first <= 0 {
			first = wait
		}
		longest = max(longest, wait)
		if v, ok = s.evaluate(g.next, g.of, v); !ok {
			return first, limit
		}
	}
	if longest <= runtimeCap {
		longest = 0
	}
	return first, max(min(longest, limit), min(longest, first))
}

// policyName is the name of the policy of the function around the loop, or "".
func (s *shape) policyName() string {
	for _, n := range enclosing(s.file, s.loop.Pos()) {
		fn, ok := n.(*ast.FuncDecl)
		if !ok {
			continue
		}
		base := strings.ToLower(fn.Name.Name[:1]) + fn.Name.Name[1:] + "Retries"
		name := base
		for n := 2; s.isUsed(name); n++ {
			name = base + strconv.Itoa(n)
		}
		return name
	}
	return ""
}

// isUsed reports whether a name means something at the loop, or would be something
// else there if it were declared for the package.
func (s *shape) isUsed(name string) bool {
	scope := s.pass.Pkg.Scope().Innermost(s.loop.Pos())
	if scope == nil {
		return true
	}
	_, obj := scope.LookupParent(name, token.NoPos)
	return obj != nil
}

// says tells a person what to agree to.
func (p *policy) says() string {
	attempts := p.attempts
	if attempts == 0 {
		attempts = runtimeAttempts
	}
	base := p.base
	if base == 0 {
		base = runtimeBase
	}
	return fmt.Sprintf("%d attempts, random waits that begin at %s, and a budget for all calls together", attempts, retrypolicy.Format(base))
}

// declare adds the policy to the package, in front of the function, and returns how
// it is passed on.
func (s *shape) declare(p *policy) (ref string) {
	var fn *ast.FuncDecl
	for _, n := range enclosing(s.file, s.loop.Pos()) {
		if decl, ok := n.(*ast.FuncDecl); ok {
			fn = decl
		}
	}
	at := fn.Pos()
	if fn.Doc != nil {
		at = fn.Doc.Pos()
	}
	runtime := s.use(s.loop.Pos(), runtimePath)
	var fields []string
	if p.attempts != 0 && p.attempts != runtimeAttempts {
		fields = append(fields, "Attempts: "+strconv.Itoa(p.attempts))
	}
	if p.base != 0 {
		text := runtime + ".Backoff{Base: " + fix.Duration(p.base, s.use(at, "time"))
		if p.cap != 0 {
			text += ", Cap: " + fix.Duration(p.cap, s.use(at, "time"))
		}
		if p.floor {
			text += ", Jitter: " + runtime + ".EqualJitter"
		}
		fields = append(fields, "Backoff: "+text+"}")
	}
	comment := "// " + p.name + " is shared by all calls of " + fn.Name.Name + ", as is its budget.\n"
	if len(fields) == 0 {
		s.insert(at, comment+"var "+p.name+" "+runtime+".Policy\n\n")
		return "&" + p.name
	}
	config := strings.Join(fields, ",\n\t")
	if p.base != 0 {
		config = "\n\t" + config + ",\n"
	}
	s.insert(at, comment+"var "+p.name+" = "+runtime+".Must("+runtime+".New("+runtime+".Config{"+config+"}))\n\n")
	return p.name
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
	runtime := s.use(s.loop.Pos(), runtimePath)
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
			if obj == v && !within(s.wait, id) && !within(s.grows, id) {
				return false
			}
		}
		s.remove(assign)
		return true
	}
	return false
}

func within(stmt ast.Stmt, id *ast.Ident) bool {
	return stmt != nil && stmt.Pos() <= id.Pos() && id.End() <= stmt.End()
}

// free returns the first of the names that nothing in the function has.
func (s *shape) free(names ...string) string {
	used := make(map[string]bool)
	for _, n := range enclosing(s.file, s.loop.Pos()) {
		if fn, ok := n.(*ast.FuncDecl); ok {
			ast.Inspect(fn, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					used[id.Name] = true
				}
				return true
			})
		}
	}
	for _, name := range names {
		if !used[name] && !s.isUsed(name) {
			return name
		}
	}
	return ""
}
