package retryloop

import (
	"go/ast"
	"go/token"
	"regexp"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/effects"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/rule"
)

var renewedKey = rule.Define(rule.Rule{
	ID: "retryloop/renewed-key",
	Doc: lint.RawDocumentation{
		Title: "each attempt has an idempotency key of its own",
		Text: `An idempotency key tells a server that a request is the repetition of one that it may
have done already: the answer got lost, the work did not. It keeps its promise only
if all attempts carry the same key. One that is made anew inside of the retry, from
a UUID, a random number or the clock, makes each attempt a request of its own: one
payment becomes two. Make the key once, before the first attempt.`,
		Before: `for range 3 {
	req.Header.Set("Idempotency-Key", uuid.NewString())
	…
}`,
		After: `req.Header.Set("Idempotency-Key", uuid.NewString())
for range 3 {
	…
}`,
		Since: "0.1",
	},
	Fix: "None: where the operation begins that the key stands for, only a person knows.",
	Limits: `A key is known by its name: Idempotency-Key, ClientToken, ClientRequestToken, CreationToken,
deduplication id and their like. A request id is none, for many programs want a new one
in each attempt, for their logs. A key that only some ways through an attempt renew is
not reported, nor one that is made in another package.`,
	Source:    "aliyun/terraform-provider-alicloud #10305: one apply made four to six gateways",
	Lifecycle: rule.Stable,
})

// keyName matches the headers, fields and map keys by which a server tells a
// repetition.
var keyName = regexp.MustCompile(`(?i)^(x-)?(idempoten(cy|t)[-_]?(key|token|id)?|client[-_]?(request[-_]?|idempotency[-_]?)?token|creation[-_]?token|(message[-_]?)?deduplication[-_]?id|repeatability-request-id|nats-msg-id)$`)

// A keyFinder looks for keys that are renewed in each attempt.
type keyFinder struct {
	pass *analysis.Pass
	rep  *rule.Reporter
	// known are the keys that the functions of the package set, found once.
	known    map[*ssa.Function][]keyed
	reported map[token.Pos]bool
}

// reportRenewedKeys looks at all that the package repeats, in loops, through its own
// helpers and through libraries.
func reportRenewedKeys(pass *analysis.Pass, rep *rule.Reporter) {
	if !rep.Settings.Enabled(renewedKey) || !namesKey(pass) {
		return
	}
	k := &keyFinder{pass: pass, rep: rep, known: make(map[*ssa.Function][]keyed), reported: make(map[token.Pos]bool)}
	conducts := pass.ResultOf[effects.Analyzer].(*effects.Info).Conducts
	for _, fn := range effects.Functions(pass) {
		if conducts == nil {
			break
		}
		for _, r := range loops.Retries(fn, conducts) {
			k.report(k.inLoop(r), r.Op.Pos())
		}
		for _, call := range callsIn(fn.Blocks) {
			if op := repeatedBy(call, conducts); op != nil {
				k.report(k.summary(op, 0), call.Pos())
			}
		}
	}
}

// namesKey reports whether the package writes such a name at all: only then is its
// SSA form worth a look.
func namesKey(pass *analysis.Pass) bool {
	for _, f := range pass.Files {
		for n := range ast.Preorder(f) {
			switch n := n.(type) {
			case *ast.BasicLit:
				if n.Kind == token.STRING && keyName.MatchString(n.Value[1:len(n.Value)-1]) {
					return true
				}
			case *ast.Ident:
				if setsNamedKey(n.Name) {
					return true
				}
			}
		}
	}
	return false
}

// repeatedBy is the function that a call repeats, a helper's or a library's, if its body
// is in this package.
func repeatedBy(call ssa.CallInstruction, conducts *effects.Conducts) *ssa.Function {
	callee := deadline.Called(call.Common())
	if callee == nil {
		return nil
	}
	if known := conducts.Repeats(callee); known != nil {
		if given := known.Given(call.Common()); given != nil {
			return functionOf(given)
		}
		return nil
	}
	claim := knowledge.Retries(callee)
	if claim == nil || claim.Kind != knowledge.Retry || claim.Policy.Op < 0 || claim.Policy.Repeats == "false" {
		return nil
	}
	return functionOf(deadline.Argument(call.Common(), knowledge.Source{From: "arg", Arg: claim.Policy.Op}))
}

// report reports the keys that are new in each attempt of a retry.
func (k *keyFinder) report(keys []keyed, at token.Pos) {
	for _, key := range keys {
		if !key.fresh || !key.sent || k.reported[key.pos] {
			continue
		}
		k.reported[key.pos] = true
		k.rep.Report(renewedKey, analysis.Diagnostic{
			Pos:     key.pos,
			Message: "each attempt of a retry gets a new " + key.name + ": if the server has done the work and only its answer was lost, the next attempt has it done again. Make the key once, before the first attempt",
			Related: []analysis.RelatedInformation{{Pos: at, Message: "it is repeated here"}},
		})
	}
}
