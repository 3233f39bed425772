package fanout

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/effects"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/ssabuild"
)

var limitPerCall = rule.Define(rule.Rule{
	ID: "fanout/limit-per-call",
	Doc: lint.RawDocumentation{
		Title: "each caller makes a limiter of its own, so the limit is squared",
		Text: `A limiter that a function makes limits one call of that function. If eight workers
call it, and it lets eight goroutines through, there are sixty-four calls of the
dependency at once, where somebody wrote down eight. Make the limiter once, where
the workers are started, and hand it to the function or keep it in a field.`,
		Before: `func (m *Mirror) sync(ctx context.Context, dir string) {
	limiter := make(chan struct{}, m.Workers)
	for _, f := range m.list(ctx, dir) {
		limiter <- struct{}{}
		go func() {
			defer func() { <-limiter }()
			m.stat(ctx, f)
		}()
	}
}`,
		After: `func (m *Mirror) sync(ctx context.Context, dir string) {
	for _, f := range m.list(ctx, dir) {
		m.limiter <- struct{}{}
		go func() {
			defer func() { <-m.limiter }()
			m.stat(ctx, f)
		}()
	}
}`,
		Since: "0.1",
	},
	Fix: "None: where the limiter belongs is for a person to decide, and a shared one must not be waited for by who holds a place in it.",
	Limits: `Reported where the size of the limiter and the number of goroutines that call the function are read from the same
field or variable: two different numbers may well be meant to be multiplied. The goroutines have to be started in the same package.`,
	Source:    "the limit of a channel holds for those who share the channel",
	Lifecycle: rule.Stable,
})

// reportPerCall reports limiters of which there is one for each caller.
func (f *finder) reportPerCall(fn *ssa.Function) {
	for _, s := range f.spawns.In(fn) {
		if s.Helper != nil || !f.rep.Wanted(limitPerCall, s.Instr.Pos()) {
			continue
		}
		found := f.spawns.PerCall(s)
		if found == nil {
			continue
		}
		work := f.spawns.WorkOf(s)
		waits, _, _ := strings.Cut(work.Via, effects.Arrow)
		if waits == "" && work.Asks != nil {
			waits = f.method(work.Asks)
		}
		if waits == "" {
			continue
		}
		n := found.Size.Name()
		f.rep.Report(limitPerCall, analysis.Diagnostic{
			Pos: found.Made.Pos(),
			Message: fmt.Sprintf("a limiter for each call of %s, which %s goroutines of %s call: that is %s × %s calls of %s at once; make the limiter once for all of them",
				fn.Name(), n, ssabuild.Outermost(found.Caller).Name(), n, n, waits),
		})
	}
}
