package retryloop

import (
	"fmt"
	"regexp"
	"time"

	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/retrypolicy"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/ssabuild"
)

var tooManyAttempts = rule.Define(rule.Rule{
	ID: "retryloop/too-many-attempts",
	Doc: lint.RawDocumentation{
		Title: "more attempts than help",
		Text: `A fault that is over in a moment is survived by the second or third attempt. One that
is not is an outage, and then each attempt is load on a server that is down, and
time in which the caller holds what it holds: ten attempts are ten times the
traffic, and a hundred if the caller does the same. Three attempts are the usual
number.`,
		Before: `for i := 0; i < 10; i++ {`,
		After:  `for i := 0; i < 3; i++ {`,
		Since:  "0.1",
	},
	Fix:       "None: how many are enough is a decision.",
	Limits:    "Reported where a loop makes a constant number of more than 5 attempts (`-attempts` says another limit) in a function that is given a context or a request. One that by its name connects or starts something may try for longer.",
	Source:    "Google, Site Reliability Engineering, chapter 21: up to three attempts for each request; gRPC A6: more than 5 attempts are taken as 5, which is the limit here unless -attempts says another",
	Lifecycle: rule.Experimental,
})

// startsUp matches the names of functions that may have to wait until another server
// is there.
var startsUp = regexp.MustCompile(`(?i)connect|dial|start|setup|init|boot|open|^new|register|join|watch|subscribe`)

func (f *finder) tooMany(fn *ssa.Function, r *loops.Retry) *lack {
	if r.Attempts <= f.rep.Settings.Attempts || !hasContext(fn) || runsOnce(ssabuild.Outermost(fn)) || startsUp.MatchString(ssabuild.Outermost(fn).Name()) {
		return nil
	}
	text := fmt.Sprintf("makes up to %d attempts", r.Attempts)
	if d := totalWait(r); d > 0 {
		text += " and waits up to " + retrypolicy.Format(d) + " between them"
	}
	return &lack{rule: tooManyAttempts, text: text + ": each is load on what is down already, and two or three survive what is over in a moment"}
}

// totalWait is how long the loop waits between its attempts, or 0 if that is not
// constant.
func totalWait(r *loops.Retry) time.Duration {
	if len(r.Waits) != 1 {
		return 0
	}
	return r.Schedule(r.Waits[0]).Const * time.Duration(r.Attempts-1)
}
