package loops

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/knowledge"
)

// A Schedule is what is known of the waits between attempts.
type Schedule struct {
	// Const is the wait if it is constant, or 0.
	Const time.Duration
	// Random is whether the wait is drawn at random, as far as that is Known.
	Random, Known bool
	// Grows is set if the wait becomes longer with each attempt.
	Grows bool
	// Capped is set if something limits it.
	Capped bool
}

// Schedule looks at how the duration of a wait comes about.
func (l *Loop) Schedule(wait *Wait) Schedule {
	w := walker{loop: l, seen: make(map[ssa.Value]bool)}
	w.s.Known = true
	d := wait.For
	if d == nil {
		return Schedule{}
	}
	if wait.In != nil {
		// What is given the duration may wait longer or shorter.
		if len(wait.In.Blocks) == 0 {
			return Schedule{}
		}
		w.anyRandom(wait.In)
	}
	if c, ok := d.(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.Int {
		if n, ok := constant.Int64Val(c.Value); ok {
			w.s.Const = time.Duration(n)
			return w.s
		}
	}
	w.walk(d, 0)
	return w.s
}

type walker struct {
	loop *Loop
	seen map[ssa.Value]bool
	s    Schedule
}

// maxDepth is how many functions deep a duration is followed.
const maxDepth = 3

func (w *walker) walk(v ssa.Value, depth int) {
	if w.seen[v] {
		return
	}
	w.seen[v] = true
	switch v := v.(type) {
	case *ssa.Const, *ssa.Parameter, *ssa.Global:
	case *ssa.FreeVar:
	case *ssa.Phi:
		if v.Block() == w.loop.Head && w.advances(v) {
			w.s.Grows = true
		}
		for _, edge := range v.Edges {
			w.walk(edge, depth)
		}
		if w.selects(v) {
			w.s.Capped = true
		}
	case *ssa.BinOp:
		if v.Op == token.REM {
			// Often a poor man's random number; what it is of decides.
			w.s.Capped = true
		}
		w.walk(v.X, depth)
		w.walk(v.Y, depth)
	case *ssa.UnOp:
		switch x := v.X.(type) {
		case *ssa.Alloc:
			for _, ref := range *x.Referrers() {
				if store, ok := ref.(*ssa.Store); ok && store.Addr == x {
					if w.loop.Contains(store) {
						w.s.Grows = true
						w.s.Capped = w.s.Capped || !grows(store.Val)
					}
					w.walk(store.Val, depth)
				}
			}
		case *ssa.FieldAddr, *ssa.Global, *ssa.FreeVar:
			if w.storedInLoop(x) {
				w.s.Known = false
			}
		case *ssa.IndexAddr:
			w.s.Capped = true // an entry of a list of waits
		default:
			w.s.Known = false
		}
	case *ssa.Field:
	case *ssa.Convert:
		w.walk(v.X, depth)
	case *ssa.ChangeType:
		w.walk(v.X, depth)
	case *ssa.Extract:
		w.walk(v.Tuple, depth)
	case *ssa.Call:
		w.call(v, depth)
	default:
		w.s.Known = false
	}
}

// call looks at a function that a duration comes from.
func (w *walker) call(call *ssa.Call, depth int) {
	if b, ok := call.Call.Value.(*ssa.Builtin); ok {
		if b.Name() == "min" {
			w.s.Capped = true
		}
		for _, arg := range call.Call.Args {
			w.walk(arg, depth)
		}
		return
	}
	fn := call.Call.StaticCallee()
	if fn == nil || fn.Pkg == nil {
		w.s.Known = false
		return
	}
	switch fn.Pkg.Pkg.Path() {
	case "math/rand", "math/rand/v2", "crypto/rand":
		w.s.Random = true
		return
	case "math":
		if fn.Name() == "Min" {
			w.s.Capped = true
		}
		for _, arg := range call.Call.Args {
			w.walk(arg, depth)
		}
		return
	case "time":
		if recv := fn.Signature.Recv(); recv == nil || !isDuration(recv.Type()) {
			w.s.Known = false // the clock, or a text
			return
		}
		for _, arg := range call.Call.Args {
			w.walk(arg, depth)
		}
		return
	}
	if len(fn.Blocks) == 0 || depth >= maxDepth {
		w.s.Known = false
		return
	}
	for _, arg := range call.Call.Args {
		w.walk(arg, depth)
	}
	for _, b := range fn.Blocks {
		switch last := b.Instrs[len(b.Instrs)-1].(type) {
		case *ssa.Return:
			for _, result := range last.Results {
				w.walk(result, depth+1)
			}
		case *ssa.If:
			w.s.Capped = true // it may well be a comparison with a cap
		}
	}
	w.anyRandom(fn)
}

// anyRandom finds randomness that is not in the returned value's own expression:
// a variable that is stored to, a generator that is kept.
func (w *walker) anyRandom(fn *ssa.Function) { w.randomIn(fn, make(map[*ssa.Function]bool)) }

func (w *walker) randomIn(fn *ssa.Function, seen map[*ssa.Function]bool) {
	if seen[fn] {
		return
	}
	seen[fn] = true
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			callee := call.Call.StaticCallee()
			_, builtin := call.Call.Value.(*ssa.Builtin)
			switch {
			case builtin, ofContext(&call.Call):
			case callee == nil || callee.Pkg == nil:
				w.s.Known = false
			case len(callee.Blocks) > 0:
				w.randomIn(callee, seen)
			case strings.HasPrefix(callee.Pkg.Pkg.Path(), "math/rand"), callee.Pkg.Pkg.Path() == "crypto/rand":
				w.s.Random = true
			case !knowledge.Standard(callee.Pkg.Pkg.Path()) && aboutTime(callee.Signature):
				w.s.Known = false // it may make it another one
			}
		}
	}
}

// aboutTime reports whether a function takes or returns a duration.
func aboutTime(sig *types.Signature) bool {
	for _, tuple := range []*types.Tuple{sig.Params(), sig.Results()} {
		for i := range tuple.Len() {
			if isDuration(tuple.At(i).Type()) {
				return true
			}
		}
	}
	return false
}

// ofContext reports whether a call asks a context for something.
func ofContext(call *ssa.CallCommon) bool {
	return call.IsInvoke() && knowledge.IsContext(call.Value.Type())
}

// storedInLoop reports whether the variable may get another value in the loop.
func (w *walker) storedInLoop(addr ssa.Value) bool {
	for b := range w.loop.Blocks {
		for _, instr := range b.Instrs {
			store, ok := instr.(*ssa.Store)
			if !ok {
				continue
			}
			if store.Addr == addr {
				return true
			}
			a, okA := store.Addr.(*ssa.FieldAddr)
			f, okF := addr.(*ssa.FieldAddr)
			if okA && okF && a.Field == f.Field && a.X.Type() == f.X.Type() {
				return true
			}
		}
	}
	return false
}

// advances reports whether a variable of the loop's head gets larger from round
// to round: it counts, or is multiplied.
func (w *walker) advances(phi *ssa.Phi) bool {
	if c, _ := counted(phi); c != nil {
		return true
	}
	for _, edge := range phi.Edges {
		if grows(edge) {
			return true
		}
		if inner, ok := edge.(*ssa.Phi); ok {
			for _, e := range inner.Edges {
				if grows(e) {
					return true
				}
			}
		}
	}
	return false
}

func grows(v ssa.Value) bool {
	if call, ok := v.(*ssa.Call); ok {
		// Cut where it has grown: min(2*d, limit).
		b, ok := call.Call.Value.(*ssa.Builtin)
		return ok && b.Name() == "min" && slices.ContainsFunc(call.Call.Args, grows)
	}
	if c, ok := v.(*ssa.Convert); ok {
		return grows(c.X) // time.Duration(float64(d) * 1.5)
	}
	op, ok := v.(*ssa.BinOp)
	if !ok {
		return false
	}
	switch op.Op {
	case token.MUL, token.SHL, token.ADD:
		return true
	case token.QUO:
		return grows(op.X) // d * 3 / 2
	}
	return false
}

// selects reports whether the variable takes another value where a comparison
// says so, as a cap does: if d > limit { d = limit }.
func (w *walker) selects(phi *ssa.Phi) bool {
	if phi.Block() == w.loop.Head {
		return false
	}
	for _, pred := range phi.Block().Preds {
		if _, ok := pred.Instrs[len(pred.Instrs)-1].(*ssa.If); ok {
			return true
		}
	}
	return false
}
