package retryloop

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/reslint/reslint/internal/fix"
	"github.com/reslint/reslint/internal/retrypolicy"
)

// jitter draws all waits at random, or none of them. No wait becomes longer than it
// was, so that what was made to fit into a deadline still does.
//
// A wait that grows is drawn from nothing up to what it was ("full jitter"): the
// growth makes the room. Where each wait is like the one before, it alone holds the
// rate down, so its half stays as a floor ("equal jitter") if that can be written
// without asking twice for what may answer differently.
func (m *repair) jitter() {
	if len(m.waits) == 0 || !m.speaks("go1.22") { // math/rand/v2
		return
	}
	edits := len(m.edits)
	texts := make([]string, len(m.waits))
	for i, p := range m.waits {
		if texts[i] = m.jittered(p); texts[i] == "" {
			m.edits = m.edits[:edits]
			return
		}
	}
	for i, p := range m.waits {
		p.text = texts[i]
	}
	m.done = append(m.done, "draw each wait at random "+m.waits[0].spread())
}

// spread says between what a random wait is drawn.
func (p *pause) spread() string {
	switch {
	case p.Const != 0:
		return "from " + retrypolicy.Format(p.Const-p.Const/2) + " to " + retrypolicy.Format(p.Const)
	case p.hasFloor():
		return "from half of what it is now"
	}
	return "up to what it is now"
}

// jittered is the random duration in the place of a wait's, or "". rand.N panics
// if it is given nothing to choose from, so it is given at least 1 ns where that is
// not proven.
func (m *repair) jittered(p *pause) string {
	if m.pass.TypesInfo.Types[p.arg].Value != nil && !m.namesDuration(p.arg) {
		return "" // a bare number is a duration only where one is wanted
	}
	positive := p.Const > 1 || m.isPositive(p)
	if !positive && !m.means("max", p.arg.Pos()) {
		return ""
	}
	draw := func(d string) string {
		if !positive {
			d = "max(" + d + ", 1)"
		}
		return m.use(p.arg.Pos(), "math/rand/v2") + ".N(" + d + ")"
	}
	switch {
	case p.Const != 0 && p.Const%2 == 0 && m.isLiteral(p.arg):
		half := fix.Duration(p.Const/2, m.use(p.arg.Pos(), "time"))
		return half + " + " + draw(half)
	case p.hasFloor():
		half := m.operand(p.arg, p.text) + "/2"
		return half + " + " + draw(half)
	}
	return draw(p.text)
}

// operand is the text of an expression as the left side of a division.
func (m *repair) operand(e ast.Expr, text string) string {
	if b, ok := ast.Unparen(e).(*ast.BinaryExpr); ok && b.Op.Precedence() < token.QUO.Precedence() {
		return "(" + text + ")"
	}
	return text
}

// namesDuration reports whether a constant is a duration by itself.
func (m *repair) namesDuration(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			obj := m.pass.TypesInfo.Uses[id]
			found = found || obj != nil && types.TypeString(obj.Type(), nil) == "time.Duration"
		}
		return true
	})
	return found
}

// isLiteral reports whether a constant is written in numbers and the units of
// package time: there is no name that would no longer tell its value.
func (m *repair) isLiteral(e ast.Expr) bool {
	literal := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			obj := m.pass.TypesInfo.Uses[n.Sel]
			literal = literal && obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == "time"
			return false
		case *ast.Ident:
			literal = false
		}
		return true
	})
	return literal
}

// hasFloor reports whether half of the wait stays: it is the same each time, and so
// simple that it can be written twice.
func (p *pause) hasFloor() bool {
	return p.Const != 0 || !p.Grows && isPlain(p.arg)
}

// isPlain reports whether an expression is a variable or a field.
func isPlain(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return isPlain(e.X)
	}
	return false
}

// isPositive reports whether a wait that grows is certainly above zero in each
// round.
func (m *repair) isPositive(p *pause) bool {
	g := m.growth(p.arg)
	if g == nil {
		return false
	}
	rounds := m.retry.Attempts
	if p.cut {
		rounds = 0 // what is cut does not overflow
	} else if rounds == 0 {
		return false
	}
	for _, v := range g.starts {
		for range rounds + 1 {
			if d, ok := m.duration(p.arg, g, v); !ok || d <= 0 {
				return false
			}
			var ok bool
			if v, ok = m.evaluate(g.next, g.of, v); !ok {
				return false
			}
		}
	}
	return true
}
