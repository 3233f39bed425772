package retryloop

import (
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/retrypolicy"
	"github.com/reslint/reslint/internal/rule"
)

var sharedPolicy = rule.Define(rule.Rule{
	ID: "retryloop/shared-policy",
	Doc: lint.RawDocumentation{
		Title: "a backoff that counts attempts is shared by all calls",
		Text: `In some libraries a backoff value is not a policy but the state of one retry: it
counts the attempts and remembers the last wait. In a package-level variable it is
shared by all calls. Two of them at once race, reset each other's waits and use up
each other's attempts; with sethvargo/go-retry, which never resets it, the first
call that fails leaves no attempts to any other. Make the value where it is used.`,
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
	Source:    "sethvargo/go-retry v0.5.0: WithMaxRetries(2) shared by three calls gives them 3, 1 and 1 attempts; cenkalti/backoff v4.3.0: not thread-safe",
	Lifecycle: rule.Stable,
})

// judgeShared looks for a policy with a state in a package-level variable.
func (u *libraryUse) judgeShared() {
	state := u.policy[knowledge.State]
	if state.Kind != retrypolicy.Given || runsOnce(u.call.Parent()) {
		return
	}
	made, ok := state.By.At.(ssa.Value)
	if !ok {
		return
	}
	name := initialOf(made)
	if name == "" {
		return
	}
	u.add(libraryFault{rule: sharedPolicy, by: retrypolicy.By{At: u.call, Claim: u.claim},
		says:  "all calls of " + outermost(u.call.Parent()).Name() + " share " + name + ", which counts the attempts of one retry: calls at the same time race, and use up each other's attempts and waits. Make it anew for each retry",
		short: "its policy is shared"})
}

// initialOf is the name of the package-level variable that begins with a value
// which is, or is made of, made; or empty.
func initialOf(made ssa.Value) string {
	if made.Parent() == nil || made.Parent().Synthetic != "package initializer" {
		return ""
	}
	for _, ref := range *made.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if g, ok := ref.Addr.(*ssa.Global); ok && ref.Val == made {
				return g.Name()
			}
		case ssa.Value:
			if name := initialOf(ref); name != "" {
				return name
			}
		}
	}
	return ""
}

// runsOnce reports whether fn is main or an init function.
func runsOnce(fn *ssa.Function) bool {
	return fn.Parent() == nil && fn.Signature.Recv() == nil && (fn.Name() == "main" || fn.Name() == "init" || fn.Synthetic != "")
}
