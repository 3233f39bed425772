package timeout

import (
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/effects"
	"github.com/reslint/reslint/internal/rule"
)

var remoteCall = rule.Define(rule.Rule{
	ID: "timeout/remote-call",
	Doc: lint.RawDocumentation{
		Title: "a remote call has neither a deadline nor a client with a timeout",
		Text: `The call, or one that it leads to, sends a request. The context that it is
given provably has no deadline, and the client that it uses provably has no
timeout. Whoever waits for it waits for as long as the server likes.

What a function needs from its callers is known across packages: the message
names the way from the call to the wire. Where a call goes through an interface,
the line is reported that makes the interface of a type that needs a deadline.

So is a client that gets a timeout on one way through the program and none on
the other, if what decides about the way has nothing to do with the timeout.`,
		Before: `user, err := users.Get(context.Background(), id)`,
		After: `ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
defer cancel()
user, err := users.Get(ctx, id)`,
		Since: "0.1",
	},
	Fix: `Derives a context with a deadline (30 s, or what -reslint.timeout says) in front of the call and cancels it when the
function returns. None where that would be the wrong scope: in a loop or a goroutine, where the call returns a stream, a response or
rows that are read later, where more than one function lies between the call and the wire, where the callee goes on until its
context ends (a server that first makes its tables), or where the call takes no context.`,
	Limits:    "Functions that are kept in variables and fields are not followed, nor are interfaces that are made neither where they are called nor above it.",
	Source:    `"Every outbound call has an explicit timeout, set deliberately rather than inherited"`,
	Lifecycle: rule.Stable,
})

// reportRemote reports a call where the request and the client meet, both
// without a bound.
func (c *calls) reportRemote(call *effects.Call) {
	d := analysis.Diagnostic{Related: c.related(call)}
	d.Pos, d.End = c.span(position(call))
	what := reason(call)
	if why := clientReason(call); why != "" {
		what += ", and the client is " + why
	}
	way := ""
	if first := call.Via; first != last(first) {
		way = " in " + first
	}
	if call.Wired {
		d.Message = sentence("what is used as an interface here is called without a deadline, in %s; %s", call.Via, what)
		c.once(ruleOf(call), d)
		return
	}
	d.SuggestedFixes = c.mend(call)
	d.Message = sentence("nothing ends this call%s; %s", way, what)
	c.once(ruleOf(call), d)
}

// position is where SSA says that a call stands, or the conversion of a type to
// an interface.
func position(call *effects.Call) token.Pos {
	if mi, ok := call.Instr.(*ssa.MakeInterface); ok {
		return effects.Conversion(mi)
	}
	return call.Instr.Pos()
}

func clientReason(call *effects.Call) string {
	for inner := call; inner != nil; inner = inner.Inner {
		if why := inner.Client.Why; why != "" && !inner.Client.Fresh {
			return why
		}
	}
	return ""
}
