package timeout

import (
	"fmt"
	"go/token"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/rule"
)

var attemptBudget = rule.Define(rule.Rule{
	ID: "timeout/attempt-budget",
	Doc: lint.RawDocumentation{
		Title: "the attempts do not fit into the deadline around them",
		Text: `Budget the deadline like money: attempts, backoff, and a reserve for the caller's
own work. An overall deadline of 2 s with attempts of 500 ms leaves room for
three attempts and their backoff; a deadline of 1 s with attempts of 900 ms is a
retry loop in name only. The second attempt is cut before it can succeed, and
costs the server as much as one that counts.

The rule compares constants: the timeout of one attempt in a loop of a constant
number of attempts, the constant pauses between them, and the deadline of the
context around the loop. It also reports a timeout that can never apply, because
the context that it is derived from, in the same function, ends first.`,
		Before: `ctx, cancel := context.WithTimeout(ctx, time.Second)
defer cancel()
for range 3 {
	if err = attempt(ctx, 900*time.Millisecond); err == nil {`,
		After: `ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
defer cancel()
for range 3 {
	if err = attempt(ctx, 900*time.Millisecond); err == nil {`,
		Since: "0.1",
	},
	Fix:       "None: which of the numbers is wrong only a person knows.",
	Limits:    "Durations and numbers of attempts that are not constant are not compared, nor are loops without a constant number of rounds.",
	Source:    `"A 1-second deadline with 900 ms attempts is a retry loop in name only"; "make the outer timeout longer than inner ones"`,
	Lifecycle: rule.Stable,
})

// reportBudgets compares the timeouts of attempts with the deadline around
// them.
func (c *calls) reportBudgets() {
	for _, fn := range c.info.Funcs {
		var all []*loops.Loop
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(*ssa.Call)
				if !ok {
					continue
				}
				outer, inner := c.nested(call)
				if inner == 0 || outer.For == 0 || outer.In != fn {
					continue
				}
				if all == nil {
					all = loops.Of(fn)
				}
				c.reportBudget(call, outer, inner, attempts(all, call, outer.Pos))
			}
		}
	}
	for _, call := range c.info.Calls {
		client, request := call.Client.Bound, deadline.Join(call.Requests)
		if call.Inner != nil || client.Kind != deadline.Bounded || client.For == 0 || request.For == 0 || len(call.Requests) != 1 {
			continue
		}
		outer := call.Requests[0]
		if outer.In != call.Instr.Parent() {
			continue
		}
		if l := attempts(loops.Of(outer.In), call.Instr, outer.Pos); l != nil {
			c.reportBudget(call.Instr, outer, client.For, l)
		}
	}
}

// nested is the bound of the context from which a call derives one with a
// constant timeout, and that timeout.
func (c *calls) nested(call *ssa.Call) (outer deadline.Origin, inner time.Duration) {
	fn := deadline.Callee(call.Common())
	if fn == nil || fn.Pkg == nil || fn.Pkg.Pkg.Path() != "context" {
		return outer, 0
	}
	switch fn.Name() {
	case "WithTimeout", "WithTimeoutCause":
	default:
		return outer, 0
	}
	parents := c.info.Eval.Origins(deadline.Argument(call.Common(), knowledge.Source{From: "arg"}))
	timeout := c.info.Eval.Bound(deadline.Argument(call.Common(), knowledge.Source{From: "arg", Arg: 1}))
	if len(parents) != 1 || parents[0].Kind != deadline.Bounded || timeout.Kind != deadline.Bounded {
		return outer, 0
	}
	return parents[0], timeout.For
}

// attempts is the loop of a constant number of attempts that the instruction is
// part of, while the context at outer is made outside of it; or nil.
func attempts(all []*loops.Loop, instr ssa.Instruction, outer token.Pos) *loops.Loop {
	for _, l := range all {
		if l.Rounds > 1 && !l.Selects() && l.Contains(instr) && !holds(l, outer) {
			return l
		}
	}
	return nil
}

// holds reports whether a call of the loop stands at pos.
func holds(l *loops.Loop, pos token.Pos) bool {
	for b := range l.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok && call.Pos() == pos {
				return true
			}
		}
	}
	return false
}

func (c *calls) reportBudget(at ssa.Instruction, outer deadline.Origin, inner time.Duration, l *loops.Loop) {
	d := analysis.Diagnostic{}
	d.Pos, d.End = c.span(at.Pos())
	if l != nil {
		pause := c.pause(l)
		total := time.Duration(l.Rounds)*inner + time.Duration(l.Rounds-1)*pause
		if total <= outer.For {
			return
		}
		sum := fmt.Sprintf("%d attempts × %s", l.Rounds, inner)
		if pause > 0 {
			sum += fmt.Sprintf(" + %d × %s of backoff", l.Rounds-1, pause)
		}
		d.Message = fmt.Sprintf("%s = %s do not fit into the deadline of %s around them: the last attempts are cut before they can succeed", sum, total, outer.For)
	} else {
		if inner < outer.For {
			return
		}
		d.Message = fmt.Sprintf("this timeout of %s never applies: the context that it is derived from ends after %s", inner, outer.For)
	}
	pos, end := c.span(outer.Pos)
	d.Related = []analysis.RelatedInformation{{Pos: pos, End: end, Message: "the deadline of " + outer.For.String()}}
	c.once(attemptBudget, d)
}

// pause is the constant time that a round of the loop waits, or 0.
func (c *calls) pause(l *loops.Loop) (d time.Duration) {
	for b := range l.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			fn := deadline.Callee(call.Common())
			if fn == nil || fn.Pkg == nil || fn.Pkg.Pkg.Path() != "time" || fn.Name() != "Sleep" && fn.Name() != "After" {
				continue
			}
			if wait, ok := call.Call.Args[0].(*ssa.Const); ok && wait.Value != nil {
				d += time.Duration(wait.Int64())
			}
		}
	}
	return d
}
