package retryloop

import (
	"go/token"
	"go/types"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/rule"
)

var retryWhenOpen = rule.Define(rule.Rule{
	ID: "retryloop/retry-when-open",
	Doc: lint.RawDocumentation{
		Title: "an open breaker is asked again and again",
		Text: `An open breaker refuses every call until its timeout is over, which is usually far longer
than the waits of a retry. To try again in between costs the caller its time and the
attempts, and cannot succeed. The error that says so is final: return it at once, or
answer in another way.`,
		Before: `for i := range 3 {
	if err = c.fetch(ctx); err == nil { // through a breaker
		return nil
	}
	wait(ctx)
}`,
		After: `for i := range 3 {
	if err = c.fetch(ctx); err == nil || errors.Is(err, gobreaker.ErrOpenState) {
		return err
	}
	wait(ctx)
}`,
		Since: "0.1",
	},
	Fix: "None: what the caller gets instead is a decision.",
	Limits: `The breakers are those of sony/gobreaker, eapache/go-resiliency and afex/hystrix-go, called by the operation or by a function of
the package whose error is the breaker's. A loop that waits for 10 seconds or more may mean to wait for the breaker.`,
	Source:    "sony/gobreaker v2.4.0: an open breaker refuses for 60 s unless it is told another time; eapache/go-resiliency v1.7.0: Run returns ErrBreakerOpen at once",
	Lifecycle: rule.Experimental,
})

func (f *finder) repeatsOpen(fn *ssa.Function, r *loops.Retry) *lack {
	open := throughBreaker(&r.Op.Call, 0)
	if open == "" || !r.RepeatsEveryError() || namesOpen(fn) {
		return nil
	}
	for _, w := range r.Waits {
		if atLeast(w.For) >= 10*time.Second {
			return nil
		}
	}
	return &lack{rule: retryWhenOpen, text: "goes on when the breaker is open, which refuses every attempt until its time is over: leave the loop at " + open}
}

// atLeast is a duration that v is no shorter than, as far as it is a sum with constants.
func atLeast(v ssa.Value) time.Duration {
	switch v := v.(type) {
	case *ssa.Const:
		return time.Duration(v.Int64())
	case *ssa.BinOp:
		if v.Op == token.ADD {
			return atLeast(v.X) + atLeast(v.Y)
		}
	}
	return 0
}

// openError is the error by which a breaker says that it is open, if the function is the
// call of one, or "".
func openError(fn *types.Func) string {
	if fn == nil || fn.Pkg() == nil {
		return ""
	}
	switch path, _, _ := strings.Cut(fn.Pkg().Path(), "/v"); {
	case path == "github.com/sony/gobreaker" && fn.Name() == "Execute":
		return "gobreaker.ErrOpenState"
	case path == "github.com/eapache/go-resiliency/breaker" && fn.Name() == "Run":
		return "breaker.ErrBreakerOpen"
	case path == "github.com/afex/hystrix-go/hystrix" && (fn.Name() == "Do" || fn.Name() == "DoC"):
		return "hystrix.ErrCircuitOpen"
	}
	return ""
}

// throughBreaker is the error of an open breaker that a call hands on: it calls one, or a
// function of the package does and returns its error.
func throughBreaker(call *ssa.CallCommon, depth int) string {
	if open := openError(deadline.Called(call)); open != "" {
		return open
	}
	fn := deadline.Callee(call)
	if fn == nil || depth > 2 || namesOpen(fn) {
		return ""
	}
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || len(ret.Results) == 0 {
			continue
		}
		for _, from := range errorsOf(ret.Results[len(ret.Results)-1]) {
			if open := throughBreaker(&from.Call, depth+1); open != "" {
				return open
			}
		}
	}
	return ""
}

// errorsOf are the calls whose error v is on one of the ways to it.
func errorsOf(v ssa.Value) (calls []*ssa.Call) {
	if !loops.IsError(v.Type()) {
		return nil
	}
	for _, alias := range aliases(v) {
		switch alias := alias.(type) {
		case *ssa.Call:
			calls = append(calls, alias)
		case *ssa.Extract:
			if call, ok := alias.Tuple.(*ssa.Call); ok {
				calls = append(calls, call)
			}
		}
	}
	return calls
}

// namesOpen reports whether a function, or one of the package that it calls, knows the
// error of an open breaker, or asks for its state.
func namesOpen(fn *ssa.Function) bool {
	seen := make(map[*ssa.Function]bool)
	var names func(fn *ssa.Function) bool
	names = func(fn *ssa.Function) bool {
		if seen[fn] {
			return false
		}
		seen[fn] = true
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				for _, operand := range instr.Operands(nil) {
					if g, ok := (*operand).(*ssa.Global); ok && (strings.Contains(g.Name(), "Open") || g.Name() == "ErrTooManyRequests") {
						return true
					}
				}
				call, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				if callee := deadline.Called(call.Common()); callee != nil && strings.Contains(callee.Name(), "State") {
					return true
				}
				if callee := deadline.Callee(call.Common()); callee != nil && names(callee) {
					return true
				}
			}
		}
		return false
	}
	return names(fn)
}
