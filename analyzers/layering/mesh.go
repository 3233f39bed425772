package layering

import (
	"fmt"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/destination"
	"github.com/reslint/reslint/internal/effects"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/mesh"
	"github.com/reslint/reslint/internal/retrypolicy"
	"github.com/reslint/reslint/internal/rule"
)

var meshRule = rule.Define(rule.Rule{
	ID: "layering/mesh",
	Doc: lint.RawDocumentation{
		Title: "a retry of what the mesh retries, too",
		Text: `A proxy on the way, the sidecar of a mesh or a gateway, tries a failed call again by
itself. A retry in the program then repeats all of its attempts: 3 attempts here are 9
calls, and in an outage that is 9 times the load on a server that is down already. Let one
of the two retry: the one that knows whether the request may be repeated, and when.`,
		Before: `for range 3 { // and the VirtualService of orders says "retries: {attempts: 2}"
	if res, err = client.Get("http://orders/next"); err == nil {
		return res, nil
	}
	wait(ctx)
}`,
		After: `res, err := client.Get("http://orders/next")`,
		Since: "0.1",
	},
	Fix: "None: who is to retry is a decision, and half of it stands in another file.",
	Limits: `Nothing is reported without the setting ` + "`-mesh`" + `, which takes HOST=ATTEMPTS and the files of Istio (VirtualService), of
the Kubernetes Gateway API (HTTPRoute, GRPCRoute) and of Envoy (virtual hosts). Reported are clients that retry, and loops and retry functions around a call
in the same package, whose host is a constant there: in a URL, a request or the target of a gRPC connection. What a program
encrypts itself a sidecar can't read, so files count for https only where they speak of a gateway. Of several routes of a host the
least number of attempts counts. A VirtualService that does not say counts with Istio's default of two retries; HOST=1 says that
there is none.`,
	Source:    "istio/istio, pilot/pkg/networking/core/route/retry/retry.go (2 retries by default, attempts: 0 for none) and https://istio.io/latest/docs/concepts/traffic-management/#retries; Gateway API v1, HTTPRouteRetry.attempts; Envoy v3, RetryPolicy: num_retries is 1 by default, and none without retry_on",
	Lifecycle: rule.Stable,
})

// A meshFinder finds the retries of what the mesh retries.
type meshFinder struct {
	pass     *analysis.Pass
	rep      *rule.Reporter
	conducts *effects.Conducts
	hosts    *destination.Finder
	policies *retrypolicy.Evaluator
}

func reportMesh(pass *analysis.Pass, rep *rule.Reporter) {
	conducts := pass.ResultOf[effects.Analyzer].(*effects.Info).Conducts
	if conducts == nil || !mesh.Known() || !rep.Settings.Enabled(meshRule) {
		return
	}
	funcs := effects.Functions(pass)
	f := &meshFinder{pass, rep, conducts, destination.New(pass.Pkg, funcs), retrypolicy.New(funcs)}
	for _, fn := range funcs {
		for _, r := range loops.Retries(fn, conducts) {
			if !r.Reconnects {
				f.report(r.Op.Pos(), r.Attempts, f.below(&r.Op.Call, nil))
			}
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if call, ok := instr.(ssa.CallInstruction); ok {
					f.given(call)
				}
			}
		}
	}
}

// given looks at a call that hands over what is to be repeated: to a retry library, or to a
// function of the program.
func (f *meshFinder) given(call ssa.CallInstruction) {
	fn := deadline.Called(call.Common())
	if fn == nil {
		return
	}
	claim := knowledge.Retries(fn)
	if claim != nil && claim.Remote() {
		// A client that repeats by itself what is sent through it.
		if attempts := f.attempts(call, claim); attempts > 1 {
			f.report(call.Pos(), attempts, f.meshed(call.Common()))
		}
		return
	}
	if claim != nil && claim.Kind == knowledge.Retry && claim.Policy.Op >= 0 {
		attempts := f.attempts(call, claim)
		op := deadline.Argument(call.Common(), knowledge.Source{From: "arg", Arg: claim.Policy.Op})
		f.report(call.Pos(), attempts, f.inside(op, nil))
		return
	}
	if r := f.conducts.Repeats(fn); r != nil {
		if op := r.Given(call.Common()); op != nil {
			f.report(call.Pos(), r.Attempts, f.inside(op, nil))
		}
	}
}

// attempts is how often a library repeats what it is given, or 0 if that is not known.
func (f *meshFinder) attempts(call ssa.CallInstruction, claim *knowledge.Claim) int {
	v := f.policies.Call(call, claim)[knowledge.Attempts]
	if v.Kind != retrypolicy.Number {
		return 0
	}
	return int(v.Number)
}

// A meshed call is tried again on its way.
type meshed struct {
	host     string
	attempts int
	where    string
}

// report reports a retry around calls that the mesh retries, for the one that it retries
// most.
func (f *meshFinder) report(at token.Pos, attempts int, calls []meshed) {
	var worst meshed
	for _, c := range calls {
		if c.attempts > worst.attempts {
			worst = c
		}
	}
	if worst.attempts < 2 || attempts == 1 {
		return
	}
	message := fmt.Sprintf("this retry multiplies: each attempt is up to %d calls, since the mesh retries %s, too (%s); let one of them retry",
		worst.attempts, worst.host, worst.where)
	if attempts > 1 {
		message = fmt.Sprintf("this retry multiplies: %d attempts here × %d by the mesh for %s (%s) = %d calls per request; let one of them retry",
			attempts, worst.attempts, worst.host, worst.where, attempts*worst.attempts)
	}
	f.rep.Report(meshRule, analysis.Diagnostic{Pos: at, Message: message})
}

// maxMeshDepth is how many functions of the package lie at most between a retry and the
// call.
const maxMeshDepth = 6

// below are the meshed calls that a call leads to, within the package.
func (f *meshFinder) below(call *ssa.CallCommon, path []*ssa.Function) (found []meshed) {
	found = f.meshed(call)
	if fn := deadline.Callee(call); fn != nil && fn.Blocks != nil {
		return append(found, f.body(fn, path)...)
	}
	return append(found, f.inside(call.Value, path)...)
}

// meshed is the call itself, if the mesh retries it.
func (f *meshFinder) meshed(call *ssa.CallCommon) (found []meshed) {
	for _, h := range f.hosts.Of(call) {
		if n, where := mesh.Attempts(h.Name, h.Encrypted); n > 1 {
			found = append(found, meshed{strings.ToLower(h.Name), n, where})
		}
	}
	return found
}

// inside are the meshed calls of a function that is a value.
func (f *meshFinder) inside(v ssa.Value, path []*ssa.Function) []meshed {
	switch v := v.(type) {
	case *ssa.ChangeType:
		return f.inside(v.X, path)
	case *ssa.MakeInterface:
		return f.inside(v.X, path)
	case *ssa.MakeClosure:
		return f.body(v.Fn.(*ssa.Function), path)
	case *ssa.Function:
		return f.body(v, path)
	}
	return nil
}

func (f *meshFinder) body(fn *ssa.Function, path []*ssa.Function) (found []meshed) {
	if len(path) >= maxMeshDepth {
		return nil
	}
	for _, above := range path {
		if above == fn {
			return nil
		}
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			// What is started beside, or put off, is not what the attempt waits for.
			if call, ok := instr.(*ssa.Call); ok && decides(call) {
				found = append(found, f.below(&call.Call, append(path[:len(path):len(path)], fn))...)
			}
		}
	}
	return found
}
