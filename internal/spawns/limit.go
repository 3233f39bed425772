package spawns

import (
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/loops"
)

// limiters are the names of types and functions of which nobody needs to know more: they
// are there to limit something. They can only silence.
var limiters = regexp.MustCompile(`(?i)sema|limit|throttl|gate\b|bulkhead|tokenbucket|dispenser|pacer|concurren|slot|acquire|backpressure|debounce|inflight`)

// limited reports whether a round of the loop waits for goroutines that earlier ones have
// started, for a place below a limit, or for time: driver is the channel from which the
// loop takes what it works on.
func (p *Package) limited(l *loops.Loop, driver ssa.Value, s *Spawn) bool {
	for b := range l.Blocks {
		for _, instr := range b.Instrs {
			if instr == ssa.Instruction(s.Instr) {
				continue
			}
			if sel, ok := instr.(*ssa.Select); ok {
				if selectLimits(l, sel, driver) {
					return true
				}
				continue
			}
			if p.mayWait(instr, driver) {
				return true
			}
		}
	}
	return p.counts(l, s.Instr)
}

// mayWait reports whether an instruction may wait for something that goroutines do. What
// comes out of the driver is what there is to do.
func (p *Package) mayWait(instr ssa.Instruction, driver ssa.Value) bool {
	switch instr := instr.(type) {
	case *ssa.Send:
		return true
	case *ssa.Select:
		return instr.Blocking
	case *ssa.UnOp:
		return instr.Op == token.ARROW && (driver == nil || Root(instr.X) != driver)
	case *ssa.Call:
		return p.takes(&instr.Call, 0)
	}
	return false
}

// takes reports whether a call may wait for a place, or for goroutines.
func (p *Package) takes(call *ssa.CallCommon, depth int) bool {
	name := deadline.Called(call)
	if name == nil {
		return false
	}
	if g := knowledge.GoroutinesOf(name); g != nil && g.Takes {
		return true
	}
	if name.Name() == "Wait" || limiters.MatchString(name.Name()) {
		return true
	}
	if recv := name.Signature().Recv(); recv != nil {
		if named := knowledge.Named(recv.Type()); named != nil && limiters.MatchString(named.Obj().Name()) {
			return true
		}
	}
	fn := p.callee(call)
	if fn == nil || depth > 1 || fn.Pkg == nil || fn.Pkg.Pkg != p.Types {
		return false
	}
	if len(fn.Blocks) > 12 {
		return false // no helper: it does more than to take a place
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Send, *ssa.Select:
				return true
			case *ssa.Call:
				if g := knowledge.GoroutinesOf(deadline.Called(&instr.Call)); g != nil && g.Takes || p.takes(&instr.Call, depth+1) {
					return true
				}
			}
		}
	}
	return false
}

// selectLimits reports whether a select statement of a loop takes a place: one of its
// cases sends, or receives something other than work, and stays in the loop.
func selectLimits(l *loops.Loop, sel *ssa.Select, driver ssa.Value) bool {
	for i, state := range sel.States {
		if state.Dir == types.SendOnly {
			return true
		}
		if driver != nil && Root(state.Chan) == driver {
			continue
		}
		if b := caseOf(sel, i); b == nil || l.Blocks[b] {
			return true
		}
	}
	return false
}

// caseOf is the block of the i-th case of a select statement, or nil.
func caseOf(sel *ssa.Select, i int) *ssa.BasicBlock {
	for _, ref := range *sel.Referrers() {
		index, ok := ref.(*ssa.Extract)
		if !ok || index.Index != 0 {
			continue
		}
		for _, use := range *index.Referrers() {
			test, ok := use.(*ssa.BinOp)
			if !ok || test.Op != token.EQL {
				continue
			}
			c, ok := test.Y.(*ssa.Const)
			if !ok || c.Int64() != int64(i) {
				continue
			}
			if end, ok := test.Block().Instrs[len(test.Block().Instrs)-1].(*ssa.If); ok && end.Cond == test {
				return test.Block().Succs[0]
			}
		}
	}
	return nil
}

// counts reports whether a test about a number decides, in the loop, whether anything is
// started: somebody counts what is at work, or what there was.
func (p *Package) counts(l *loops.Loop, at ssa.Instruction) bool {
	inner := p.around(at)
	for b := range l.Blocks {
		test, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || !b.Dominates(at.Block()) {
			continue
		}
		cond, ok := test.Cond.(*ssa.BinOp)
		if !ok || !ordered(cond.Op) || !isInteger(cond.X.Type()) {
			continue
		}
		if _, first := cond.X.(*ssa.Const); first || isEmptyTest(cond) {
			continue // whether there is a first round, or anything in a list
		}
		if !slices.ContainsFunc(inner, func(l *loops.Loop) bool { return isCondition(l, b, cond) }) {
			return true
		}
	}
	return false
}

// isEmptyTest reports whether a comparison asks whether there is anything in a list.
func isEmptyTest(cond *ssa.BinOp) bool {
	call, ok := cond.X.(*ssa.Call)
	if !ok || !isBuiltin(&call.Call, "len") || !trivial(cond.Y) {
		return false
	}
	_, isChan := call.Call.Args[0].Type().Underlying().(*types.Chan)
	return !isChan
}

func ordered(op token.Token) bool {
	switch op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		return true
	}
	return false
}

func isInteger(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsInteger != 0
}

// isCondition reports whether a comparison is the loop's own: its counter against where
// it ends.
func isCondition(l *loops.Loop, b *ssa.BasicBlock, cond *ssa.BinOp) bool {
	if b != l.Head && !slices.Contains(b.Succs, l.Head) {
		return false
	}
	counter := func(v ssa.Value) bool {
		if sum, ok := v.(*ssa.BinOp); ok && sum.Op == token.ADD {
			v = sum.X
		}
		phi, ok := v.(*ssa.Phi)
		return ok && phi.Block() == l.Head
	}
	return counter(cond.X) || counter(cond.Y)
}

// readGuards notes the fields whose length the function holds against a number.
func (p *Package) readGuards(fn *ssa.Function) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok && isBuiltin(&call.Call, "len") && compared(call) {
				if f := deadline.FieldRead(call.Call.Args[0]); f != nil {
					p.guarded[f] = true
				}
			}
		}
	}
}

// isGuarded reports whether the length of v is held against a number: whoever wrote that
// has thought of how many there may be.
func isGuarded(v ssa.Value) bool {
	if v.Referrers() == nil {
		return false
	}
	for _, ref := range *v.Referrers() {
		if call, ok := ref.(*ssa.Call); ok && isBuiltin(&call.Call, "len") && compared(call) {
			return true
		}
	}
	return false
}

// compared reports whether a number decides which way is taken, other than by being
// nothing, one, or where a loop ends.
func compared(n ssa.Value) bool {
	for _, ref := range *n.Referrers() {
		switch ref := ref.(type) {
		case *ssa.BinOp:
			other := ref.Y
			if other == n {
				other = ref.X
			}
			if ordered(ref.Op) && !trivial(other) && !isCounter(other) {
				return true
			}
		case *ssa.Convert:
			if compared(ref) {
				return true
			}
		}
	}
	return false
}

func trivial(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
		return false
	}
	n, exact := constant.Int64Val(c.Value)
	return exact && n <= 1
}

func isCounter(v ssa.Value) bool {
	if sum, ok := v.(*ssa.BinOp); ok && sum.Op == token.ADD {
		v = sum.X
	}
	_, ok := v.(*ssa.Phi)
	return ok
}

func isBuiltin(call *ssa.CallCommon, name string) bool {
	b, ok := call.Value.(*ssa.Builtin)
	return ok && b.Name() == name
}
