package retryloop

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/retrypolicy"
	"github.com/reslint/reslint/internal/ssabuild"
)

// judgeStop looks for a loop that sleeps for what a policy gives, and goes on when
// that is Stop (-1), which is no time to sleep.
func (u *libraryUse) judgeStop(pause *ssa.Call) {
	if !u.claim.Policy.Stops || !u.l.reachesStop(pause) {
		return
	}
	var after, never string
	set := u.policy[knowledge.Limit]
	if set.Kind == retrypolicy.Number {
		after = retrypolicy.Format(time.Duration(set.Number))
		never = ", or set " + u.nameOf(knowledge.Limit) + " to 0"
	} else if set = u.policy[knowledge.Attempts]; set.Kind == retrypolicy.Number {
		after = fmt.Sprintf("%.0f waits", set.Number-1)
	} else {
		return
	}
	u.add(libraryFault{rule: noBackoff, by: retrypolicy.By{At: u.call, Claim: u.claim},
		says: fmt.Sprintf("after %s %s gives Stop (-1), which is no time to wait: the loop goes on without any pause. Compare it with Stop%s",
			after, u.callee.Name(), never),
		short: "it waits no more after " + after})
	u.l.stops[set.By] = append(u.l.stops[set.By], stop{u, after, never})
}

// A stop is a sleep that is none once the policy has ended.
type stop struct {
	use          *libraryUse
	after, never string
}

// reportStops reports the policies by which several loops sleep where they are
// made, too: one edit there mends all of these.
func (l *library) reportStops() {
	for by, stops := range l.stops {
		place := by.Node(l.pass.Files)
		if len(stops) < 2 || place == nil || l.reported[place.Pos()] || !l.rep.Wanted(noBackoff, place.Pos()) {
			continue
		}
		l.reported[place.Pos()] = true
		d := analysis.Diagnostic{Pos: place.Pos(), End: place.End(),
			Message: fmt.Sprintf("%d loops sleep for what this backoff gives, and none compares it with Stop (-1), which it gives after %s: they go on without any pause then. Let them end there%s",
				len(stops), stops[0].after, stops[0].never)}
		for _, s := range stops {
			if call := (retrypolicy.By{At: s.use.call}).Node(l.pass.Files); call != nil {
				d.Related = append(d.Related, analysis.RelatedInformation{Pos: call.Pos(), End: call.End(), Message: "it is used here"})
			}
		}
		l.rep.Report(noBackoff, d)
	}
}

// reachesStop reports whether a loop comes back to its pause for as long as its
// operation fails: nothing that it counts ends it, and nothing on the way begins
// the policy anew.
func (l *library) reachesStop(pause *ssa.Call) bool {
	fn := pause.Parent()
	if l.begunElsewhere(pause) {
		return false
	}
	around := slices.DeleteFunc(loops.Of(fn), func(loop *loops.Loop) bool { return !loop.Contains(pause) })
	slices.SortFunc(around, func(a, b *loops.Loop) int { return len(a.Blocks) - len(b.Blocks) })
	for _, loop := range around {
		if comesBack(loop, pause) {
			return !loop.Limited() && !endsInTime(loop)
		}
	}
	return false
}

// endsInTime reports whether the loop asks a context that the function has given a
// deadline of its own: that may well be over first.
func endsInTime(loop *loops.Loop) bool {
	for b := range loop.Blocks {
		for _, call := range callsIn([]*ssa.BasicBlock{b}) {
			if common := call.Common(); common.IsInvoke() && knowledge.IsContext(common.Value.Type()) && hasDeadline(common.Value, 0) {
				return true
			}
		}
	}
	return false
}

// hasDeadline reports whether a context, or one that it is made from, is given a
// deadline in this function.
func hasDeadline(v ssa.Value, depth int) bool {
	if depth > 10 {
		return true // who knows
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		if cell, ok := v.X.(*ssa.Alloc); ok {
			val := ssabuild.OnlyStore(cell)
			return val == nil || hasDeadline(val, depth+1)
		}
	case *ssa.Phi:
		return slices.ContainsFunc(v.Edges, func(e ssa.Value) bool { return hasDeadline(e, depth+1) })
	case *ssa.Extract:
		return hasDeadline(v.Tuple, depth+1)
	case *ssa.Call:
		fn := deadline.Called(&v.Call)
		if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "context" {
			return true // who knows
		}
		return strings.HasPrefix(fn.Name(), "WithTimeout") || strings.HasPrefix(fn.Name(), "WithDeadline") ||
			len(v.Call.Args) > 0 && hasDeadline(v.Call.Args[0], depth+1)
	}
	return false
}

// comesBack reports whether a way through the loop leads from the pause to itself
// on which the policy is not begun anew.
func comesBack(loop *loops.Loop, pause *ssa.Call) bool {
	seen := make(map[*ssa.BasicBlock]bool)
	var back func(b *ssa.BasicBlock) bool
	back = func(b *ssa.BasicBlock) bool {
		if !loop.Blocks[b] || seen[b] || slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool { return begins(instr, pause) }) {
			return false
		}
		seen[b] = true
		return b == pause.Block() || slices.ContainsFunc(b.Succs, back)
	}
	return slices.ContainsFunc(pause.Block().Succs, back)
}

// begins reports whether an instruction makes a policy of the library of the
// pause, or begins one anew.
func begins(instr ssa.Instruction, pause *ssa.Call) bool {
	call, ok := instr.(ssa.CallInstruction)
	if !ok || call == ssa.CallInstruction(pause) {
		return false
	}
	fn := deadline.Called(call.Common())
	if fn == nil || fn.Pkg() != deadline.Called(pause.Common()).Pkg() {
		return false
	}
	claim := knowledge.Retries(fn)
	return fn.Name() == "Reset" || claim != nil && claim.Kind == knowledge.Schedule
}

// begunElsewhere reports whether another function may begin the policy anew: one
// that shares the variable or the field that it is kept in. Who knows when.
func (l *library) begunElsewhere(pause *ssa.Call) bool {
	holder, given := holderOf(pause)
	for _, fn := range l.funcs {
		if fn == pause.Parent() || holder == nil && !given && ssabuild.Outermost(fn) != ssabuild.Outermost(pause.Parent()) {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if !begins(instr, pause) {
					continue
				}
				if other, any := holderOf(instr.(ssa.CallInstruction)); holder == nil || any || other == holder {
					return true
				}
			}
		}
	}
	return false
}

// holderOf is the package-level variable or the field that holds the receiver of a
// call, or nil. given is set where it is a parameter, which may be in any of these.
func holderOf(call ssa.CallInstruction) (holder *types.Var, given bool) {
	recv, _ := deadline.Arguments(call.Common())
	switch recv := recv.(type) {
	case *ssa.Parameter:
		return nil, true
	case *ssa.Field:
		return deadline.Field(recv.X.Type(), recv.Field), false
	case *ssa.UnOp:
		switch addr := recv.X.(type) {
		case *ssa.Global:
			holder, _ = addr.Object().(*types.Var)
		case *ssa.FieldAddr:
			holder = deadline.Field(addr.X.Type(), addr.Field)
		}
	}
	return holder, false
}

// globalOf is the package-level variable that holds the receiver of a call, or nil.
func globalOf(call ssa.CallInstruction) *ssa.Global {
	recv, _ := deadline.Arguments(call.Common())
	load, ok := recv.(*ssa.UnOp)
	if !ok {
		return nil
	}
	global, _ := load.X.(*ssa.Global)
	return global
}

// waits reports whether the program sleeps for the time that the call gives, and
// whether it looks at it before.
func waits(call *ssa.Call) (slept, checked bool) {
	var walk func(v ssa.Value, depth int)
	walk = func(v ssa.Value, depth int) {
		if depth > 3 {
			checked = true // who knows
			return
		}
		for _, ref := range *v.Referrers() {
			switch ref := ref.(type) {
			case *ssa.BinOp:
				checked = true
			case *ssa.Phi:
				walk(ref, depth+1)
			case *ssa.DebugRef:
			case *ssa.Call:
				fn := deadline.Called(ref.Common())
				if fn == nil {
					checked = true
					continue
				}
				if sleeps(fn) {
					slept = true
				} else if param := parameterFor(ref, v); param != nil {
					walk(param, depth+1)
				}
			case *ssa.MakeInterface: // printed
			default:
				checked = true
			}
		}
	}
	walk(call, 0)
	return slept, checked
}

func sleeps(fn *types.Func) bool {
	switch fn.FullName() {
	case "time.Sleep", "time.After", "time.NewTimer", "(*time.Timer).Reset":
		return true
	}
	return false
}

// parameterFor is the parameter of a function of this package that gets the value
// from a call, or nil.
func parameterFor(call *ssa.Call, v ssa.Value) ssa.Value {
	fn := deadline.Callee(call.Common())
	if fn == nil || fn.Blocks == nil || len(fn.Params) != len(call.Call.Args) {
		return nil
	}
	if i := slices.Index(call.Call.Args, v); i >= 0 {
		return fn.Params[i]
	}
	return nil
}
