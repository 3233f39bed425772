package retryloop

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/fix"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/retrypolicy"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/ssabuild"
)

// A libraryUse is one call of a retry library, with the policy that it is given.
type libraryUse struct {
	l *library
	// call is nil where a struct is judged as it is written.
	call   ssa.CallInstruction
	claim  *knowledge.Claim
	callee *types.Func
	policy retrypolicy.Policy
	faults []libraryFault
	// ctx is the context at hand that the retry does not listen to, or nil.
	ctx *capturedContext
}

// A libraryFault is one thing that is wrong with a policy.
type libraryFault struct {
	rule *rule.Rule
	// says is the message, short what is missing, for a message that is about
	// something worse.
	says, short string
	// by is what sets the property, or leaves it out.
	by retrypolicy.By
	// mend is the edit that the table has for it, or nil.
	mend *knowledge.Edit
	// verb says what the edit does.
	verb string
}

func (u *libraryUse) add(f libraryFault) { u.faults = append(u.faults, f) }

// judgeRetry looks for the faults of a call that repeats an operation, the most
// dangerous first.
func (u *libraryUse) judgeRetry() {
	attempts := u.policy[knowledge.Attempts]
	if attempts.Kind == retrypolicy.Number && attempts.Number <= 1 {
		return // nothing is repeated
	}
	if !retrypolicy.Repeats(u.call.Common(), u.claim) {
		return
	}
	u.judgeNoWait()
	u.judgeWrite()
	u.judgeShared()
	u.judgeEnd()
	u.judgeCap()
	u.judgeJitter()
	u.judgeClip()
	u.judgeContext()
	u.report()
}

// judgePause looks at the wait that a loop of the program's own takes from a
// policy.
func (u *libraryUse) judgePause() {
	call, ok := u.call.(*ssa.Call)
	if !ok {
		return
	}
	slept, checked := waits(call)
	if !slept {
		return
	}
	if !checked {
		u.judgeStop(call)
	}
	u.judgeNoWait()
	if !u.policy[knowledge.Factor].Is(1) {
		u.judgeJitter() // who backs off does so for a failure; equal waits are no proof of one
	}
	u.report()
}

func (u *libraryUse) judgeNoWait() {
	s, ok := u.policy.Schedule()
	if !ok {
		return
	}
	wait := u.policy[knowledge.Wait]
	switch {
	case s.Wait <= 0:
		u.add(libraryFault{rule: noBackoff, by: wait.By,
			says:  "this retry does not wait between its attempts: a server in trouble gets them all at once. Let it wait, longer each time and with jitter",
			short: "it does not wait"})
	case s.Factor == 0 && s.Waits != 1:
		by, zero := u.policy[knowledge.Factor].By, u.nameOf(knowledge.Factor)
		if c := u.policy[knowledge.Cap]; c.Is(0) {
			by, zero = c.By, u.nameOf(knowledge.Cap)
		}
		u.add(libraryFault{rule: noBackoff, by: by,
			says:  fmt.Sprintf("with %s 0 the waits are %s: a server in trouble gets all attempts at once. Set it", zero, s),
			short: "it waits once only"})
	}
}

// nameOf is the field that a property is taken from, or the property itself.
func (u *libraryUse) nameOf(p knowledge.Property) string {
	by := u.policy[p].By
	claims := []*knowledge.Claim{by.Claim}
	if v, ok := by.At.(ssa.Value); ok {
		claims = append(claims, knowledge.RetryType(v.Type())) // what a constructor makes
	}
	for _, claim := range claims {
		if claim == nil {
			continue
		}
		if s, ok := claim.Policy.Settings[p]; ok && s.From == "field" {
			return s.Name
		}
	}
	return string(p)
}

func (u *libraryUse) judgeEnd() {
	if u.policy[knowledge.Attempts].Kind != retrypolicy.None || u.policy[knowledge.Limit].Kind != retrypolicy.None {
		return
	}
	ends := u.policy[knowledge.Ends]
	why := "no number of attempts, no time and no context"
	if ends.Kind == retrypolicy.Given && isFresh(ends.Val) {
		why = "no number of attempts and no time, and its context never ends"
	} else if ends.Kind != retrypolicy.None {
		return
	}
	u.add(libraryFault{rule: unbounded, by: retrypolicy.By{At: u.call, Claim: u.claim},
		says:  "nothing ends this retry, " + why + ": as long as the dependency is down, its callers wait and it adds load. Give it an end",
		short: "nothing ends it"})
}

// longWait is from what wait on a retry is none any more: whoever waits for its
// result has gone.
const longWait = time.Hour

func (u *libraryUse) judgeCap() {
	s, ok := u.policy.Schedule()
	if !ok || s.Factor <= 1 || u.policy[knowledge.Cap].Kind != retrypolicy.None || u.policy[knowledge.Limit].Kind != retrypolicy.None {
		return
	}
	switch ends := u.policy[knowledge.Ends]; {
	case ends.Kind == retrypolicy.None, ends.Kind == retrypolicy.Given && isFresh(ends.Val):
	default:
		return // a deadline may cut the waits
	}
	// The number of attempts may be what keeps the waits short.
	if n := u.policy[knowledge.Attempts]; n.Kind == retrypolicy.Unknown || n.Kind == retrypolicy.Given || s.Last() <= longWait {
		return
	}
	says := fmt.Sprintf("without a cap these waits grow to %s (%s)", retrypolicy.Format(s.Last()), s)
	if s.Waits == 0 {
		says = fmt.Sprintf("without a cap these waits double on and on (%s): after %d attempts one takes more than an hour", s, until(s, longWait))
	}
	u.add(libraryFault{rule: noCap, by: u.policy[knowledge.Wait].By,
		says:  says + ": an operation that could succeed again is not tried. Cap the waits at some seconds",
		short: "its waits have no cap"})
}

// until is after how many attempts a wait is longer than d.
func until(s retrypolicy.Schedule, d time.Duration) int {
	for i := 0; ; i++ {
		if s.At(i) > d {
			return i + 1
		}
	}
}

func (u *libraryUse) judgeJitter() {
	wait, factor := u.policy[knowledge.Wait], u.policy[knowledge.Factor]
	if !u.policy[knowledge.Jitter].Absent() || wait.Is(0) || factor.Is(0) {
		return
	}
	if wait.Kind == retrypolicy.Unknown || factor.Kind == retrypolicy.Unknown {
		return // the waits may be random by themselves
	}
	by := u.policy[knowledge.Jitter].By
	f := libraryFault{rule: noJitter, by: by, short: "its waits have no jitter", verb: "add jitter"}
	if by.Claim != nil {
		f.mend = by.Claim.Policy.Jitters
	}
	list := ""
	if s, ok := u.policy.Schedule(); ok {
		list = " (" + s.String() + ")"
	}
	advice := "Add jitter"
	if name := u.nameOf(knowledge.Jitter); f.mend == nil && name != string(knowledge.Jitter) {
		advice = "Set " + name
	} else if f.mend != nil {
		advice += ": " + u.advice(f.mend, by.Claim)
	}
	if factor.Is(1) {
		f.rule = constantBackoff
		f.says = "this retry always waits for the same time" + list + ": clients that failed together come back together, each time, for as long as the trouble lasts. " + advice
	} else {
		f.says = "these waits grow, but have no jitter" + list + ": clients that failed together come back together. " + advice
	}
	u.add(f)
}

// judgeClip looks for random waits that the library clips to one length, for the
// first is not below the cap.
func (u *libraryUse) judgeClip() {
	wait, longest := u.policy[knowledge.Wait], u.policy[knowledge.Cap]
	if wait.Kind != retrypolicy.Number || longest.Kind != retrypolicy.Number ||
		wait.Number <= 0 || longest.Number < 0 || wait.Number < longest.Number {
		return
	}
	var always float64
	switch u.policy.Clip() {
	case "wait":
		always = wait.Number
	case "cap":
		always = longest.Number
	}
	if always <= 0 {
		return // it is not clipped, or does not wait
	}
	by := wait.By
	if wait.Val == nil {
		by = longest.By
	}
	u.add(libraryFault{rule: constantBackoff, by: by,
		says: fmt.Sprintf("with a first wait of %s and a longest of %s this retry always waits for %s, without jitter: clients that failed together come back together, each time. Let the longest be some times the first",
			retrypolicy.Format(time.Duration(wait.Number)), retrypolicy.Format(time.Duration(longest.Number)), retrypolicy.Format(time.Duration(always))),
		short: "its waits have no jitter"})
}

// advice names what the edit of a table does.
func (u *libraryUse) advice(e *knowledge.Edit, of *knowledge.Claim) string {
	if e.Field != "" {
		return "set " + e.Field + " to " + e.Text
	}
	if _, rest, ok := strings.Cut(e.Text, "$pkg."); ok {
		name, _, _ := strings.Cut(rest, "(")
		name, _, _ = strings.Cut(name, "{")
		return u.callee.Pkg().Name() + "." + name
	}
	if method, ok := strings.CutPrefix(e.Text, "$."); ok {
		name, _, _ := strings.Cut(method, "(")
		return name
	}
	return "pass " + e.Text + " to " + u.callee.Pkg().Name() + "." + of.Name
}

// longEnough is from what time on it matters that waits can't be ended.
const longEnough = time.Second

func (u *libraryUse) judgeContext() {
	ends := u.policy[knowledge.Ends]
	elsewhere := ends.Kind == retrypolicy.Given && (isFresh(ends.Val) || ends.Shared != nil)
	if ends.Kind != retrypolicy.None && !elsewhere || u.claim.Policy.Repeats != "" {
		return
	}
	if filter, ok := u.policy[knowledge.Filter]; ok && filter.Kind != retrypolicy.None {
		return // it may know the errors of contexts
	}
	ctx := u.contextAtHand()
	if ctx == nil {
		return
	}
	goesOn := "goes on"
	if s, ok := u.policy.Schedule(); ok && s.Waits > 0 {
		if s.Total() < longEnough {
			return
		}
		goesOn += " for " + retrypolicy.Format(s.Total())
	} else if limit := u.policy[knowledge.Limit]; limit.Kind == retrypolicy.Number {
		goesOn += " for up to " + retrypolicy.Format(time.Duration(limit.Number))
	}
	u.ctx = ctx
	f := libraryFault{rule: deafSleep, by: retrypolicy.By{At: u.call, Claim: u.claim}, verb: "pass " + ctx.name,
		says:  fmt.Sprintf("the operation ends with %s, but this retry does not listen to it: when the caller has gone, it %s, with attempts that can't succeed", ctx.name, goesOn),
		short: "it does not listen to " + ctx.name}
	switch {
	case elsewhere && ends.Shared != nil && !isFresh(ends.Val):
		f.says = fmt.Sprintf("all calls of %s share %s, with the context that it was made with, and not %s: when that one has ended, nothing is repeated any more, and when a caller has gone, this %s. Make it anew for each retry, or leave its context out",
			ssabuild.Outermost(u.call.Parent()).Name(), ends.Shared.Name(), ctx.name, goesOn)
	case !elsewhere:
		u.listens(&f, ends.By)
	}
	u.add(f)
}

// listens offers the edit that passes the context at hand.
func (u *libraryUse) listens(f *libraryFault, by retrypolicy.By) {
	if f.mend = u.claim.Policy.Listens; f.mend == nil && by.Claim != nil && by.Claim.Policy.Listens != nil {
		f.mend, f.by = by.Claim.Policy.Listens, by
	}
	if f.mend != nil {
		f.says += ". Pass it by " + u.advice(f.mend, f.by.Claim)
	}
}

// report reports the first fault, with the others in its message. A rule that is
// switched off does not hide the others, nor does a place that has been reported
// for another use of the same policy.
func (u *libraryUse) report() {
	var call ast.Expr
	if u.call != nil {
		if call = (retrypolicy.By{At: u.call}).Node(u.l.pass.Files); call == nil {
			return
		}
	}
	var faults []libraryFault
	var places []ast.Expr
	for _, f := range u.faults {
		place := f.by.Node(u.l.pass.Files)
		if place == nil {
			place = call
		}
		if place == nil {
			continue
		}
		if u.l.rep.Wanted(f.rule, place.Pos()) && !u.l.reported[place.Pos()] {
			faults = append(faults, f)
			places = append(places, place)
		}
	}
	if len(faults) == 0 {
		return
	}
	d := analysis.Diagnostic{Pos: places[0].Pos(), End: places[0].End(), Message: faults[0].says}
	var more []string
	for i, f := range faults {
		u.l.reported[places[i].Pos()] = true
		if i > 0 {
			more = append(more, f.short)
		}
	}
	if len(more) > 0 {
		d.Message += " (also: " + strings.Join(more, ", ") + ")"
	}
	if call != nil && call.Pos() != d.Pos {
		d.Related = []analysis.RelatedInformation{{Pos: call.Pos(), End: call.End(), Message: "it is used here"}}
	}
	d.SuggestedFixes = u.fixes(faults)
	u.l.rep.Report(faults[0].rule, d)
}

// fixes are the edits for all faults that have one, if they end the first: a
// context ends what nothing else does.
func (u *libraryUse) fixes(faults []libraryFault) []analysis.SuggestedFix {
	var verbs []string
	var edits []analysis.TextEdit
	cured := false
	for i, f := range faults {
		if f.mend == nil {
			continue
		}
		if more := u.edits(f); more != nil {
			edits = append(edits, more...)
			verbs = append(verbs, f.verb)
			cured = cured || i == 0 || faults[0].rule == unbounded && f.rule == deafSleep
		}
	}
	if !cured {
		return nil
	}
	message := strings.Join(verbs, " and ")
	return []analysis.SuggestedFix{fix.New(u.l.pass, strings.ToUpper(message[:1])+message[1:], edits...)}
}
