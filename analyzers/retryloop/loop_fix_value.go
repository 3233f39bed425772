package retryloop

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"time"
)

// duration is how long a wait is where its variable has a value. It reports false
// if that is not known, or overflows.
func (m *repair) duration(e ast.Expr, g *growth, v constant.Value) (time.Duration, bool) {
	value, ok := m.evaluate(e, g.of, v)
	if !ok {
		return 0, false
	}
	n, exact := constant.Int64Val(constant.ToInt(value))
	return time.Duration(n), exact
}

// evaluate computes an expression in which one variable has the value v, and all
// else is constant. It reports false for all other expressions, and for integers
// that overflow on the way.
func (m *repair) evaluate(e ast.Expr, of *types.Var, v constant.Value) (constant.Value, bool) {
	if known := m.pass.TypesInfo.Types[e].Value; known != nil {
		return known, known.Kind() == constant.Int || known.Kind() == constant.Float
	}
	var value constant.Value
	switch e := e.(type) {
	case *ast.BasicLit: // made by us
		return constant.MakeFromLiteral(e.Value, e.Kind, 0), true
	case *ast.ParenExpr:
		return m.evaluate(e.X, of, v)
	case *ast.Ident:
		if of == nil || m.pass.TypesInfo.Uses[e] != of && m.pass.TypesInfo.Defs[e] != of {
			return nil, false
		}
		value = v
	case *ast.BinaryExpr:
		x, okX := m.evaluate(e.X, of, v)
		y, okY := m.evaluate(e.Y, of, v)
		if !okX || !okY {
			return nil, false
		}
		value = m.binary(x, e.Op, y, m.isInteger(e.X))
	case *ast.CallExpr:
		value = m.call(e, of, v)
	}
	if value == nil || value.Kind() == constant.Unknown {
		return nil, false
	}
	if value.Kind() == constant.Int {
		_, exact := constant.Int64Val(value)
		return value, exact
	}
	return value, true
}

func (m *repair) binary(x constant.Value, op token.Token, y constant.Value, integer bool) constant.Value {
	switch op {
	case token.ADD, token.SUB, token.MUL:
		return constant.BinaryOp(x, op, y)
	case token.QUO:
		if constant.Sign(y) == 0 {
			return nil
		}
		if integer {
			op = token.QUO_ASSIGN // the division of integers
		}
		return constant.BinaryOp(x, op, y)
	case token.SHL:
		if n, ok := constant.Uint64Val(constant.ToInt(y)); ok && n < 64 {
			return constant.Shift(constant.ToInt(x), op, uint(n))
		}
	}
	return nil
}

// call computes a conversion, and the functions that waits are computed with.
func (m *repair) call(e *ast.CallExpr, of *types.Var, v constant.Value) constant.Value {
	args := make([]constant.Value, len(e.Args))
	for i, arg := range e.Args {
		var ok bool
		if args[i], ok = m.evaluate(arg, of, v); !ok {
			return nil
		}
	}
	if m.pass.TypesInfo.Types[e.Fun].IsType() && len(args) == 1 {
		if m.isInteger(e) {
			return truncate(args[0])
		}
		return constant.ToFloat(args[0])
	}
	if sel, ok := e.Fun.(*ast.SelectorExpr); ok && len(args) == 2 {
		if obj := m.pass.TypesInfo.Uses[sel.Sel]; obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == "math" && obj.Name() == "Pow" {
			x, _ := constant.Float64Val(args[0])
			y, _ := constant.Float64Val(args[1])
			if p := math.Pow(x, y); !math.IsInf(p, 0) && !math.IsNaN(p) {
				return constant.MakeFloat64(p)
			}
		}
	}
	return nil
}

func (m *repair) isInteger(e ast.Expr) bool {
	t := m.pass.TypesInfo.TypeOf(e)
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// truncate is what a number becomes as an integer.
func truncate(v constant.Value) constant.Value {
	if i := constant.ToInt(v); i.Kind() == constant.Int {
		return i
	}
	f, _ := constant.Float64Val(v)
	return constant.ToInt(constant.MakeFloat64(math.Trunc(f)))
}
