package fanout

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/effects"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/spawns"
)

var unboundedGo = rule.Define(rule.Rule{
	ID: "fanout/unbounded-go",
	Doc: lint.RawDocumentation{
		Title: "as many goroutines call another machine as data says",
		Text: `A goroutine for each row of a query, each item of a list that came over the wire,
each message of a stream: in the test there are three, in production thirty
thousand, and all of them call the same dependency at the same moment. Nothing
slows the caller down when the dependency is slow: goroutines, connections and
memory pile up until one of the two gives in. By Little's law calls at work are
arrivals times latency, so a dependency that is ten times slower has ten times as
many open calls, unless something says how many there may be. Take a place in a
semaphore before the goroutine is started, or let a fixed number of workers do it.`,
		Before: `for _, o := range orders {
	wg.Add(1)
	go func() {
		defer wg.Done()
		notify(ctx, o)
	}()
}
wg.Wait()`,
		After: `sem := make(chan struct{}, 10)
for _, o := range orders {
	wg.Add(1)
	sem <- struct{}{}
	go func() {
		defer func() { <-sem }()
		defer wg.Done()
		notify(ctx, o)
	}()
}
wg.Wait()`,
		Since: "0.1",
	},
	Fix: `Puts a semaphore, a channel with room for the setting ` + "`limit`" + ` (10), around a goroutine that is a function literal, if
the function waits for it with a WaitGroup and the literal starts nothing itself. Where the package may import the runtime, the alternative is its group in the
place of the WaitGroup, if that is a variable which does nothing else.`,
	Limits: `The number has to be data: what a call of another machine returned, what a client asks for, or messages as they
come. Lists in fields of long-lived objects, in configurations and in package variables are not, nor are lists of a system's own parts: nodes,
shards, replicas, servers, regions, told by their names. A length that is held against a number anywhere, a limiter of whatever kind in
the loop or in the goroutine, and goroutines that are there to stay (they wait for events) are silent. Messages of a stream are reported
where the goroutine may call another machine through an interface, too. What a method with a context of another interface returns, or does in the
goroutine, counts only if the interface is declared in this package, and every type in sight that has its methods, here or in a package that it imports,
reaches another machine with that one; a call that says how many it wants is silent.`,
	Source:    "J. D. C. Little, A Proof for the Queuing Formula L = λW, 1961; sync.WaitGroup limits nothing: go1.26.8 src/sync/waitgroup.go",
	Lifecycle: rule.Stable,
})

// A finder finds the goroutines of a package that nothing limits.
type finder struct {
	pass     *analysis.Pass
	rep      *rule.Reporter
	conducts *effects.Conducts
	spawns   *spawns.Package
}

// report reports what fn starts without a limit.
func (f *finder) report(fn *ssa.Function) {
	for _, s := range f.spawns.In(fn) {
		r := f.ruleOf(s)
		if r == nil || !f.rep.Wanted(r, s.Instr.Pos()) {
			continue
		}
		data := f.spawns.Unlimited(s)
		if data == nil {
			continue
		}
		work := f.spawns.WorkOf(s)
		waits := f.waitsFor(data, work)
		if waits == "" {
			continue
		}
		d := analysis.Diagnostic{Pos: s.Instr.Pos()}
		if r == noLimitGroup {
			d.Message = "the group has no limit, so " + waits + " is called as many times at once as " + amount(data) + ": " + f.advice(s)
			d.SuggestedFixes = f.limitGroup(s)
		} else {
			d.Message = "a goroutine for each of " + data.What + ", and each calls " + waits + ": with many, or when that is slow, all of them wait at once; limit how many run"
			d.SuggestedFixes = f.addSemaphore(fn, s)
		}
		f.rep.Report(r, d)
	}
}

// ruleOf is the rule that a spawn belongs to, or nil for one that is, or may be, limited.
func (f *finder) ruleOf(s *spawns.Spawn) *rule.Rule {
	if s.Table == nil {
		return unboundedGo
	}
	group, ok := f.spawns.NoLimit(s)
	switch {
	case s.Helper != nil || ok && group.Default && s.Group != nil:
		return unboundedGo // a WaitGroup counts, it is no pool
	case ok:
		return noLimitGroup
	}
	return nil
}

// waitsFor is what a goroutine waits for, or empty.
func (f *finder) waitsFor(data *spawns.Data, work *spawns.Work) string {
	switch {
	case work.Limited || work.Lasts:
		return ""
	case work.Via != "":
		step, _, _ := strings.Cut(work.Via, effects.Arrow)
		return step
	case data.Stream && work.Asks != nil:
		return f.method(work.Asks)
	}
	return ""
}

// method is an interface method as a message names it.
func (f *finder) method(call *ssa.CallCommon) string {
	byName := func(p *types.Package) string {
		if p == f.pass.Pkg {
			return ""
		}
		return p.Name()
	}
	return types.TypeString(call.Value.Type(), byName) + "." + call.Method.Name()
}

// amount is data as a number of things.
func amount(d *spawns.Data) string {
	if d.Stream {
		return "there are " + strings.TrimPrefix(d.What, "the ")
	}
	return d.What + " says"
}
