package layering

import (
	"fmt"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/edit"
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/fix"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/retrypolicy"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/source"
)

var breakerSettings = rule.Define(rule.Rule{
	ID: "layering/breaker-settings",
	Doc: lint.RawDocumentation{
		Title: "settings with which a circuit breaker harms, or does not work",
		Text: `A breaker should open for an outage, and for nothing less. One that opens on a single failed call turns
each blip into an outage of its own: it refuses everything for as long as it stays open. A ratio of failures does so, too,
where no least number of calls is asked for: the first call that fails is 100 % of all. Counts that are never cleared make a
ratio of all calls since the start: after a quiet night, a dependency may be down for hours before it is reached. And breakers
that opened together and wait for the same time ask the dependency together, too.`,
		Before: `gobreaker.Settings{
	ReadyToTrip: func(c gobreaker.Counts) bool {
		return float64(c.TotalFailures)/float64(c.Requests) >= 0.5
	},
}`,
		After: `gobreaker.Settings{
	Interval: time.Minute,
	ReadyToTrip: func(c gobreaker.Counts) bool {
		return c.Requests >= 20 && float64(c.TotalFailures)/float64(c.Requests) >= 0.5
	},
}`,
		Since: "0.1",
	},
	Fix: "Adds jitter to the time for which a breaker is open, where the library has it and nothing else is wrong. For the others it takes a number that only a person knows.",
	Limits: `What a configuration sets is not known. A function that decides when to open is computed for some numbers
of calls, if nothing but these and constants decides. gobreaker and eapache's breaker have no jitter to ask for. Of the libraries that are known, only resilience counts slow calls;
the deadline is that of the policy which holds the breaker.`,
	Source:    "sony/gobreaker v2.4.0, gobreaker.go, NewCircuitBreaker; failsafe-go v0.9.8, circuitbreaker/circuitbreakerbuilder.go, NewBuilder; mercari/go-circuitbreaker v0.0.2, breaker.go; afex/hystrix-go, hystrix/settings.go",
	Lifecycle: rule.Stable,
})

// A settingFault is one thing that is wrong with a breaker.
type settingFault struct {
	text string
	by   retrypolicy.By
	// fn is the function that decides, or nil.
	fn *ssa.Function
	// mend is the edit that the table has for it, or nil.
	mend *knowledge.Edit
}

// judgeSettings reports what is wrong with how a breaker is set. call makes it; it is nil
// where a struct is judged as it is written.
func (b *breakers) judgeSettings(p retrypolicy.Policy, call ssa.CallInstruction) {
	var faults []settingFault
	for _, judge := range []func(retrypolicy.Policy) *settingFault{b.tripsAtOnce, neverClears, waitsTogether} {
		if f := judge(p); f != nil {
			faults = append(faults, *f)
		}
	}
	if len(faults) == 0 {
		return
	}
	first := faults[0]
	d := analysis.Diagnostic{}
	node := first.by.Node(b.pass.Files)
	switch {
	case first.fn != nil && source.File(b.pass.Files, first.fn.Pos()) != nil:
		d.Pos = first.fn.Pos()
	case node != nil:
		d.Pos, d.End = node.Pos(), node.End()
	case call != nil:
		d = b.at(call)
	default:
		return
	}
	if call != nil {
		if made := b.at(call); made.Pos != d.Pos && made.End.IsValid() {
			d.Related = []analysis.RelatedInformation{{Pos: made.Pos, End: made.End, Message: "the breaker is made here"}}
		}
	}
	texts := make([]string, len(faults))
	for i, f := range faults {
		texts[i] = f.text
	}
	d.Message = "this breaker " + strings.Join(texts, "; and it ")
	if e := first.mend; e != nil && node != nil && len(faults) == 1 {
		if after, ok := strings.CutPrefix(e.Text, "$"); ok && e.Field == "" && e.Arg < 0 {
			d.SuggestedFixes = []analysis.SuggestedFix{fix.New(b.pass, "Add jitter", edit.ReplaceWithString(edit.Range{node.End(), node.End()}, after))}
		}
	}
	b.report(breakerSettings, d)
}

// tripsAtOnce looks for a breaker that a single failed call opens.
func (b *breakers) tripsAtOnce(p retrypolicy.Policy) *settingFault {
	trips, rate, minimum := p[knowledge.Trips], p[knowledge.Rate], p[knowledge.Minimum]
	refuses := "all calls are refused"
	if wait := p[knowledge.Wait]; wait.Kind == retrypolicy.Number && wait.Number >= float64(time.Millisecond) {
		refuses += " for " + retrypolicy.Format(time.Duration(wait.Number))
	}
	switch {
	case rate.Kind == retrypolicy.Unknown:
	case !rate.Absent():
		if minimum.Kind == retrypolicy.Number && minimum.Number <= 1 || minimum.Kind == retrypolicy.None {
			return &settingFault{by: minimum.By,
				text: fmt.Sprintf("judges by a rate from the first call on: a single failed call is 100 %% of one, and %s. Let it take some calls before it judges", refuses)}
		}
	case trips.Is(1):
		byDefault := ""
		if trips.Val == nil {
			byDefault = ", which is the library's default"
		}
		return &settingFault{by: trips.By,
			text: fmt.Sprintf("opens on a single failed call%s: after each blip %s. Let it take several failures", byDefault, refuses)}
	case trips.Kind == retrypolicy.Given:
		return tripsByFunction(trips, refuses)
	}
	return nil
}

// tripsByFunction asks the function that decides what it says after one call, which
// has failed.
func tripsByFunction(trips retrypolicy.Value, refuses string) *settingFault {
	fn, counts := deciderOf(trips)
	if fn == nil {
		return nil
	}
	if opens, known := loops.Decide(fn, counted(counts, 1, 1, 1)); !known || !opens {
		return nil
	}
	f := &settingFault{by: trips.By, fn: fn, text: fmt.Sprintf("opens on a single failed call: after each blip %s. Let it take several failures", refuses)}
	if opens, known := loops.Decide(fn, counted(counts, 1000, 1, 1)); known && !opens {
		f.text = fmt.Sprintf("asks for a ratio of failures, but for no number of calls: if the first call after a pause fails, that is 100 %%, and %s. Ask for some %s, too", refuses, counts[0])
	}
	return f
}

// deciderOf is the function that decides when a breaker opens, and the names of the
// fields that it is given; or nil.
func deciderOf(trips retrypolicy.Value) (*ssa.Function, []string) {
	if trips.Kind != retrypolicy.Given || trips.Val == nil || trips.By.Claim == nil || trips.By.Claim.Policy.Breaker == nil {
		return nil, nil
	}
	counts := trips.By.Claim.Policy.Breaker.Counts
	fn := bodyOf(trips.Val)
	if fn == nil || len(fn.Params) != 1 || len(counts) == 0 {
		return nil, nil
	}
	return fn, counts
}

// counted are the fields of a breaker's counts after so many calls.
func counted(names []string, calls, failed, inARow int64) map[string]int64 {
	return map[string]int64{names[0]: calls, names[1]: failed, names[2]: inARow, names[3]: calls - failed}
}

// neverClears looks for a breaker that counts all calls since the start, and is opened by
// more than what has failed in a row.
func neverClears(p retrypolicy.Policy) *settingFault {
	window, trips := p[knowledge.Window], p[knowledge.Trips]
	if !window.Is(0) {
		return nil
	}
	fn, counts := deciderOf(trips)
	if fn == nil {
		return nil
	}
	const good, million = 10_000, 1_000_000
	name := nameOfWindow(window)
	if opens, known := loops.Decide(fn, counted(counts, million, 1000, 1)); known && opens {
		if at := firstTrip(fn, func(n int64) map[string]int64 { return counted(counts, million, n, 1) }, 1000); at > 1 {
			return &settingFault{by: window.By, text: fmt.Sprintf("never clears its counts (%s is 0): after any number of calls that went well, and however long it takes, failure number %d opens it. Set %s", name, at, name)}
		}
		return nil
	}
	at := firstTrip(fn, func(n int64) map[string]int64 { return counted(counts, good+n, n, n) }, million)
	if at < 1000 {
		return nil
	}
	return &settingFault{by: window.By, text: fmt.Sprintf("never clears its counts (%s is 0): after 10,000 calls that went well it takes %d failures in a row to open it. Set %s", name, at, name)}
}

func nameOfWindow(v retrypolicy.Value) string {
	if v.By.Claim != nil {
		if s := v.By.Claim.Policy.Settings[knowledge.Window]; s.Name != "" {
			return s.Name
		}
	}
	return "its window"
}

// firstTrip is the least number up to a limit for which the function opens the breaker,
// if it does for all greater ones; or 0 if it never does or that is not known.
func firstTrip(fn *ssa.Function, counts func(n int64) map[string]int64, limit int64) int64 {
	opens := func(n int64) (opens, known bool) { return loops.Decide(fn, counts(n)) }
	if at, known := opens(limit); !at || !known {
		return 0
	}
	low, high := int64(0), limit
	for high-low > 1 {
		middle := (low + high) / 2
		at, known := opens(middle)
		if !known {
			return 0
		}
		if at {
			high = middle
		} else {
			low = middle
		}
	}
	return high
}

// waitsTogether looks for a breaker that is open for the same time, each time, though
// its library can make that random.
func waitsTogether(p retrypolicy.Policy) *settingFault {
	wait, jitter := p[knowledge.Wait], p[knowledge.Jitter]
	if !jitter.Absent() || wait.Kind != retrypolicy.Number && wait.Kind != retrypolicy.Given || wait.Is(0) {
		return nil
	}
	f := &settingFault{by: jitter.By, text: "stays open for the same time in each instance: those that opened together ask the dependency together, too. Add jitter"}
	if wait.Kind == retrypolicy.Number {
		f.text = fmt.Sprintf("stays open for %s in each instance: those that opened together ask the dependency together, too. Add jitter", retrypolicy.Format(time.Duration(wait.Number)))
	}
	if jitter.By.Claim != nil {
		f.mend = jitter.By.Claim.Policy.Jitters
	}
	return f
}
