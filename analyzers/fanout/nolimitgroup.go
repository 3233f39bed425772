package fanout

import (
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/spawns"
)

var noLimitGroup = rule.Define(rule.Rule{
	ID: "fanout/no-limit-group",
	Doc: lint.RawDocumentation{
		Title: "a group of goroutines that call another machine has no limit",
		Text: `An errgroup waits for its goroutines and hands on their first error, but without
SetLimit it starts every one of them at once; so do pools that are made without a
size. Over a list that came from data, that is as many calls of one dependency at
the same moment as the list is long. The limit is one line, and the loop then
waits for a place.`,
		Before: `g, ctx := errgroup.WithContext(ctx)
for _, o := range orders {
	g.Go(func() error { return notify(ctx, o) })
}
return g.Wait()`,
		After: `g, ctx := errgroup.WithContext(ctx)
g.SetLimit(10)
for _, o := range orders {
	g.Go(func() error { return notify(ctx, o) })
}
return g.Wait()`,
		Since: "0.1",
	},
	Fix: `Sets the limit of an errgroup, or of a pool of sourcegraph/conc, to the setting ` + "`limit`" + ` (10) where the group is made, if
nothing that the group runs starts more in it: with a limit that would wait for itself. None where TryGo is called. Where the package may import the
runtime, the alternative is its group, which always has a limit, if nothing but Go and Wait is called.`,
	Limits: `The group has to be made in the function, or one around it, and all that is done with it has to be seen there. What
counts as data is told at fanout/unbounded-go. Libraries without a table are not known.`,
	Source:    "golang.org/x/sync@v0.25.0 errgroup/errgroup.go: without SetLimit, Go starts a goroutine for each call",
	Lifecycle: rule.Stable,
})

// advice says how to limit a group.
func (f *finder) advice(s *spawns.Spawn) string {
	name := deadline.Called(s.Instr.Common())
	switch name.Pkg().Path() {
	case errgroupPath:
		return "set one with SetLimit"
	case concPoolPath, concStreamPath:
		return "set one with WithMaxGoroutines"
	}
	return "use one with a size"
}
