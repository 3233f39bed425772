package loops

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/knowledge"
)

// A Wait is a place in a loop that lets time pass.
type Wait struct {
	Pos token.Pos
	// at is the instruction that waits.
	at ssa.Instruction
	// For is the duration, or nil if it is not seen. By is the call that is given it:
	// of a sleep, of what makes a timer.
	For ssa.Value
	By  *ssa.Call
	// In is the function that waits and is given the duration, or nil.
	In *ssa.Function
	// Deaf is set if nothing can end the wait early: time.Sleep, or a bare
	// receive from a timer.
	Deaf bool
}

// Block is the block that waits.
func (w *Wait) Block() *ssa.BasicBlock { return w.at.Block() }

// waits returns the waits of the loop itself; those of loops inside are not
// between its rounds.
func (l *Loop) waits(all []*Loop, op *ssa.Call, j Judge) []*Wait {
	var found []*Wait
	for _, b := range l.Head.Parent().Blocks {
		if !l.Blocks[b] || innermost(all, b) != l {
			continue
		}
		for _, instr := range b.Instrs {
			if instr == ssa.Instruction(op) {
				continue
			}
			if w := waitOf(instr, j); w != nil {
				w.at = instr
				found = append(found, w)
			}
		}
	}
	return found
}

// waitOf is the wait that an instruction is, or nil.
func waitOf(instr ssa.Instruction, j Judge) *Wait {
	switch instr := instr.(type) {
	case *ssa.Call:
		if fn := instr.Call.StaticCallee(); fn != nil && fn.Pkg != nil && fn.Pkg.Pkg.Path() == "time" {
			if fn.Name() == "Sleep" {
				return &Wait{Pos: instr.Pos(), For: instr.Call.Args[0], By: instr, Deaf: true}
			}
			return nil
		}
		if !j.Sleeps(&instr.Call) || callsItself(instr) {
			return nil
		}
		w := &Wait{Pos: instr.Pos(), By: instr, In: instr.Call.StaticCallee(), Deaf: true}
		for _, arg := range instr.Call.Args {
			switch {
			case isDuration(arg.Type()):
				w.For = arg
			case knowledge.IsContext(arg.Type()) || isChan(arg.Type()):
				w.Deaf = false
			}
		}
		if w.For == nil {
			w.Deaf = false // what it waits for is not seen
		}
		return w
	case *ssa.UnOp:
		if instr.Op == token.ARROW && IsTimer(instr.X.Type()) {
			d, by := timerOf(instr.X)
			return &Wait{Pos: instr.Pos(), For: d, By: by, Deaf: true}
		}
	case *ssa.Select:
		if !instr.Blocking {
			return nil
		}
		for _, state := range instr.States {
			if state.Dir == types.RecvOnly && IsTimer(state.Chan.Type()) {
				d, by := timerOf(state.Chan)
				return &Wait{Pos: state.Pos, For: d, By: by, Deaf: len(instr.States) == 1}
			}
		}
	}
	return nil
}

func isDuration(t types.Type) bool { return types.TypeString(t, nil) == "time.Duration" }

func isChan(t types.Type) bool {
	_, ok := t.Underlying().(*types.Chan)
	return ok
}

// timerOf is the duration of the timer whose channel is given, and the call that
// made it, or nil.
func timerOf(ch ssa.Value) (d ssa.Value, by *ssa.Call) {
	switch ch := ch.(type) {
	case *ssa.Call:
		if fn := ch.Call.StaticCallee(); fn != nil && fn.Pkg != nil && fn.Pkg.Pkg.Path() == "time" {
			if fn.Name() == "After" {
				return ch.Call.Args[0], ch
			}
		}
		if ch.Call.IsInvoke() && ch.Call.Method.Name() == "After" && len(ch.Call.Args) == 1 {
			return ch.Call.Args[0], ch // of a clock
		}
	case *ssa.UnOp:
		field, ok := ch.X.(*ssa.FieldAddr)
		if !ok {
			return nil, nil
		}
		timer, ok := field.X.(*ssa.Call)
		if !ok {
			return nil, nil
		}
		fn := timer.Call.StaticCallee()
		if fn == nil || fn.Pkg == nil || fn.Pkg.Pkg.Path() != "time" || fn.Name() != "NewTimer" {
			return nil, nil // a ticker sets a pace, and waits for no failure
		}
		for _, ref := range *timer.Referrers() {
			// A Reset gives it another time.
			if call, ok := ref.(*ssa.Call); ok {
				if reset := call.Call.StaticCallee(); reset != nil && reset.Name() == "Reset" {
					return nil, nil
				}
			}
		}
		return timer.Call.Args[0], timer
	}
	return nil, nil
}

// paces reports whether something in the block may let time pass, or hold the
// loop until something happens: what a round waits for is then not the failure.
func paces(b *ssa.BasicBlock, op *ssa.Call, j Judge) bool {
	for _, instr := range b.Instrs {
		if instr == ssa.Instruction(op) {
			continue
		}
		if waitOf(instr, j) != nil {
			return true
		}
		switch instr := instr.(type) {
		case *ssa.Select:
			if instr.Blocking {
				return true
			}
		case *ssa.UnOp:
			if instr.Op == token.ARROW {
				return true
			}
		case *ssa.Send, *ssa.RunDefers:
			return true
		case *ssa.Call:
			if !callsItself(instr) && mayPace(&instr.Call, j) {
				return true
			}
		}
	}
	return false
}

// mayPace reports whether a call may wait in a way that is not seen: it goes to
// something unknown that does not look like a log, or to another machine.
func mayPace(call *ssa.CallCommon, j Judge) bool {
	if _, builtin := call.Value.(*ssa.Builtin); builtin {
		return false
	}
	if _, remote := j.Remote(call); remote {
		return true
	}
	if fn := call.StaticCallee(); fn != nil {
		if fn.Pkg != nil {
			switch fn.Pkg.Pkg.Path() {
			case "sync", "os/exec", "bufio", "io":
				return true
			}
		}
		return false
	}
	if call.IsInvoke() {
		name := strings.ToLower(call.Method.Name())
		for _, harmless := range []string{"log", "print", "warn", "error", "debug", "info", "trace", "with", "inc", "add", "observe", "set", "close", "err", "done", "string"} {
			if strings.HasPrefix(name, harmless) {
				return false
			}
		}
	}
	return true
}

// ends reports whether something besides the operation's outcome ends the loop, a
// comparison with a counter or the clock, a context, a channel; and whether it is the
// loop's own doing: no context and no channel.
func (l *Loop) ends(o *outcome) (ends, byItself bool) {
	for b := range l.Blocks {
		leaves := false
		for _, next := range l.succs(b) {
			leaves = leaves || !l.Blocks[next]
		}
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Select:
				for _, state := range instr.States {
					ends = ends || !IsTimer(state.Chan.Type())
				}
			case *ssa.UnOp:
				ends = ends || instr.Op == token.ARROW && !IsTimer(instr.X.Type())
			case *ssa.If:
				if leaves && !o.decides(instr.Cond) && !l.invariant(instr.Cond) {
					ends, byItself = true, byItself || !asksContext(instr.Cond) && !selected(instr.Cond)
				}
			}
		}
	}
	return ends, byItself
}

// asksContext reports whether a condition is about a context: ctx.Err() != nil, or
// errors.Is(err, context.Canceled).
func asksContext(cond ssa.Value) bool {
	cond, _ = withoutNot(cond)
	switch cond := cond.(type) {
	case *ssa.BinOp:
		for _, side := range []ssa.Value{cond.X, cond.Y} {
			if call, ok := side.(*ssa.Call); ok && call.Call.IsInvoke() && call.Call.Method.Name() == "Err" && knowledge.IsContext(call.Call.Value.Type()) {
				return true
			}
		}
	case *ssa.Call:
		fn := cond.Call.StaticCallee()
		return fn != nil && fn.Pkg != nil && fn.Pkg.Pkg.Path() == "errors"
	}
	return false
}

// selected reports whether a condition asks which case of a select has happened.
func selected(cond ssa.Value) bool {
	cmp, ok := cond.(*ssa.BinOp)
	if !ok {
		return false
	}
	e, ok := cmp.X.(*ssa.Extract)
	if !ok {
		return false
	}
	_, ok = e.Tuple.(*ssa.Select)
	return ok
}

// Quit is the channel that the loop asks before an attempt whether it should go on,
// without waiting for the answer; or nil.
func (l *Loop) Quit() ssa.Value {
	for b := range l.Blocks {
		for _, instr := range b.Instrs {
			sel, ok := instr.(*ssa.Select)
			if !ok || sel.Blocking || len(sel.States) != 1 {
				continue
			}
			ch, ok := sel.States[0].Chan.Type().Underlying().(*types.Chan)
			if ok && sel.States[0].Dir == types.RecvOnly && types.TypeString(ch.Elem(), nil) == "struct{}" {
				return sel.States[0].Chan
			}
		}
	}
	return nil
}

// invariant reports whether a value is the same in all rounds, as far as can be
// seen: what is asked about it ends the loop in the first round or never.
func (l *Loop) invariant(v ssa.Value) bool {
	if p, ok := v.(*ssa.Parameter); ok {
		return !l.changes[p]
	}
	instr, ok := v.(ssa.Instruction)
	if !ok || !l.Contains(instr) {
		return true
	}
	switch v := v.(type) {
	case *ssa.BinOp:
		return l.invariant(v.X) && l.invariant(v.Y)
	case *ssa.Convert:
		return l.invariant(v.X)
	case *ssa.UnOp:
		return v.Op != token.MUL && v.Op != token.ARROW && l.invariant(v.X)
	}
	return false
}

// decides reports whether a condition is about the operation's outcome alone, and
// a context that has ended does not make it true. A helper that is asked about the
// error may count, or know such errors; so does a status.
func (o *outcome) decides(cond ssa.Value) bool {
	cond, _ = withoutNot(cond)
	if !o.signs[cond] {
		_, ok := o.nilTest(cond)
		return ok
	}
	if part, ok := cond.(*ssa.Extract); ok {
		_, ok := part.Tuple.(*ssa.Call)
		return !ok
	}
	if _, ok := cond.(*ssa.Call); !ok {
		return true
	}
	if name, _ := o.predicate(cond); name == "Canceled" || name == "DeadlineExceeded" {
		return false
	}
	return o.isNamed(cond)
}
