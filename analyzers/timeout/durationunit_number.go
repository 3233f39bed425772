package timeout

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"strings"

	"golang.org/x/tools/go/types/typeutil"
)

// isDuration reports whether t is time.Duration.
func isDuration(t types.Type) bool { return isType(t, "time", "Duration") }

// decimal matches the numbers that people write for a time without a unit.
// 1e9 and 0x3b9aca00 are not written by accident.
var decimal = regexp.MustCompile(`^[0-9][0-9_]*$`)

// plain reports whether the constant e is made of plain numbers alone: nothing
// in it has, or is meant to have, a unit.
func (d *durations) plain(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.BasicLit:
		return decimal.MatchString(e.Value)
	case *ast.Ident:
		return d.plainConst(e)
	case *ast.SelectorExpr:
		return d.plainConst(e.Sel)
	case *ast.UnaryExpr:
		return e.Op == token.SUB && d.plain(e.X)
	case *ast.BinaryExpr:
		switch e.Op {
		case token.ADD, token.SUB, token.MUL:
			return d.plain(e.X) && d.plain(e.Y)
		}
	case *ast.CallExpr:
		return d.pass.TypesInfo.Types[e.Fun].IsType() && d.plain(e.Args[0])
	}
	return false
}

// plainConst reports whether the constant that id names is a plain number. One
// that is a Duration by its declaration is only if that declaration is seen, and
// then it is reported there, unless its name tells a unit.
func (d *durations) plainConst(id *ast.Ident) bool {
	c, ok := d.pass.TypesInfo.Uses[id].(*types.Const)
	if !ok || c.Pkg() == nil { // iota
		return false
	}
	init := d.constInit(c)
	if isDuration(c.Type()) {
		return init != nil && unitOf(c.Name()) != nil && d.plain(init)
	}
	return init == nil || d.plain(init)
}

// constInit returns the expression that a constant of the package is declared
// with, nil if it has none of its own.
func (d *durations) constInit(c *types.Const) ast.Expr {
	if d.consts == nil {
		d.consts = make(map[types.Object]ast.Expr)
		for cur := range d.root.Preorder((*ast.ValueSpec)(nil)) {
			spec := cur.Node().(*ast.ValueSpec)
			for i, name := range spec.Names {
				if i < len(spec.Values) {
					d.consts[d.pass.TypesInfo.Defs[name]] = spec.Values[i]
				}
			}
		}
	}
	return d.consts[c]
}

// constUnit returns the unit that the name of a constant in e tells.
func (d *durations) constUnit(e ast.Expr) *unit {
	for n := range ast.Preorder(e) {
		if id, ok := n.(*ast.Ident); ok {
			if c, ok := d.pass.TypesInfo.Uses[id].(*types.Const); ok {
				if u := unitOf(c.Name()); u != nil {
					return u
				}
			}
		}
	}
	return nil
}

// maxPlain is the number from which plain nanoseconds are plausible: 1 ms.
const maxPlain = 1_000_000

// tooSmall reports whether v, a number of nanoseconds, is too small to be meant
// and too large to be a sign (0, 1, -1).
func tooSmall(v constant.Value) bool {
	n, ok := constant.Int64Val(constant.ToInt(v))
	return ok && 1 < n && n < maxPlain
}

// origin returns the unit that the integer or float e is in, as the names on
// the way to it tell, and the name that tells it. The unit is nil if none does.
func (d *durations) origin(e ast.Expr) (*unit, string) {
	info := d.pass.TypesInfo
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if u := unitOf(e.Name); u != nil {
			return u, e.Name
		}
		v, ok := info.Uses[e].(*types.Var)
		if !ok || d.following[v] {
			return nil, ""
		}
		d.following[v] = true
		defer delete(d.following, v)
		return d.storedUnit(v)
	case *ast.SelectorExpr:
		return unitOf(e.Sel.Name), e.Sel.Name
	case *ast.StarExpr:
		return d.origin(e.X)
	case *ast.IndexExpr:
		return d.origin(e.X)
	case *ast.BinaryExpr:
		if e.Op == token.ADD || e.Op == token.SUB {
			return d.sumUnit(e.X, e.Y)
		}
	case *ast.CallExpr:
		return d.callUnit(e)
	}
	return nil, ""
}

// storedUnit returns the unit that all the values of a variable are in.
func (d *durations) storedUnit(v *types.Var) (*unit, string) {
	stores, ok := d.assigns.of(v)
	if !ok {
		return nil, ""
	}
	var values []ast.Expr
	for _, s := range stores {
		switch s.op {
		case token.DEFINE, token.ASSIGN, token.ADD_ASSIGN, token.SUB_ASSIGN:
			if s.value != nil {
				values = append(values, s.value)
			}
		case token.MUL_ASSIGN, token.SHL_ASSIGN:
			if factor := d.value(s.value); factor == nil || tooLargeForFactor(factor) {
				return nil, ""
			}
		case token.INC, token.DEC:
		default:
			return nil, ""
		}
	}
	return d.sumUnit(values...)
}

// tooLargeForFactor reports whether a factor may convert a unit, not only double
// a delay.
func tooLargeForFactor(v constant.Value) bool {
	n, ok := constant.Int64Val(constant.ToInt(v))
	return !ok || n < 1 || n > 10
}

// sumUnit returns the unit that all terms agree on; constants without a unit
// take that of the others.
func (d *durations) sumUnit(terms ...ast.Expr) (*unit, string) {
	var found *unit
	var by string
	for _, term := range terms {
		u, name := d.origin(term)
		switch {
		case u == nil && d.value(term) != nil:
		case u == nil || found != nil && u != found:
			return nil, ""
		case found == nil:
			found, by = u, name
		}
	}
	return found, by
}

// callUnit returns the unit of the result of a call: a conversion, a function
// whose name tells it, a flag or setting whose name does, or a random number
// below a limit that has one.
func (d *durations) callUnit(call *ast.CallExpr) (*unit, string) {
	if d.pass.TypesInfo.Types[call.Fun].IsType() {
		return d.origin(call.Args[0])
	}
	switch callee := typeutil.Callee(d.pass.TypesInfo, call).(type) {
	case *types.Builtin:
		if callee.Name() == "min" || callee.Name() == "max" {
			return d.sumUnit(call.Args...)
		}
	case *types.Func:
		if u := unitOf(callee.Name()); u != nil {
			return u, callee.Name()
		}
		if len(call.Args) == 0 {
			return nil, ""
		}
		if isRand(callee) {
			return d.origin(call.Args[0])
		}
		if key := d.value(call.Args[0]); key != nil && key.Kind() == constant.String && isIntGetter(callee.Name()) {
			return unitOf(constant.StringVal(key)), constant.StringVal(key)
		}
	}
	return nil, ""
}

func isRand(fn *types.Func) bool {
	return fn.Pkg() != nil && (fn.Pkg().Path() == "math/rand" || fn.Pkg().Path() == "math/rand/v2")
}

// isIntGetter reports whether a function of that name gets an integer by its
// name: flag.Int, viper.GetInt64, cli's Context.Uint.
func isIntGetter(name string) bool {
	name = strings.TrimPrefix(name, "Get")
	return strings.HasPrefix(name, "Int") || strings.HasPrefix(name, "Uint")
}

func (d *durations) value(e ast.Expr) constant.Value { return d.pass.TypesInfo.Types[e].Value }
