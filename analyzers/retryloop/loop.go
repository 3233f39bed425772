package retryloop

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/effects"
	"github.com/reslint/reslint/internal/fix"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/retrypolicy"
	"github.com/reslint/reslint/internal/rule"
)

var loop = rule.Define(rule.Rule{
	ID: "retryloop/loop",
	Doc: lint.RawDocumentation{
		Title: "a loop retries",
		Text: `Lists every loop that is taken for a retry, with what it repeats, how it waits and
when it ends. It is no fault; the list is for an inventory of the retries of a
program (each layer that retries multiplies the calls of the layers above it),
and for judging reslint itself.`,
		Before: `for {
	if err := fetch(ctx); err == nil {
		return nil
	}
	time.Sleep(time.Second)
}`,
		After: `(the same)`,
		Since: "0.1",
	},
	Fix: "None: there is nothing to mend.",
	Limits: `A loop is a retry if the error of a call, or a status of 400 and above, leads back to the same call, and success
leaves the loop. The call has to reach another machine, as far as types and tables tell, or be a function that is handed over, or a
method of an interface: without a context only if the loop waits between the attempts.`,
	Source:    "docs/architecture.md",
	Lifecycle: rule.Experimental,
})

// A finder finds the retry loops of a package, and what they lack.
type finder struct {
	pass     *analysis.Pass
	rep      *rule.Reporter
	conducts *effects.Conducts
	// overflows are the places where a wait overflows that have been reported:
	// several loops may use the same.
	overflows map[token.Pos]bool
	// funcs are the functions of the package.
	funcs []*ssa.Function
	// told are the instructions of which a loop inside another one has been told.
	told map[ssa.Instruction]bool
}

func reportLoops(pass *analysis.Pass, rep *rule.Reporter) {
	conducts := pass.ResultOf[effects.Analyzer].(*effects.Info).Conducts
	if conducts == nil || !anyCandidate(conducts) {
		return
	}
	f := finder{pass, rep, conducts, make(map[token.Pos]bool), effects.Functions(pass), make(map[ssa.Instruction]bool)}
	for _, fn := range f.funcs {
		for _, r := range loops.Retries(fn, conducts) {
			f.report(fn, r)
		}
		f.listHelped(fn)
		f.reportStreams(fn)
	}
}

// A lack is one thing that a retry loop lacks.
type lack struct {
	rule *rule.Rule
	text string
	// fixes mend this lack alone, where its rule does that by itself.
	fixes []analysis.SuggestedFix
}

// report reports a loop once, at its wait or, if it has none, at its call, for all
// that it lacks.
func (f *finder) report(fn *ssa.Function, r *loops.Retry) {
	if f.rep.Wanted(loop, r.Op.Pos()) {
		d := f.at(r.Op.Pos())
		d.Message = "retries " + f.describe(r)
		f.rep.Report(loop, d)
	}
	f.reportOverflow(fn, r)
	f.leakedCancels(fn, r)
	f.leakedBodies(r)
	f.spentBodies(r)
	var faults []lack
	for _, find := range []func(*ssa.Function, *loops.Retry) *lack{f.hot, f.repeatsWrite, f.endless, f.uncapped, f.synchronised, f.deaf, f.waitsAfterLast, f.repeatsEverything, f.ignoresRetryAfter, f.tooMany} {
		if found := find(fn, r); found != nil && f.rep.Wanted(found.rule, r.Op.Pos()) {
			faults = append(faults, *found)
		}
	}
	if len(faults) == 0 {
		if l := f.unbudgeted(r); l != nil && f.rep.Wanted(l.rule, r.Op.Pos()) {
			faults = append(faults, *l)
		}
	}
	if len(faults) == 0 {
		return
	}
	texts := make([]string, len(faults))
	for i, fault := range faults {
		texts[i] = fault.text
	}
	at := r.Op.Pos()
	if len(r.Waits) > 0 {
		at = r.Waits[0].Pos
	}
	d := f.at(at)
	d.Message = fmt.Sprintf("the retry of %s %s", f.operation(r), strings.Join(texts, "; "))
	d.SuggestedFixes = f.mendAll(fn, r, faults)
	f.rep.Report(faults[0].rule, d)
}

// mendAll offers one edit that repairs all the faults of a loop, if there is one: what
// the schedule lacks is mended together, and the rest by each fault's own fix.
func (f *finder) mendAll(fn *ssa.Function, r *loops.Retry, faults []lack) []analysis.SuggestedFix {
	var schedule []lack
	var fixes []analysis.SuggestedFix
	for _, fault := range faults {
		if len(fault.fixes) == 0 {
			schedule = append(schedule, fault)
		}
		fixes = append(fixes, fault.fixes...)
	}
	if len(fixes) == 0 {
		return f.mend(fn, r, faults)
	}
	if len(schedule) > 0 {
		mended := f.mend(fn, r, schedule)
		if len(mended) == 0 {
			return nil
		}
		fixes = append(fixes, mended[0])
	}
	if len(fixes) < 2 {
		return fixes
	}
	var edits []analysis.TextEdit
	messages := make([]string, len(fixes))
	for i, one := range fixes {
		edits = append(edits, one.TextEdits...)
		messages[i] = strings.ToLower(one.Message[:1]) + one.Message[1:]
	}
	message := strings.Join(messages, ", and ")
	return []analysis.SuggestedFix{fix.New(f.pass, strings.ToUpper(message[:1])+message[1:], edits...)}
}

func (f *finder) at(pos token.Pos) analysis.Diagnostic {
	return analysis.Diagnostic{Pos: pos}
}

// firstStep is the first step of the way to another machine.
func firstStep(via string) string {
	step, _, _ := strings.Cut(via, effects.Arrow)
	return step
}

// operation is how a message names what a loop repeats.
func (f *finder) operation(r *loops.Retry) string {
	if r.Via != "" {
		return firstStep(r.Via)
	}
	if r.Op.Call.IsInvoke() {
		byName := func(p *types.Package) string {
			if p == f.pass.Pkg {
				return ""
			}
			return p.Name()
		}
		return types.TypeString(r.Op.Call.Value.Type(), byName) + "." + r.Op.Call.Method.Name()
	}
	if callee := r.Op.Call.StaticCallee(); callee != nil && callee.Signature.Recv() != nil {
		return callee.RelString(f.pass.Pkg)
	}
	return valueName(r.Op.Call.Value)
}

// valueName is what the source calls a function that is called.
func valueName(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.UnOp:
		switch x := v.X.(type) {
		case *ssa.FieldAddr:
			if field := deadline.Field(x.X.Type(), x.Field); field != nil {
				return field.Name()
			}
		case *ssa.Global, *ssa.FreeVar:
			return x.Name()
		}
		return "a function"
	case *ssa.Function, *ssa.Parameter, *ssa.FreeVar:
		return v.Name()
	}
	return "a function"
}

// describe says all that is known of a loop.
func (f *finder) describe(r *loops.Retry) string {
	var parts []string
	parts = append(parts, f.operation(r))
	switch {
	case r.Attempts > 0:
		parts = append(parts, fmt.Sprintf("%d attempts", r.Attempts))
	case !r.Bounded:
		parts = append(parts, "no end")
	}
	if r.Reconnects {
		parts = append(parts, "reconnects")
	}
	if r.Resumes {
		parts = append(parts, "piece by piece")
	}
	if r.Hot {
		parts = append(parts, "hot")
	}
	for _, w := range r.Waits {
		s := r.Schedule(w)
		wait := "waits"
		switch {
		case s.Const != 0:
			wait += " " + retrypolicy.Format(s.Const)
		case s.Grows:
			wait += " longer each time"
		case !s.Known:
			wait += " unknown"
		}
		if s.Known && !s.Random {
			wait += " without jitter"
		}
		if w.Deaf {
			wait += ", deaf"
		}
		parts = append(parts, wait)
	}
	return strings.Join(parts, "; ")
}

// hasContext reports whether the function, or one around it, is given a context
// or a request that has one.
func hasContext(fn *ssa.Function) bool {
	for ; fn != nil; fn = fn.Parent() {
		for _, p := range fn.Params {
			switch types.TypeString(p.Type(), nil) {
			case "context.Context", "*net/http.Request":
				return true
			}
		}
	}
	return false
}
