package retryloop

import (
	"net/http"
	"regexp"

	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/rule"
)

var ignoredRetryAfter = rule.Define(rule.Rule{
	ID: "retryloop/ignored-retry-after",
	Doc: lint.RawDocumentation{
		Title: "the server says when to come back, and nobody reads it",
		Text: `A server that answers with 429 or 503 often knows when it makes sense to ask again,
and says so in the header Retry-After: a number of seconds, or a date. A client with
a schedule of its own that is shorter is refused again, and some servers count that
against it. Wait for what the header says if it is there, with an upper limit and
with jitter added, and by the own schedule otherwise.`,
		Before: `if resp.StatusCode == http.StatusTooManyRequests {
	wait(ctx, rand.N(backoff))
	continue
}`,
		After: `if resp.StatusCode == http.StatusTooManyRequests {
	d := backoff
	if s, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil {
		d = min(time.Duration(s)*time.Second, time.Minute)
	}
	wait(ctx, d+rand.N(backoff))
	continue
}`,
		Since: "0.1",
	},
	Fix: "None: what to do if the header asks for more than the caller has is a decision.",
	Limits: `Reported where a loop is certain to repeat a 429 or 503 that it gets from a client of net/http, waits for a time that it chooses,
and neither the function nor one of the package that it calls has the header's name. Whoever else is given the response may look at it. Whether a server sends the header can't be seen.`,
	Source:    "RFC 9110, section 10.2.3: Retry-After with 503; RFC 6585, section 4: with 429",
	Lifecycle: rule.Experimental,
})

func (f *finder) ignoresRetryAfter(fn *ssa.Function, r *loops.Retry) *lack {
	resp := r.Response()
	if resp == nil || resp.Index != 0 || !hasBody(&r.Op.Call) || !waitsForTime(r) {
		return nil
	}
	codes := ""
	switch tooMany, unavailable := r.RepeatsStatus(http.StatusTooManyRequests), r.RepeatsStatus(http.StatusServiceUnavailable); {
	case tooMany && unavailable:
		codes = "429 and 503"
	case tooMany:
		codes = "429"
	case unavailable:
		codes = "503"
	default:
		return nil
	}
	if handsHeader(resp) || namesHeader(fn, 0) {
		return nil
	}
	return &lack{rule: ignoredRetryAfter, text: "repeats " + codes + " by a schedule of its own, and never reads Retry-After, in which the server says when to come back"}
}

func waitsForTime(r *loops.Retry) bool {
	for _, w := range r.Waits {
		if w.For == nil {
			return false
		}
	}
	return len(r.Waits) > 0
}

// retryAfter matches the headers in which servers say when to come back.
var retryAfter = regexp.MustCompile(`(?i)retry-?after|rate-?limit`)

// namesHeader reports whether a function, one around it or one of the package that it
// calls has the name of such a header, or reads one whose name is not constant.
func namesHeader(fn *ssa.Function, depth int) bool {
	for _, inner := range fn.AnonFuncs {
		if namesHeader(inner, depth+1) {
			return true
		}
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			for _, operand := range instr.Operands(nil) {
				if retryAfter.MatchString(constantText(*operand)) {
					return true
				}
			}
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if callee := deadline.Called(call.Common()); callee != nil && callee.FullName() == "(net/http.Header).Get" &&
				constantText(deadline.Argument(call.Common(), knowledge.Source{From: "arg"})) == "" {
				return true
			}
			if callee := call.Common().StaticCallee(); callee != nil && len(callee.Blocks) > 0 && depth < 3 && namesHeader(callee, depth+1) {
				return true
			}
		}
	}
	return false
}

// handsHeader reports whether a response or its header gets to where it can't be seen
// what is done with it.
func handsHeader(v ssa.Value) bool {
	for _, alias := range aliases(v) {
		for _, ref := range *alias.Referrers() {
			switch ref := ref.(type) {
			case *ssa.FieldAddr:
				if deadline.Field(ref.X.Type(), ref.Field).Name() != "Header" {
					continue
				}
				for _, load := range *ref.Referrers() {
					if load, ok := load.(*ssa.UnOp); !ok || handsHeader(load) {
						return true
					}
				}
			case *ssa.Store:
				if _, local := ref.Addr.(*ssa.Alloc); !local && ref.Val == alias {
					return true
				}
			case *ssa.MakeClosure:
				if !onlyCloses(ref.Fn.(*ssa.Function)) {
					return true
				}
			case *ssa.Range, *ssa.Lookup, *ssa.MakeMap:
				return true
			case ssa.CallInstruction:
				fn := deadline.Called(ref.Common())
				known := fn != nil && fn.Pkg() != nil && (fn.Pkg().Path() == "net/http" || fn.Pkg().Path() == "net/http/httputil")
				if callee := ref.Common().StaticCallee(); !known && (callee == nil || len(callee.Blocks) == 0) {
					return true
				}
			}
		}
	}
	return false
}

// onlyCloses reports whether a function literal does nothing but close, as one that is
// deferred.
func onlyCloses(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok && !isClose(call.Common()) {
				return false
			}
		}
	}
	return true
}
