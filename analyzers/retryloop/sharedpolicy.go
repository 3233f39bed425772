package retryloop

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/retrypolicy"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/ssabuild"
)

var sharedPolicy = rule.Define(rule.Rule{
	ID: "retryloop/shared-policy",
	Doc: lint.RawDocumentation{
		Title: "a backoff that counts attempts is shared by all calls",
		Text: `In some libraries a backoff value is not a policy but the state of one retry: it
counts the attempts and remembers the last wait. In a package-level variable it is
shared by all calls. Two of them at once race, reset each other's waits and use up
each other's attempts; with sethvargo/go-retry, which never resets it, the first
call that fails leaves no attempts to any other. Make the value where it is used.

The same is true of failsafe-go's Compose, which changes the executor that it is called
on: on a shared one, each call wraps one more policy around all calls that follow.`,
		Before: `var policy = retry.WithMaxRetries(3, retry.NewExponential(time.Second))

func fetch(ctx context.Context) error {
	return retry.Do(ctx, policy, get)
}`,
		After: `func fetch(ctx context.Context) error {
	policy := retry.WithMaxRetries(3, retry.NewExponential(time.Second))
	return retry.Do(ctx, policy, get)
}`,
		Since: "0.1",
	},
	Fix:       "None.",
	Limits:    "Values in the fields of structs are not reported: such a struct may belong to one call.",
	Source:    "sethvargo/go-retry v0.5.0: WithMaxRetries(2) shared by three calls gives them 3, 1 and 1 attempts; cenkalti/backoff v4.3.0: not thread-safe; failsafe-go v0.9.8: Compose appends to the executor's policies",
	Lifecycle: rule.Stable,
})

// judgeShared looks for a policy with a state in a package-level variable.
func (u *libraryUse) judgeShared() {
	state := u.policy[knowledge.State]
	if state.Kind != retrypolicy.Given || state.Shared == nil || runsOnce(u.call.Parent()) {
		return
	}
	u.add(libraryFault{rule: sharedPolicy, by: retrypolicy.By{At: u.call, Claim: u.claim},
		says:  "all calls of " + ssabuild.Outermost(u.call.Parent()).Name() + " share " + state.Shared.Name() + ", which counts the attempts of one retry: calls at the same time race, and use up each other's attempts and waits. Make it anew for each retry",
		short: "its policy is shared"})
}

// judgeGrowth looks for a method that adds a policy to a shared executor, where
// something is executed: it is added anew with each call.
func (u *libraryUse) judgeGrowth() {
	call, ok := u.call.(*ssa.Call)
	shared := globalOf(u.call)
	if !ok || shared == nil || runsOnce(call.Parent()) || !executes(call, 0) {
		return
	}
	u.add(libraryFault{rule: sharedPolicy, by: retrypolicy.By{At: u.call, Claim: u.claim},
		says: fmt.Sprintf("%s changes %s itself, which all calls of %s share: each call wraps one more policy around all that follow, a retry multiplies their attempts each time. Make the executor here, or compose it once where it is made",
			u.callee.Name(), shared.Name(), ssabuild.Outermost(call.Parent()).Name())})
	u.report()
}

// executes reports whether something is executed by what the call returns.
func executes(call *ssa.Call, depth int) bool {
	for _, ref := range *call.Referrers() {
		next, ok := ref.(*ssa.Call)
		if !ok || !next.Call.IsInvoke() || next.Call.Value != call || depth > 5 {
			continue
		}
		name := next.Call.Method.Name()
		if strings.HasPrefix(name, "Run") || strings.HasPrefix(name, "Get") || executes(next, depth+1) {
			return true
		}
	}
	return false
}

// runsOnce reports whether fn is main or an init function.
func runsOnce(fn *ssa.Function) bool {
	return fn.Parent() == nil && fn.Signature.Recv() == nil && (fn.Name() == "main" || fn.Name() == "init" || fn.Synthetic != "")
}
