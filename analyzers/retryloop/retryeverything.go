package retryloop

import (
	"net/http"

	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/rule"
)

var retryEverything = rule.Define(rule.Rule{
	ID: "retryloop/retry-everything",
	Doc: lint.RawDocumentation{
		Title: "what the server has refused for good is tried again",
		Text: `A request that is malformed, not authorised or for something that does not exist is
refused in the same way each time. A loop that takes every status but success for a
reason to try again makes several requests of each such mistake, and its caller
waits for all of them before it is told. A wrong key with many attempts may also
lock an account. Repeat 429 and what the server could not do (500 and above), and
return the rest at once.`,
		Before: `if resp.StatusCode == http.StatusOK {
	return read(resp)
}
// wait and try again`,
		After: `if resp.StatusCode != http.StatusTooManyRequests && resp.StatusCode < 500 {
	return read(resp)
}
// wait and try again`,
		Since: "0.1",
	},
	Fix: "None: what the caller gets instead is a decision.",
	Limits: `Reported where a loop is certain to repeat 400, 401, 403, 404 and 422 that it gets from a client of net/http, and does more
with the response than to look at its status: else it may wait for a server to be there. Errors of the caller's own context are the matter of deaf-sleep and unbounded.`,
	Source:    "8 of 44 retry loops of public projects, judged by hand, repeat every error or status; RFC 9110, section 15.5: a 4xx is an error of the client",
	Lifecycle: rule.Experimental,
})

// permanent are statuses that say that the request is wrong.
var permanent = []int64{http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusUnprocessableEntity}

func (f *finder) repeatsEverything(_ *ssa.Function, r *loops.Retry) *lack {
	resp := r.Response()
	if resp == nil || resp.Index != 0 || !hasBody(&r.Op.Call) || onlyLooksAtStatus(resp) {
		return nil
	}
	for _, code := range permanent {
		if !r.RepeatsStatus(code) {
			return nil
		}
	}
	return &lack{rule: retryEverything, text: "repeats what the server has refused for good, 400, 401 and 404 included"}
}

// onlyLooksAtStatus reports whether nothing but the status of a response is of
// interest: its body is closed at most.
func onlyLooksAtStatus(resp ssa.Value) bool {
	for _, alias := range aliases(resp) {
		for _, ref := range *alias.Referrers() {
			switch ref := ref.(type) {
			case *ssa.FieldAddr:
				if deadline.Field(ref.X.Type(), ref.Field).Name() == "Body" && !onlyClosed(ref) {
					return false
				}
			case ssa.CallInstruction, *ssa.Return:
				return false
			}
		}
	}
	return true
}

func onlyClosed(body *ssa.FieldAddr) bool {
	for _, load := range *body.Referrers() {
		load, ok := load.(*ssa.UnOp)
		if !ok {
			return false
		}
		for _, ref := range *load.Referrers() {
			if call, ok := ref.(ssa.CallInstruction); ok && !isClose(call.Common()) {
				return false
			}
			if reader, ok := ref.(*ssa.ChangeInterface); ok && !onlyDiscarded(reader) {
				return false
			}
		}
	}
	return true
}

// onlyDiscarded reports whether all that is done with a body is to read it away.
func onlyDiscarded(body ssa.Value) bool {
	for _, ref := range *body.Referrers() {
		call, ok := ref.(*ssa.Call)
		if !ok {
			return false
		}
		to, ok := call.Call.Args[0].(*ssa.UnOp)
		if !ok {
			return false
		}
		if discard, ok := to.X.(*ssa.Global); !ok || discard.Name() != "Discard" {
			return false
		}
	}
	return true
}
