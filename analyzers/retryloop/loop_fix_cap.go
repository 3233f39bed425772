package retryloop

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/reslint/reslint/internal/fix"
	"github.com/reslint/reslint/internal/retrypolicy"
)

// capWaits cuts all waits that grow without a limit, or none of them. Where they
// could overflow, it is what grows that is cut: to cut an overflown wait is too late.
func (m *repair) capWaits() {
	if !m.speaks("go1.21") { // min
		return
	}
	var limit time.Duration
	edits := len(m.edits)
	for _, p := range m.waits {
		if !p.Grows || p.Capped {
			continue
		}
		if limit = m.capWait(p); limit == 0 {
			m.edits = m.edits[:edits]
			for _, p := range m.waits {
				p.text, p.cut = m.text(p.arg), false
			}
			return
		}
	}
	if limit > 0 {
		m.done = append(m.done, "cut the waits at "+retrypolicy.Format(limit))
	}
}

// capWait cuts a wait, and returns the longest that is left of it, or 0.
func (m *repair) capWait(p *pause) time.Duration {
	g := m.growth(p.arg)
	if g == nil || !m.means("min", p.arg.Pos()) {
		return 0
	}
	limit := m.rep.Settings.Cap
	for _, v := range g.starts {
		if d, ok := m.duration(p.arg, g, v); !ok || d > limit {
			return 0 // to cut this one is no repair
		}
	}
	if id, ok := ast.Unparen(p.arg).(*ast.Ident); ok {
		// backoff *= 2: backoff = min(backoff*2, limit)
		most := constant.MakeInt64(int64(limit))
		if next, ok := m.evaluate(g.next, g.of, most); !ok || g.stmt == nil || constant.Compare(next, token.LSS, most) || !m.means("min", g.stmt.Pos()) {
			return 0
		}
		m.replace(g.stmt, id.Name+" = min("+m.textOf(g.next)+", "+fix.Duration(limit, m.use(g.stmt.Pos(), "time"))+")")
		p.cut = true
		return limit
	}
	if !g.linear {
		return 0
	}
	const ages = 1 << 32 // rounds, of some seconds each
	if _, ok := m.duration(p.arg, g, constant.MakeInt64(ages)); ok {
		p.text = "min(" + p.text + ", " + fix.Duration(limit, m.use(p.arg.Pos(), "time")) + ")"
		p.cut = true
		return limit
	}
	return m.capCounter(p, g, limit)
}

// capCounter cuts the exponent of a wait: time.Second << min(i, 4).
func (m *repair) capCounter(p *pause, g *growth, limit time.Duration) time.Duration {
	start, ok := constant.Int64Val(g.starts[0])
	if !ok || len(g.starts) > 1 {
		return 0
	}
	most, longest := start, time.Duration(0)
	for n := start; ; n++ {
		d, ok := m.duration(p.arg, g, constant.MakeInt64(n))
		if !ok || d > limit {
			break
		}
		most, longest = n, d
	}
	var uses []*ast.Ident
	ast.Inspect(p.arg, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && m.pass.TypesInfo.Uses[id] == g.of {
			uses = append(uses, id)
		}
		return true
	})
	if most == start || len(uses) != 1 {
		return 0
	}
	at := int(uses[0].Pos() - p.arg.Pos())
	p.text = p.text[:at] + "min(" + uses[0].Name + ", " + strconv.FormatInt(most, 10) + ")" + p.text[at+len(uses[0].Name):]
	p.cut = true
	return longest
}

// A growth is how the one variable of a duration gets larger from round to round.
type growth struct {
	of     *types.Var
	starts []constant.Value // what it is set to before it grows
	next   ast.Expr         // what it becomes
	linear bool             // by a constant step
	stmt   ast.Stmt         // where, or nil if that is the loop itself
}

// growth finds the growth of a duration. It returns nil if anything but the loop
// and constants have a say in it.
func (m *repair) growth(d ast.Expr) *growth {
	of := m.onlyVariable(d)
	if of == nil {
		return nil
	}
	g := &growth{of: of}
	path := enclosing(m.file, m.loop.Pos())
	fn := path[len(path)-1] // the declaration around all
	for _, n := range path {
		if n, ok := n.(*ast.FuncDecl); ok {
			fn = n
		}
	}
	known := true
	ast.Inspect(fn, func(n ast.Node) bool {
		known = known && m.learn(g, n)
		return known
	})
	if !known || g.next == nil || len(g.starts) == 0 {
		return nil
	}
	return g
}

// learn takes in what a node does to the variable. It reports false if that can't
// be told.
func (m *repair) learn(g *growth, n ast.Node) bool {
	is := func(e ast.Expr) bool {
		id, ok := ast.Unparen(e).(*ast.Ident)
		return ok && (m.pass.TypesInfo.Uses[id] == g.of || m.pass.TypesInfo.Defs[id] == g.of)
	}
	switch n := n.(type) {
	case *ast.Field: // what a parameter begins as, its caller knows
		return !slices.ContainsFunc(n.Names, func(name *ast.Ident) bool { return is(name) })
	case *ast.UnaryExpr:
		return n.Op != token.AND || !is(n.X)
	case *ast.IncDecStmt:
		if !is(n.X) {
			return true
		}
		one := &ast.BasicLit{Kind: token.INT, Value: "1"}
		return n.Tok == token.INC && m.grow(g, n, &ast.BinaryExpr{X: n.X, Op: token.ADD, Y: one})
	case *ast.RangeStmt:
		if n.Key != nil && is(n.Key) {
			// The counter of for i := range 5.
			if t, ok := m.pass.TypesInfo.TypeOf(n.X).Underlying().(*types.Basic); !ok || t.Info()&types.IsInteger == 0 || n != m.loop {
				return false
			}
			g.starts = append(g.starts, constant.MakeInt64(0))
			one := &ast.BasicLit{Kind: token.INT, Value: "1"}
			return m.grow(g, nil, &ast.BinaryExpr{X: n.Key, Op: token.ADD, Y: one})
		}
		return n.Value == nil || !is(n.Value)
	case *ast.ValueSpec:
		for i, name := range n.Names {
			switch {
			case !is(name):
			case len(n.Values) == 0:
				g.starts = append(g.starts, constant.MakeInt64(0))
			case len(n.Values) != len(n.Names):
				return false
			default:
				return m.set(g, nil, n.Values[i])
			}
		}
	case *ast.AssignStmt:
		for i, lhs := range n.Lhs {
			switch {
			case !is(lhs):
			case len(n.Lhs) != len(n.Rhs):
				return false
			case n.Tok == token.ASSIGN || n.Tok == token.DEFINE:
				var stmt ast.Stmt
				if len(n.Lhs) == 1 {
					stmt = n
				}
				return m.set(g, stmt, n.Rhs[i])
			default:
				op, ok := map[token.Token]token.Token{token.ADD_ASSIGN: token.ADD, token.MUL_ASSIGN: token.MUL, token.SHL_ASSIGN: token.SHL}[n.Tok]
				return ok && m.grow(g, n, &ast.BinaryExpr{X: lhs, Op: op, Y: n.Rhs[i]})
			}
		}
	}
	return true
}

// set takes in an assignment: of a constant, or of what the variable becomes.
func (m *repair) set(g *growth, stmt ast.Stmt, e ast.Expr) bool {
	if v := m.pass.TypesInfo.Types[e].Value; v != nil {
		g.starts = append(g.starts, v)
		return true
	}
	return stmt != nil && m.grow(g, stmt, e)
}

// grow takes in the one statement by which the variable grows.
func (m *repair) grow(g *growth, stmt ast.Stmt, next ast.Expr) bool {
	if g.next != nil || stmt != nil && loopAround(m.file, stmt.Pos()) != m.loop {
		return false
	}
	g.next, g.stmt = next, stmt
	if b, ok := next.(*ast.BinaryExpr); ok && b.Op == token.ADD {
		_, constant := m.evaluate(b.Y, nil, nil)
		g.linear = constant
	}
	return true
}

// onlyVariable is the one local variable that a duration depends on, or nil.
func (m *repair) onlyVariable(d ast.Expr) *types.Var {
	var only *types.Var
	several := false
	ast.Inspect(d, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		v, ok := m.pass.TypesInfo.Uses[id].(*types.Var)
		if !ok {
			return true
		}
		several = several || only != nil && only != v
		only = v
		return true
	})
	if several || only == nil || only.IsField() || only.Parent() == m.pass.Pkg.Scope() {
		return nil
	}
	return only
}

// textOf is the source text of an expression that may be put together from others.
func (m *repair) textOf(e ast.Expr) string {
	b, ok := e.(*ast.BinaryExpr)
	if !ok || b.OpPos.IsValid() {
		return m.text(e)
	}
	one, ok := b.Y.(*ast.BasicLit)
	if ok && !one.Pos().IsValid() {
		return m.text(b.X) + " " + b.Op.String() + " " + one.Value
	}
	y := m.text(b.Y)
	if inner, ok := b.Y.(*ast.BinaryExpr); ok && inner.Op.Precedence() <= b.Op.Precedence() {
		y = "(" + y + ")"
	}
	return strings.Join([]string{m.text(b.X), b.Op.String(), y}, " ")
}
