package loops

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A frame is a function, or a loop, that is computed with what is known of its
// values. What is unknown stays unknown, and nothing is guessed.
type frame struct {
	vars   map[ssa.Value]number
	tuples map[ssa.Value][]number
	// cells are the variables whose address is taken.
	cells map[*ssa.Alloc]number
	// outside is what a value is that was computed before the frame began.
	outside func(ssa.Value) number
	// field is what a field of a struct is, or nil where none is known.
	field func(of ssa.Value, index int) number
	depth int
	steps *int
	// overflow is where a number first became too large for its type.
	overflow *token.Pos
}

const (
	maxSteps  = 20_000 // of one loop; a helper's own loops count
	maxRounds = 100    // that a loop is played through
)

func newFrame(outside func(ssa.Value) number) *frame {
	return &frame{
		vars:     make(map[ssa.Value]number),
		tuples:   make(map[ssa.Value][]number),
		cells:    make(map[*ssa.Alloc]number),
		outside:  outside,
		steps:    new(int),
		overflow: new(token.Pos),
	}
}

// value is what is known of v.
func (f *frame) value(v ssa.Value) number {
	if c, ok := v.(*ssa.Const); ok {
		return constantNumber(c)
	}
	if n, ok := f.vars[v]; ok {
		return n
	}
	return f.outside(v)
}

// enter computes the variables that get another value at the beginning of a block.
func (f *frame) enter(b, from *ssa.BasicBlock) {
	var phis []*ssa.Phi
	var values []number
	for _, instr := range b.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		n := number{}
		for i, pred := range b.Preds {
			if pred == from {
				n = f.value(phi.Edges[i])
			}
		}
		phis = append(phis, phi)
		values = append(values, n)
	}
	for i, phi := range phis {
		f.vars[phi] = values[i]
	}
}

// compute carries out an instruction, as far as it computes.
func (f *frame) compute(instr ssa.Instruction) {
	*f.steps++
	switch instr := instr.(type) {
	case *ssa.BinOp:
		x, y := f.value(instr.X), f.value(instr.Y)
		n := combine(instr.Op, x, y, instr.Type())
		switch instr.Op {
		case token.ADD, token.MUL, token.SHL:
			f.check(n.kind == whole && n.i <= 0 && x.i > 0 && y.i > 0, instr)
		}
		f.vars[instr] = n
	case *ssa.UnOp:
		f.vars[instr] = f.unary(instr)
	case *ssa.Convert:
		x := f.value(instr.X)
		n := x.as(instr.Type())
		f.check(x.kind == real && n.kind == whole && n.i < 0 && x.f > 0, instr)
		f.vars[instr] = n
	case *ssa.ChangeType:
		f.vars[instr] = f.value(instr.X)
	case *ssa.MultiConvert:
		f.vars[instr] = number{}
	case *ssa.Field:
		f.vars[instr] = f.fieldOf(instr.X, instr.Field)
	case *ssa.Store:
		if cell, ok := instr.Addr.(*ssa.Alloc); ok {
			f.cells[cell] = f.value(instr.Val)
		}
	case *ssa.Extract:
		if results := f.tuples[instr.Tuple]; instr.Index < len(results) {
			f.vars[instr] = results[instr.Index]
		} else {
			f.vars[instr] = number{}
		}
	case *ssa.Call:
		results := f.call(&instr.Call)
		if len(results) == 1 {
			f.vars[instr] = results[0]
		} else {
			f.vars[instr] = number{}
			f.tuples[instr] = results
		}
	case ssa.Value:
		f.vars[instr] = number{}
	}
}

// check notes where the first overflow is.
func (f *frame) check(overflows bool, at ssa.Instruction) {
	if overflows && !f.overflow.IsValid() {
		*f.overflow = at.Pos()
	}
}

func (f *frame) unary(op *ssa.UnOp) number {
	switch op.Op {
	case token.SUB:
		if n := f.value(op.X); n.kind == real {
			return number{kind: real, f: -n.f}
		} else if n.kind == whole {
			return number{kind: whole, i: -n.i}.as(op.Type())
		}
	case token.NOT:
		if n := f.value(op.X); n.kind == truth {
			return number{kind: truth, b: !n.b}
		}
	case token.MUL:
		if cell, ok := op.X.(*ssa.Alloc); ok && !isShared(cell) {
			if n, ok := f.cells[cell]; ok {
				return n
			}
			return f.outside(cell)
		}
		if fa, ok := op.X.(*ssa.FieldAddr); ok {
			return f.fieldOf(fa.X, fa.Field)
		}
	}
	return number{}
}

func (f *frame) fieldOf(of ssa.Value, index int) number {
	if f.field == nil {
		return number{}
	}
	return f.field(of, index)
}

// isShared reports whether others may store to a variable: function literals, and
// who is given its address.
func isShared(cell *ssa.Alloc) bool {
	for _, ref := range *cell.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == cell {
				continue
			}
		case *ssa.UnOp, *ssa.DebugRef:
			continue
		}
		return true
	}
	return false
}

// call computes the results of a call: of a function of the package, or of one that
// does arithmetic.
func (f *frame) call(call *ssa.CallCommon) []number {
	args := make([]number, len(call.Args))
	for i, arg := range call.Args {
		args[i] = f.value(arg)
	}
	if b, ok := call.Value.(*ssa.Builtin); ok {
		return []number{least(b.Name(), args)}
	}
	fn := call.StaticCallee()
	switch {
	case fn == nil || fn.Pkg == nil || call.Signature().Results().Len() == 0:
		return nil
	case fn.Pkg.Pkg.Path() == "math":
		return []number{computed(fn.Name(), args)}
	case len(fn.Blocks) == 0 || f.depth >= maxDepth || len(fn.Params) != len(args) || !computes(fn):
		return nil
	}
	inner := newFrame(func(ssa.Value) number { return number{} })
	inner.depth, inner.steps, inner.overflow = f.depth+1, f.steps, f.overflow
	for i, p := range fn.Params {
		inner.vars[p] = args[i]
	}
	return inner.run(fn)
}

// computes reports whether a function has a number as its result: others are not
// worth the time.
func computes(fn *ssa.Function) bool {
	results := fn.Signature.Results()
	for i := range results.Len() {
		if basic, ok := results.At(i).Type().Underlying().(*types.Basic); ok && basic.Info()&(types.IsNumeric|types.IsBoolean) != 0 {
			return true
		}
	}
	return false
}

// least is the result of min or max.
func least(name string, args []number) number {
	if name != "min" && name != "max" {
		return number{}
	}
	best := args[0]
	for _, arg := range args[1:] {
		op := token.LSS
		if name == "max" {
			op = token.GTR
		}
		better := combine(op, arg, best, nil)
		if better.kind != truth {
			return number{}
		}
		if better.b {
			best = arg
		}
	}
	return best
}

// run computes a function, and returns its results as far as they are known.
func (f *frame) run(fn *ssa.Function) []number {
	var from *ssa.BasicBlock
	for b := fn.Blocks[0]; *f.steps < maxSteps; {
		f.enter(b, from)
		for _, instr := range b.Instrs {
			if _, ok := instr.(*ssa.Phi); !ok {
				f.compute(instr)
			}
		}
		from = b
		switch last := b.Instrs[len(b.Instrs)-1].(type) {
		case *ssa.Return:
			results := make([]number, len(last.Results))
			for i, r := range last.Results {
				results[i] = f.value(r)
			}
			return results
		case *ssa.If:
			cond := f.value(last.Cond)
			switch {
			case cond.kind != truth:
				return nil
			case cond.b:
				b = b.Succs[0]
			default:
				b = b.Succs[1]
			}
		case *ssa.Jump:
			b = b.Succs[0]
		default:
			return nil
		}
	}
	return nil
}
