package layering

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/rule"
)

var breakerClientErrors = rule.Define(rule.Rule{
	ID: "layering/breaker-client-errors",
	Doc: lint.RawDocumentation{
		Title: "a circuit breaker that counts the caller's mistakes",
		Text: `A 404 is an answer: the server is alive, and what the caller asked for is not there. The same is a row that does not
exist, or a key that is not in the cache. A breaker that counts such an answer as a failure is opened by callers who ask for the
wrong thing, a few in a row are enough, and then refuses the right requests of all others: one client's bug is everybody's outage,
and the breaker hides it. Let such answers not count, or hand them on as a result and not as an error.`,
		Before: `var orders = gobreaker.NewCircuitBreaker[*Order](gobreaker.Settings{Name: "orders"})

order, err := orders.Execute(func() (*Order, error) {
	return c.order(ctx, id) // an error for a 404, too
})`,
		After: `var orders = gobreaker.NewCircuitBreaker[*Order](gobreaker.Settings{
	Name:         "orders",
	IsSuccessful: func(err error) bool { return err == nil || errors.Is(err, errNotFound) },
})`,
		Since: "0.1",
	},
	Fix: "None: which errors are answers is known to who makes them.",
	Limits: `The operation has to be a literal or function of the package, and so have the functions through which the answer comes. It
has to be certain that the answer is returned as an error, and that the request is made of what the caller gave: a fixed address that
is not found is no mistake of a caller's. Answers are the statuses 404, 400, 409 and 422 of net/http, sql.ErrNoRows of a query that
may find nothing, and redis.Nil. That the calls of callers who have gone away count, too, in most libraries, is not reported: it would be for
every one of their users.`,
	Source:    "sony/gobreaker v2.4.0, gobreaker.go, defaultIsSuccessful; failsafe-go v0.9.8, policy/policy.go, IsFailure; afex/hystrix-go, hystrix/hystrix.go, errorWithFallback; mercari/go-circuitbreaker v0.0.2, breaker.go, Done; eapache/go-resiliency v1.7.0, breaker/breaker.go, processResult",
	Lifecycle: rule.Stable,
})

// An answer is an error that an operation makes of what is no failure of the other side.
type answer struct {
	// what names it: "a 404", "sql.ErrNoRows".
	what string
	// means says what the caller did.
	means string
	// pos is where the error of it is returned.
	pos token.Pos
}

// statuses are those that say that the request was wrong, the most usual first. 401 and 403
// may be the program's own, and 408, 425 and 429 are of a server in trouble.
var statuses = []int64{404, 400, 409, 422}

// judgeAnswers reports a breaker that counts an answer of its operation as a failure.
func (b *breakers) judgeAnswers(g *guard) {
	fn := bodyOf(g.op)
	if fn == nil || b.param(g.op) {
		return
	}
	by, setting, counts := b.countsAll(g, 0)
	if !counts {
		return
	}
	a := b.answerIn(fn, &input{b: b, calls: make(map[*ssa.Function]*ssa.Call), op: g.op}, 0)
	if a == nil {
		return
	}
	d := b.at(g.call)
	guarded := d
	if by != nil && by.Parent() != g.call.Parent() {
		if made := b.at(by); made.Pos.IsValid() {
			d = made
			d.Related = append(d.Related, analysis.RelatedInformation{Pos: guarded.Pos, End: guarded.End, Message: "the operation is called here"})
		}
	}
	d.Related = append(d.Related, analysis.RelatedInformation{Pos: a.pos, Message: "the error is returned here"})
	mend := "hand it on as a result, not as an error"
	if setting != "" {
		mend = "let it not count, in " + setting
	}
	d.Message = fmt.Sprintf("this breaker counts %s (%s) as a failure: callers who %s open it for all others. It is an answer: %s", a.what, b.line(a.pos), a.means, mend)
	b.report(breakerClientErrors, d)
}

// line is a file and a line, as messages name them.
func (b *breakers) line(pos token.Pos) string {
	p := b.pass.Fset.Position(pos)
	return fmt.Sprintf("%s:%d", filepath.Base(p.Filename), p.Line)
}

// answerIn is an answer of which an operation is certain to make an error, or nil.
func (b *breakers) answerIn(fn *ssa.Function, in *input, depth int) *answer {
	if depth > 3 || fn.Blocks == nil {
		return nil
	}
	for _, block := range fn.Blocks {
		for _, instr := range block.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			e := loops.AnswerOf(call)
			if e == nil {
				continue
			}
			if a := b.answerOf(call, e, in); a != nil {
				return a
			}
			callee := deadline.Callee(&call.Call)
			if callee == nil || callee.Blocks == nil || in.calls[callee] != nil || b.conducts.Guards(deadline.Called(&call.Call)) != nil {
				continue
			}
			in.calls[callee] = call
			a := b.answerIn(callee, in, depth+1)
			delete(in.calls, callee)
			if _, certain := e.Fails(loops.Answer{}); a != nil && certain {
				return a
			}
		}
	}
	return nil
}

// answerOf is the answer to a remote call of which the function around it makes an error, or
// nil.
func (b *breakers) answerOf(call *ssa.Call, e *loops.Ending, in *input) *answer {
	if _, remote := b.conducts.Remote(&call.Call); remote && answersWithStatus(call) && in.given(arguments(call)...) {
		for _, status := range statuses {
			if ret, certain := e.Fails(loops.Answer{Status: status}); certain {
				return &answer{fmt.Sprintf("a %d", status), "ask for the wrong thing", ret.Pos()}
			}
		}
		return nil
	}
	asks := asksFor(call)
	if asks == nil || !in.given(arguments(asks)...) {
		return nil
	}
	callee := deadline.Called(&asks.Call)
	absent := knowledge.Func(callee).Absent
	if absent == "ErrNoRows" && !mayFindNone(&asks.Call) {
		return nil
	}
	ret, certain := e.Fails(loops.Answer{Is: isObject(callee.Pkg().Scope().Lookup(absent))})
	if !certain {
		return nil
	}
	return &answer{callee.Pkg().Name() + "." + absent, "ask for what is not there", ret.Pos()}
}

func arguments(call *ssa.Call) []ssa.Value {
	_, args := deadline.Arguments(&call.Call)
	return args
}

func answersWithStatus(call *ssa.Call) bool {
	results := call.Call.Signature().Results()
	return results.Len() == 2 && types.TypeString(results.At(0).Type(), nil) == "*net/http.Response"
}

// asksFor is the call whose result says by an error that there is nothing, if the given call
// reads that result: db.QueryRow(…).Scan(…), rdb.Get(…).Result().
func asksFor(call *ssa.Call) *ssa.Call {
	recv, _ := deadline.Arguments(&call.Call)
	asks, ok := recv.(*ssa.Call)
	if !ok {
		return nil
	}
	callee := deadline.Called(&asks.Call)
	if callee == nil {
		return nil
	}
	if claim := knowledge.Func(callee); claim == nil || claim.Absent == "" {
		return nil
	}
	return asks
}

// mayFindNone reports whether a query, whose text stands there, may find no row: not if it
// asks for a sum of all.
func mayFindNone(call *ssa.CallCommon) bool {
	for _, arg := range call.Args {
		c, ok := arg.(*ssa.Const)
		if !ok || c.Value == nil || c.Value.Kind() != constant.String {
			continue
		}
		query := strings.ToLower(strings.TrimSpace(constant.StringVal(c.Value)))
		list, _, ok := strings.Cut(query, "where")
		return ok && strings.HasPrefix(query, "select") && !strings.Contains(list, "(") && !strings.Contains(query, "union")
	}
	return false
}

// isObject recognizes a variable or a constant among the values of a program.
func isObject(obj types.Object) func(ssa.Value) bool {
	return func(v ssa.Value) bool {
		if box, ok := v.(*ssa.MakeInterface); ok {
			v = box.X
		}
		switch v := v.(type) {
		case *ssa.UnOp:
			g, ok := v.X.(*ssa.Global)
			return ok && obj != nil && g.Object() == obj
		case *ssa.Const:
			c, ok := obj.(*types.Const)
			return ok && v.Value != nil && types.Identical(v.Type(), c.Type()) && constant.Compare(v.Value, token.EQL, c.Val())
		}
		return false
	}
}
