package fallback

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/effects"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/ssabuild"
	"github.com/reslint/reslint/internal/standin"
)

var remoteFallback = rule.Define(rule.Rule{
	ID: "fallback/remote-fallback",
	Doc: lint.RawDocumentation{
		Title: "what answers for a failed remote call is another remote call",
		Text: `If the fallback can block, it is no fallback. One that calls another server is a
second dependency on the failure path, reached when the caller's time is spent
and all callers come at once, and likely to be sick for the same reason. A cache
that is down sends every read to the database behind it, which was sized for the
misses.

A fallback is found by the flow of values: where a remote call has failed, and
only there, a second call is made, and its result goes where that of the first
would have gone. So it is where a function is given both, and calls the second for
the first: that is reported where they are handed over. Answer from memory (the last good value, labelled as stale, a
default, less than the whole), or fail fast. A second source that has to be
remote gets a deadline of its own, so that it cannot take what the first has left
of the caller's, and a breaker and a limit of its own.

Silent are a deadline that is made for the second call, here or on the way to
the wire, and a breaker around it. With -strict both are asked for.

Not meant is what answers a certain error: a key that is missing from a cache is
an answer, not a failure. Nor is a retry, a compensation, or the next of several
places that know the same, a replica or what a loop goes through, as long as
something ends the call of the one before; where nothing does, the next is never
asked, and that is reported.`,
		Before: `func (s *Store) User(ctx context.Context, id string) (*User, error) {
	u, err := s.cached(ctx, id)
	if errors.Is(err, errMiss) {
		return s.load(ctx, id)
	}
	if err != nil {
		return s.load(ctx, id) // while the cache is down, every read
	}
	return u, nil
}`,
		After: `	if err != nil {
		if u, ok := s.last.Get(id); ok {
			return u.Stale(err), nil
		}
		return nil, err
	}`,
		Since: "0.1",
	},
	Fix: `Derives a context with a deadline (30 s, or what -reslint.timeout says) for the second call. None where it takes no
context, has the deadline of the first already, stands in a loop, or returns what is read later. Where the package may import the runtime, there are two alternatives: a policy for the second call, with a
deadline and a breaker; and the better repair, which needs a decision about the data: the last good answer of the first call, up to five minutes old, in
the place of the second. That is offered where the answer depends on plain parameters and their receiver, and the first call can't fail because there is
nothing of that name, or that is told apart.`,
	Limits: `Only calls that are proven to reach another machine count, as the first and as the second. A function value or an
interface's method is proven to if all that is seen behind it does, or if it answers a miss of the first, too; under -strict, a context is enough. Calls that return nothing but an error have no answer that another could stand in
for. Two methods of one type of client are taken for one service, of which the second may speak an older protocol: -strict lists them, and
replicas. A predicate about the error that is not called after some trouble counts as a certain error.`,
	Source:    `"A fallback that makes a network call is a second unbounded dependency on the failure path"`,
	Lifecycle: rule.Stable,
})

// remote reports a stand-in that waits for another machine, and whether it does.
func (f *finder) remote(s standin.StandIn) bool {
	call := &s.Instead.Call
	via, reaches := standin.Remote(call, f.conducts)
	if !reaches {
		via = f.conducts.Behind(call)
		reaches = via != ""
	}
	asks := !reaches && standin.Asks(call, f.conducts)
	if !reaches && !asks {
		return false
	}
	origin := asks && isOrigin(s)
	if !f.rep.Wanted(remoteFallback, s.Instead.Pos()) {
		return true
	}
	strict := f.rep.Settings.Strict
	if asks && !origin && !strict {
		return true // an answer from memory, for all that is known
	}
	if again(s.Instead) {
		return true
	}
	if !s.Gate && (standin.SameCallee(s.First, s.Instead) || loops.NextRound(s.First, s.Instead)) {
		f.nextReplica(s.Instead, s.First)
		return true
	}
	if !strict && !s.Gate && sameService(s, via) {
		return true
	}
	timed, guarded := f.timed(s), f.guarded(s.Instead)
	if timed && guarded || !strict && (timed || guarded) {
		return true
	}
	d := f.at(s.Instead.Pos())
	failed, answers := nameOf(&s.First.Call), nameOf(call)
	when := "when " + failed + way(failed, s.Via) + " fails"
	if s.Gate {
		when = "when " + failed + " refuses the call"
	}
	what := "waits for another machine" + way(answers, via)
	switch {
	case origin:
		what = "is what a miss is answered from: while this fails, every request goes there"
	case asks:
		what = "may wait for another machine, for all that is known here"
	}
	d.Message = when + ", " + answers + " answers in its place, and " + what + ": " + secondDependency
	if !timed && (guarded || !strict) && deadlineOf(s.Instead) == nil { // one more would be no shorter
		d.SuggestedFixes = append(f.ownDeadline(s.Instead), f.ownPolicy(s.Instead)...)
		if len(d.SuggestedFixes) > 0 { // what it needs is for a person to decide
			d.SuggestedFixes = append(d.SuggestedFixes, f.lastGood(s)...)
		}
	}
	f.once(remoteFallback, d)
	return true
}

// isOrigin reports whether what stands in is asked in another case, too, such as a miss: then
// the first is a cache on another machine, and nobody keeps one in front of something nearer.
func isOrigin(s standin.StandIn) bool {
	if s.Instead.Parent() != s.First.Parent() {
		return false
	}
	for _, b := range s.Instead.Parent().Blocks {
		for _, instr := range b.Instrs {
			other, ok := instr.(*ssa.Call)
			if !ok || other == s.Instead || other.Call.Value != s.Instead.Call.Value || other.Call.Method != s.Instead.Call.Method {
				continue
			}
			if s.First.Block().Dominates(b) {
				return true
			}
		}
	}
	return false
}

// again reports whether a call is of the function that it stands in: that tries again, and
// depends on nothing else.
func again(call *ssa.Call) bool {
	callee := deadline.Called(&call.Call)
	fn, ok := ssabuild.Outermost(call.Parent()).Object().(*types.Func)
	return ok && callee != nil && callee.Origin() == fn.Origin()
}

const secondDependency = "a second dependency on the failure path, reached when no time is left and everybody comes at once; answer from memory, or give it a deadline and a breaker of its own"

// nextReplica reports a failover to another address of the same service, where it can't
// be relied on: nothing ends the call before, so that one that hangs is never left.
func (f *finder) nextReplica(at, before *ssa.Call) {
	d := f.at(at.Pos())
	name := nameOf(&before.Call)
	switch {
	case f.endless[before]:
		d.Message = "the next one is asked only when " + name + " has failed, and nothing ends that call: one server that hangs keeps all others from being asked; give each attempt a deadline of its own"
	case f.rep.Settings.Strict:
		d.Message = "the next one is asked only when " + name + " has failed: one that hangs uses up the time of all; give each attempt a deadline of its own"
	default:
		return
	}
	f.once(remoteFallback, d)
}

// judgeFailover judges a loop that asks one server after the other.
func (f *finder) judgeFailover(op *ssa.Call) {
	if !f.rep.Wanted(remoteFallback, op.Pos()) || f.ownContext(op, nil) {
		return
	}
	f.nextReplica(op, op)
}

// sameService reports whether the two calls are methods of one kind of client: the
// second may speak an older protocol, or ask in another way, but as far as can be seen it
// is no second dependency. It is one if another library makes it.
func sameService(s standin.StandIn, via string) bool {
	if via != "" && library(via) != library(s.Via) || via == "" && !s.Instead.Call.IsInvoke() {
		return false
	}
	a, _ := deadline.Arguments(&s.First.Call)
	b, _ := deadline.Arguments(&s.Instead.Call)
	if a == nil || b == nil {
		one, other := deadline.Called(&s.First.Call), deadline.Called(&s.Instead.Call)
		return a == nil && b == nil && one != nil && other != nil && one.Pkg() == other.Pkg()
	}
	return types.Identical(a.Type(), b.Type())
}

// endless are the calls that nothing ends, for one of those who lead to them.
func endless(info *effects.Info) map[ssa.Instruction]bool {
	found := make(map[ssa.Instruction]bool)
	for _, call := range info.Calls {
		if call.Total.Kind != deadline.Unbounded || !call.Proven && call.Client.Made == nil {
			continue
		}
		for inner := call; inner != nil; inner = inner.Inner {
			found[inner.Instr] = true
		}
	}
	return found
}
