package loops

import (
	"go/constant"
	"go/token"
	"go/types"
	"math"

	"golang.org/x/tools/go/ssa"
)

// A number is what is known of a value while a loop is played through. The zero
// number is an unknown value.
type number struct {
	kind kind
	i    int64
	f    float64
	b    bool
}

type kind uint8

const (
	unknown kind = iota
	whole
	real
	truth
)

// constantNumber is the value of a constant.
func constantNumber(c *ssa.Const) number {
	if c.Value == nil {
		return number{}
	}
	basic, ok := c.Type().Underlying().(*types.Basic)
	if !ok {
		return number{}
	}
	switch {
	case basic.Info()&types.IsBoolean != 0:
		return number{kind: truth, b: constant.BoolVal(c.Value)}
	case basic.Info()&types.IsInteger != 0:
		if i, ok := constant.Int64Val(constant.ToInt(c.Value)); ok {
			return number{kind: whole, i: i}
		}
	case basic.Info()&types.IsFloat != 0:
		f, _ := constant.Float64Val(c.Value)
		return number{kind: real, f: f}
	}
	return number{}
}

// as is the number as a value of type t, cut to its size as the program would.
func (n number) as(t types.Type) number {
	basic, ok := t.Underlying().(*types.Basic)
	if !ok || n.kind == unknown || n.kind == truth {
		return n
	}
	if basic.Info()&types.IsFloat != 0 {
		if n.kind == whole {
			n = number{kind: real, f: float64(n.i)}
		}
		return n
	}
	if basic.Info()&types.IsInteger == 0 {
		return number{}
	}
	if n.kind == real {
		// What a float out of range becomes depends on the machine; on amd64 it is
		// the smallest integer.
		i := int64(math.MinInt64)
		if n.f > math.MinInt64 && n.f < math.MaxInt64 {
			i = int64(n.f)
		}
		n = number{kind: whole, i: i}
	}
	switch basic.Kind() {
	case types.Int8:
		n.i = int64(int8(n.i))
	case types.Int16:
		n.i = int64(int16(n.i))
	case types.Int32:
		n.i = int64(int32(n.i))
	case types.Uint8:
		n.i = int64(uint8(n.i))
	case types.Uint16:
		n.i = int64(uint16(n.i))
	case types.Uint32:
		n.i = int64(uint32(n.i))
	case types.Uint64, types.Uint, types.Uintptr:
		if n.i < 0 {
			return number{} // more than 63 bits
		}
	}
	return n
}

// combine computes x op y, as values of type t.
func combine(op token.Token, x, y number, t types.Type) number {
	if x.kind != y.kind && op != token.SHL && op != token.SHR {
		return number{}
	}
	switch x.kind {
	case whole:
		return combineWhole(op, x.i, y, t)
	case real:
		return combineReal(op, x.f, y.f)
	case truth:
		switch op {
		case token.EQL:
			return number{kind: truth, b: x.b == y.b}
		case token.NEQ:
			return number{kind: truth, b: x.b != y.b}
		}
	}
	return number{}
}

func combineWhole(op token.Token, x int64, other number, t types.Type) number {
	if other.kind != whole {
		return number{}
	}
	y := other.i
	var i int64
	switch op {
	case token.ADD:
		i = x + y
	case token.SUB:
		i = x - y
	case token.MUL:
		i = x * y
	case token.QUO, token.REM:
		if y == 0 {
			return number{}
		}
		if op == token.QUO {
			i = x / y
		} else {
			i = x % y
		}
	case token.SHL, token.SHR:
		if y < 0 {
			return number{}
		}
		if op == token.SHL {
			i = x << uint64(y)
		} else {
			i = x >> uint64(y)
		}
	case token.AND:
		i = x & y
	case token.OR:
		i = x | y
	default:
		return compared(op, x < y, x == y)
	}
	return number{kind: whole, i: i}.as(t)
}

func combineReal(op token.Token, x, y float64) number {
	switch op {
	case token.ADD:
		return number{kind: real, f: x + y}
	case token.SUB:
		return number{kind: real, f: x - y}
	case token.MUL:
		return number{kind: real, f: x * y}
	case token.QUO:
		return number{kind: real, f: x / y}
	}
	return compared(op, x < y, x == y)
}

// compared is the outcome of a comparison.
func compared(op token.Token, less, equal bool) number {
	switch op {
	case token.LSS:
		return number{kind: truth, b: less}
	case token.LEQ:
		return number{kind: truth, b: less || equal}
	case token.GTR:
		return number{kind: truth, b: !less && !equal}
	case token.GEQ:
		return number{kind: truth, b: !less}
	case token.EQL:
		return number{kind: truth, b: equal}
	case token.NEQ:
		return number{kind: truth, b: !equal}
	}
	return number{}
}

// The functions of package math from which schedules are made.
var (
	unary = map[string]func(float64) float64{
		"Ceil": math.Ceil, "Exp": math.Exp, "Exp2": math.Exp2, "Floor": math.Floor, "Log2": math.Log2, "Round": math.Round, "Sqrt": math.Sqrt,
	}
	binary = map[string]func(x, y float64) float64{
		"Max": math.Max, "Min": math.Min, "Pow": math.Pow,
	}
)

// computed is the result of a function of package math.
func computed(name string, args []number) number {
	for _, arg := range args {
		if arg.kind != real {
			return number{}
		}
	}
	if f := unary[name]; f != nil {
		return number{kind: real, f: f(args[0].f)}
	}
	if f := binary[name]; f != nil {
		return number{kind: real, f: f(args[0].f, args[1].f)}
	}
	return number{}
}
