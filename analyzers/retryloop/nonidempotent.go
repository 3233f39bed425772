package retryloop

import (
	"fmt"
	"go/constant"
	"net/http"
	"regexp"

	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/retrypolicy"
	"github.com/reslint/reslint/internal/rule"
)

var nonIdempotent = rule.Define(rule.Rule{
	ID: "retryloop/non-idempotent",
	Doc: lint.RawDocumentation{
		Title: "a write is repeated that may have been done",
		Text: `A request that fails has not always failed: the connection may break after the server
has done the work, and before it could say so. To repeat a GET or a PUT is harmless
then. To repeat a POST creates a second order. HTTP calls the methods that may be
repeated idempotent; POST and PATCH are not among them, unless the server can tell a
repetition by a key that the client sends along.`,
		Before: `resp, err := retryablehttp.NewClient().Post(url, "application/json", order)`,
		After: `req, err := retryablehttp.NewRequest(http.MethodPost, url, order)
…
req.Header.Set("Idempotency-Key", key)
resp, err := retryablehttp.NewClient().Do(req)`,
		Since: "0.1",
	},
	Fix: "None: the server has to know the key.",
	Limits: `Some servers take POST for queries, which may be repeated; that can't be seen here, so the
rule is off by default. A client with a CheckRetry, a retry condition, a hook or a transport of its own is
not judged, nor is a request whose method is not constant. A loop is judged if every error of a client of net/http leads to the next attempt, in the
loop's function or one of the package that it calls; one that has anything by the name of a key, or hands the request on, is not.`,
	Source:    "RFC 9110, section 9.2.2; go-retryablehttp v0.7.8: DefaultRetryPolicy does not look at the method, a POST is sent 5 times; resty v2.17.2: nor does Backoff",
	Lifecycle: rule.Experimental,
})

// judgeWrite looks for a POST or PATCH without a key that is repeated after
// failures of all kinds.
func (u *libraryUse) judgeWrite() {
	attempts := u.policy[knowledge.Attempts]
	if attempts.Kind != retrypolicy.Number || u.policy[knowledge.Filter].Kind != retrypolicy.None {
		return
	}
	method := u.method()
	if method != http.MethodPost && method != http.MethodPatch || mentionsKey(u.call.Parent()) {
		return
	}
	u.add(libraryFault{rule: nonIdempotent, by: retrypolicy.By{At: u.call, Claim: u.claim},
		says:  fmt.Sprintf("this %s is sent up to %.0f times if its connection breaks, which may be after the server has done it: then it is done twice. Send an Idempotency-Key that the server knows, or do not repeat it", method, attempts.Number),
		short: "it repeats a " + method})
}

// method is the HTTP method of what is repeated, if it is constant.
func (u *libraryUse) method() string {
	policy := u.claim.Policy
	if policy.Writes != "" {
		return policy.Writes
	}
	if policy.Request < 0 {
		if policy.Method < 0 {
			return ""
		}
		return constantText(deadline.Argument(u.call.Common(), knowledge.Source{From: "arg", Arg: policy.Method}))
	}
	request := deadline.Argument(u.call.Common(), knowledge.Source{From: "arg", Arg: policy.Request})
	if result, ok := request.(*ssa.Extract); ok {
		request = result.Tuple
	}
	made, ok := request.(*ssa.Call)
	if !ok {
		return ""
	}
	fn := deadline.Called(made.Common())
	if fn == nil {
		return ""
	}
	claim := knowledge.Retries(fn)
	if claim == nil || claim.Policy.Method < 0 {
		return ""
	}
	return constantText(deadline.Argument(made.Common(), knowledge.Source{From: "arg", Arg: claim.Policy.Method}))
}

func constantText(v ssa.Value) string {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.String {
		return ""
	}
	return constant.StringVal(c.Value)
}

// keyHeader matches the headers by which a server can tell a repetition.
var keyHeader = regexp.MustCompile(`(?i)idempot|(request|transaction)[-_]?id|client-?token|if-(none-)?match|dedup|nonce`)
