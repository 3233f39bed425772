package effects

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"strconv"
	"time"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/ssabuild"
)

// Repeats is the fact about a function that repeats something while it fails: a
// function that it is given, or, where a directive says so, what it does.
type Repeats struct {
	// Param is the parameter that is called as an attempt, or -1. The receiver is
	// parameter 0 of a method.
	Param int
	// Attempts is how many there are at most, or 0 if that is not known.
	Attempts int
	// Endless is set if nothing but its caller ends it: a context, a channel.
	Endless bool
	// Count is the parameter that says how many there are, counted from 1, or 0 if none
	// does. Plus is added to it.
	Count, Plus int
	// Later is set if it is not the function that repeats, but what it returns.
	Later bool
	// Again tells which errors lead to the next attempt, as far as that is certain.
	Again Again
	// Wait is a time that one of the waits between the attempts is no shorter than.
	Wait time.Duration
}

// AFact marks Repeats as a fact.
func (*Repeats) AFact() {}

func (r *Repeats) String() string {
	times := strconv.Itoa(r.Attempts)
	if r.Count > 0 {
		times = fmt.Sprintf("parameter %d", r.Count-1)
	}
	if r.Plus > 0 {
		times += fmt.Sprintf("+%d", r.Plus)
	}
	if r.Endless {
		times = "∞"
	}
	if r.Later {
		times += " later"
	}
	return fmt.Sprintf("repeats%d×%s", r.Param, times)
}

// Given is what a call hands over to be repeated, or nil.
func (r *Repeats) Given(call *ssa.CallCommon) ssa.Value {
	v := argument(call, r.Param)
	if conv, ok := v.(*ssa.ChangeType); ok {
		return conv.X
	}
	return v
}

// AttemptsOf is how many attempts a call makes at most, or 0 if that is not known.
func (r *Repeats) AttemptsOf(call *ssa.CallCommon) int {
	if r.Count == 0 {
		return r.Attempts
	}
	if n, ok := argument(call, r.Count-1).(*ssa.Const); ok && n.Value != nil {
		if count, exact := constant.Int64Val(constant.ToInt(n.Value)); exact {
			return max(0, int(count)+r.Plus)
		}
	}
	return 0
}

// argument is what a call gives for a parameter, or nil.
func argument(call *ssa.CallCommon, param int) ssa.Value {
	if call.IsInvoke() {
		param-- // the receiver is no argument of it
	}
	if param < 0 || param >= len(call.Args) {
		return nil
	}
	return call.Args[param]
}

// Repeats returns what is known of fn as a function that repeats something, or nil.
func (cs *Conducts) Repeats(fn *types.Func) *Repeats {
	if fn == nil {
		return nil
	}
	fn = fn.Origin()
	if fn.Pkg() == cs.pass.Pkg {
		return cs.repeats[fn]
	}
	fact := new(Repeats)
	if !cs.pass.ImportObjectFact(fn, fact) {
		return nil
	}
	return fact
}

// findRepeats finds the functions that repeat one of their parameters. Its SSA form is
// built only for a package that has a function which may.
func (cs *Conducts) findRepeats(marks marks) {
	cs.repeats = make(map[*types.Func]*Repeats)
	for fn, m := range marks {
		if m.Retries > 0 {
			cs.repeats[fn] = &Repeats{Param: attemptOf(fn), Attempts: m.Retries}
		}
	}
	candidates := cs.mayRepeat()
	if len(candidates) == 0 {
		return
	}
	settle(cs.pass.ResultOf[ssabuild.Analyzer].(*ssabuild.Lazy).Get().Funcs, candidates, cs.repeats, cs.repeated)
}

// attemptOf is the parameter of fn that can be an attempt: a function that can fail.
// It is -1 if there is none.
func attemptOf(fn *types.Func) int {
	sig, shift := fn.Signature(), 0
	if sig.Recv() != nil {
		shift = 1
	}
	for i := range sig.Params().Len() {
		if isAttempt(sig.Params().At(i).Type()) {
			return i + shift
		}
	}
	return -1
}

func isAttempt(t types.Type) bool {
	sig, ok := t.Underlying().(*types.Signature)
	if !ok || sig.Results().Len() == 0 {
		return false
	}
	return loops.IsError(sig.Results().At(sig.Results().Len() - 1).Type())
}

// mayRepeat are the functions of the package that are given an attempt, and call it in
// a loop or hand it to such a function.
func (cs *Conducts) mayRepeat() map[*types.Func]bool {
	found := make(map[*types.Func]bool)
	for _, file := range cs.pass.Files {
		if rule.IsTest(cs.pass.Fset, file) {
			continue
		}
		for _, decl := range file.Decls {
			fd, ok := decl.(*ast.FuncDecl)
			if !ok || fd.Body == nil {
				continue
			}
			fn, ok := cs.pass.TypesInfo.Defs[fd.Name].(*types.Func)
			if ok && attemptOf(fn) >= 0 && cs.usesInLoop(fd.Body) {
				found[fn] = true
			}
		}
	}
	return found
}

// usesInLoop reports whether a function of which a parameter is an attempt has a loop,
// or hands on such a function.
func (cs *Conducts) usesInLoop(body *ast.BlockStmt) (found bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.LabeledStmt:
			found = true
		case *ast.CallExpr:
			callee, ok := typeutil.Callee(cs.pass.TypesInfo, n).(*types.Func)
			found = found || ok && attemptOf(callee) >= 0
		}
		return !found
	})
	return found
}

// repeated is what fn repeats of its parameters, or nil.
func (cs *Conducts) repeated(fn *ssa.Function) *Repeats {
	for _, r := range loops.Retries(fn, cs) {
		if i := paramOf(fn, r.Op.Call.Value); i >= 0 && !r.Op.Call.IsInvoke() {
			count, plus := r.AttemptsGiven()
			return &Repeats{Param: i, Attempts: r.Attempts, Endless: r.Attempts == 0 && !r.EndsItself, Count: count + 1, Plus: plus, Again: cs.again(r), Wait: r.LongestWait()}
		}
	}
	for _, lit := range fn.AnonFuncs {
		for _, r := range loops.Retries(lit, cs) {
			if i := paramOf(fn, ssabuild.Captured(r.Op.Call.Value)); i >= 0 && handedBack(lit) {
				return &Repeats{Param: i, Attempts: r.Attempts, Endless: r.Attempts == 0 && !r.EndsItself, Later: true, Again: cs.again(r), Wait: r.LongestWait()}
			}
		}
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			callee := deadline.Called(&call.Call)
			if callee == nil {
				continue
			}
			inner := cs.Repeats(callee)
			if inner == nil && cs.operand(&call.Call, callee) != nil {
				inner = new(Repeats) // a library, which may be told anything
			}
			if inner == nil {
				continue
			}
			if i := lent(fn, cs.operand(&call.Call, callee), 0); i >= 0 {
				r := *inner
				r.Param, r.Attempts = i, inner.AttemptsOf(&call.Call)
				// The number may be handed on, too.
				if r.Count > 0 {
					r.Count = paramOf(fn, argument(&call.Call, r.Count-1)) + 1
				}
				if r.Count == 0 {
					r.Plus = 0
				}
				return &r
			}
		}
	}
	return nil
}

// lent is the parameter that v is, or that the literal v calls; or -1.
func lent(fn *ssa.Function, v ssa.Value, depth int) int {
	if i := paramOf(fn, v); i >= 0 || v == nil || depth > 3 {
		return i
	}
	switch v := v.(type) {
	case *ssa.ChangeType:
		return lent(fn, v.X, depth+1)
	case *ssa.MakeInterface:
		return lent(fn, v.X, depth+1)
	case *ssa.Phi:
		for _, e := range v.Edges {
			if i := lent(fn, e, depth+1); i >= 0 {
				return i
			}
		}
		return -1
	}
	lit := ssabuild.Literal(v)
	if lit == nil || lit.Parent() != fn {
		return -1
	}
	for _, b := range lit.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok && !call.Call.IsInvoke() {
				if i := paramOf(fn, ssabuild.Captured(call.Call.Value)); i >= 0 && isAttempt(fn.Params[i].Type()) {
					return i
				}
			}
		}
	}
	return -1
}

// handedBack reports whether the function around a literal returns it.
func handedBack(lit *ssa.Function) bool {
	for _, b := range lit.Parent().Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		for _, result := range ret.Results {
			if ssabuild.Literal(result) == lit {
				return true
			}
		}
	}
	return false
}

// paramOf is the index of the parameter that v is, or -1.
func paramOf(fn *ssa.Function, v ssa.Value) int {
	if v == nil {
		return -1
	}
	for i, p := range fn.Params {
		if v == p {
			return i
		}
	}
	return -1
}

// exportRepeats turns what others can name into facts.
func (cs *Conducts) exportRepeats() {
	if knowledge.Embedded(cs.pass.Pkg.Path()) {
		return
	}
	for fn, r := range cs.repeats {
		if fn.Exported() {
			cs.pass.ExportObjectFact(fn, r)
		}
	}
}
