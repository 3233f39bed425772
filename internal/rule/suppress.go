package rule

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/directive"
)

var directives = Define(Rule{
	ID: "reslint/directive",
	Doc: lint.RawDocumentation{
		Title: "a comment to reslint that does not do what it says",
		Text: `A suppression is a decision that somebody will read in two years, so
it has to name the rule and the reason:

    //reslint:ignore RULE[,RULE...] reason

RULE is the ID of a rule or the name of a family. The comment stands on the line
of the finding, on the line above, or above a declaration, which it then covers
whole (above the package clause: the file). Without a reason, or with a rule that
does not exist, it is not obeyed, and says so here, because a suppression that
silently does nothing and one that silently does too much look the same.

With \'-strict\', a directive that suppresses nothing is reported, too: the code
was mended, and the comment would hide the next fault in its place. So is a
comment that is not a directive only because of a space.`,
		Before: `//reslint:ignore timeout/http-client
client := &http.Client{}`,
		After: `//reslint:ignore timeout/http-client the stream ends with the request's context
client := &http.Client{}`,
		Since: "0.1",
	},
	Fix: "Removes the space of `// reslint:ignore` under -strict. A reason can't be made up, so nothing else is mended.",
	Limits: "`//nolint` comments are obeyed as golangci-lint obeys them and never reported; its nolintlint does that. " +
		"A directive for a rule that is switched off is not called unused.",
	Source:    "The form follows Go's directive comments (go.dev/doc/comment#directives) and staticcheck's //lint:ignore, which wants a reason, too.",
	Lifecycle: Stable,
})

// A use is one name in one directive: what has to suppress something.
type use struct {
	d    *directive.Directive
	name string
}

// LeaveNolint leaves //nolint comments to the driver. golangci-lint obeys them by itself,
// and has to see what they suppress: its nolintlint complains of those that suppress nothing.
var LeaveNolint bool

// suppressed reports whether a directive suppresses a finding of r at pos, and
// notes that it was good for something.
func (rep *Reporter) suppressed(r *Rule, pos token.Pos) bool {
	matching := rep.directives.Matching(r.ID, pos)
	if LeaveNolint {
		matching = slices.DeleteFunc(matching, (*directive.Directive).Nolint)
	}
	for _, d := range matching {
		for _, name := range d.Rules {
			if directive.Covers(name, r.ID) {
				rep.used[use{d, name}] = true
			}
		}
	}
	return len(matching) > 0
}

// Close reports, if the settings are strict, the directives for the family of
// the reporter that suppressed nothing. A family calls it when it has looked at
// everything.
func (rep *Reporter) Close() {
	if !rep.Settings.Strict {
		return
	}
	for _, d := range rep.directives.All {
		if d.Nolint() {
			continue
		}
		for _, name := range d.Rules {
			if !rep.used[use{d, name}] && rep.judges(name) {
				rep.Report(directives, analysis.Diagnostic{
					Pos: d.Pos, End: d.End,
					Message: fmt.Sprintf("//reslint:ignore %s suppresses nothing: remove it", name),
				})
			}
		}
	}
}

// judges reports whether all that name stands for was looked for by the
// reporter's family.
func (rep *Reporter) judges(name string) bool {
	if family, _, _ := strings.Cut(name, "/"); family != rep.pass.Analyzer.Name {
		return false
	}
	found := false
	for _, r := range all {
		if directive.Covers(name, r.ID) {
			if !rep.Settings.Enabled(r) && !r.Doc.NonDefault {
				return false
			}
			found = found || rep.Settings.Enabled(r)
		}
	}
	return found
}

// reportDirectives reports the directives that can't be obeyed.
func reportDirectives(rep *Reporter) {
	for _, p := range rep.directives.Problems {
		if !p.Hint || rep.Settings.Strict {
			rep.Report(directives, p.Diagnostic)
		}
	}
	for _, d := range rep.directives.All {
		if d.Nolint() {
			continue
		}
		for _, name := range d.Rules {
			if !Known(name) {
				rep.Report(directives, analysis.Diagnostic{
					Pos: d.Pos, End: d.End,
					Message: fmt.Sprintf("//reslint:ignore names the unknown rule %q (reslint rules lists them)", name),
				})
			}
		}
	}
}
