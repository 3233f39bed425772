package timeout

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/source"
)

var durationUnit = rule.Define(rule.Rule{
	ID: "timeout/duration-unit",
	Doc: lint.RawDocumentation{
		Title: "a number without a unit is taken for nanoseconds",
		Text: `A time.Duration counts nanoseconds, and Go converts a constant to it without
a word: \'Timeout: 30\' is thirty nanoseconds. As a timeout it fails every call
before the first packet leaves, which is found soon; as the wait of a retry loop
or of a poll it makes a hot loop that hits a dependency as fast as the processor
allows, just when that is failing: the retry storm that backoff is there to
prevent. The same happens where \'time.Duration(n)\' converts a number of seconds
that came from a flag, a configuration or a protocol.

Reported are

  - a plain number from 2 to 999,999 where a Duration is wanted: a field, an
    argument, a variable, a constant, a result, a comparison, a send;
  - a conversion of a variable, field, parameter or constant whose name tells
    another unit (TimeoutSeconds, delay_ms, firstBackoffMilli), or which holds
    nothing but such numbers, to a Duration that is used as one;
  - a duration that is multiplied by a unit once more.

A Duration that is multiplied by a unit somewhere else counts something, and is
not reported: the parameter in \'func wait(n time.Duration) { time.Sleep(n *
time.Second) }\' is odd, but right.`,
		Before: `client := &http.Client{Timeout: 30}
time.Sleep(time.Duration(cfg.DelaySeconds))`,
		After: `client := &http.Client{Timeout: 30 * time.Second}
time.Sleep(time.Duration(cfg.DelaySeconds) * time.Second)`,
		Since: "0.1",
	},
	Fix: "Multiplies by the unit that the name tells. Without one, up to 120 by time.Second and more by time.Millisecond, with the other unit as an alternative.",
	Limits: "0, 1 and negative numbers are signs more often than times (except in Time.Add), 1 ms and more is plausible in nanoseconds, and 1e3 or 0x10 are written by " +
		"people who count nanoseconds; so is a number with a comment that says ns. Lists of numbers, granularities (Round, Truncate), random limits, shifts, test files and functions that take a testing.T are silent. " +
		"A multiplication by a unit in another package is not seen: there, a parameter or field of type Duration is taken at its word unless its name tells a unit. " +
		"What a number means is known from names only: a field Timeout of type int has no unit.",
	Source: "Faults of this kind in numaproj/numaplane (#683), istio (#44993) and cli/cli (time.Sleep(500)); staticcheck SA1004 sees only the literal in time.Sleep, durationcheck only products. " +
		"Of 32 plain integers among durations in 28 repositories 14 were d *= 2 and the like and one was a fault: hence the list of what is silent.",
	Lifecycle: rule.Stable,
})

// durations finds the plain numbers among the durations of a package.
type durations struct {
	pass    *analysis.Pass
	rep     *rule.Reporter
	root    inspector.Cursor
	assigns *assignments

	consts    map[types.Object]ast.Expr
	named     map[types.Object][]inspector.Cursor
	seen      map[types.Object]bool // objects whose uses are joined for the candidate at hand
	following map[*types.Var]bool   // variables on the way to the origin of a number
}

// reportDurations reports plain numbers that are taken for nanoseconds.
func reportDurations(pass *analysis.Pass, rep *rule.Reporter) {
	d := &durations{
		pass:      pass,
		rep:       rep,
		root:      pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root(),
		following: make(map[*types.Var]bool),
	}
	for c := range d.root.Preorder(
		(*ast.BasicLit)(nil), (*ast.Ident)(nil), (*ast.SelectorExpr)(nil), (*ast.ParenExpr)(nil),
		(*ast.UnaryExpr)(nil), (*ast.BinaryExpr)(nil), (*ast.CallExpr)(nil),
	) {
		tv := pass.TypesInfo.Types[c.Node().(ast.Expr)]
		if !isDuration(tv.Type) || tv.IsType() || d.partOfConstant(c) || !d.wanted(c.Node()) {
			continue
		}
		if d.assigns == nil {
			d.assigns = newAssignments(pass.TypesInfo, pass.Files)
		}
		d.check(c, tv)
	}
}

// wanted leaves out tests: a wait of some nanoseconds is what they often need.
func (d *durations) wanted(n ast.Node) bool {
	return d.rep.Wanted(durationUnit, n.Pos()) && !rule.IsTest(d.pass.Fset, source.File(d.pass.Files, n.Pos()))
}

// partOfConstant reports whether c is a part of a constant expression, which is
// looked at as a whole.
func (d *durations) partOfConstant(c inspector.Cursor) bool {
	parent, ok := c.Parent().Node().(ast.Expr)
	return ok && d.value(parent) != nil && d.value(c.Node().(ast.Expr)) != nil
}

func (d *durations) check(c inspector.Cursor, tv types.TypeAndValue) {
	if mul, ok := c.Node().(*ast.BinaryExpr); ok && mul.Op == token.MUL {
		if d.checkProduct(c, mul) {
			return
		}
	}
	if tv.Value != nil {
		d.checkConstant(c, tv.Value)
		return
	}
	if call, ok := c.Node().(*ast.CallExpr); ok && d.pass.TypesInfo.Types[call.Fun].IsType() {
		d.checkConversion(c, call)
	}
}

// used reports whether the value at c is used as a duration, and never as a
// number that is yet to be given a unit.
func (d *durations) used(c inspector.Cursor) bool {
	d.seen = make(map[types.Object]bool)
	return d.use(c) == asDuration
}

func (d *durations) checkConstant(c inspector.Cursor, value constant.Value) {
	e := c.Node().(ast.Expr)
	if !d.plain(e) {
		return
	}
	u := d.constUnit(e)
	switch {
	case u == nanoseconds || u == nil && !tooSmall(value) && !d.addsNegative(c, value):
		return
	case u != nil && constant.Sign(value) <= 0:
		return
	case u == nil && d.commentedAsNano(e):
		return
	case !d.used(c):
		return
	}
	n, _ := constant.Int64Val(value)
	message := fmt.Sprintf("%s is %v: a plain number counts nanoseconds", d.subject(c), time.Duration(n))
	if u != nil {
		message = fmt.Sprintf("%s takes a number of %s for nanoseconds: it is %v", d.subject(c), u.plural, time.Duration(n))
	}
	d.report(e, message, d.fixConstant(e, n, u))
}

// addsNegative reports whether value is a time to go back: only there negative
// numbers are no signs.
func (d *durations) addsNegative(c inspector.Cursor, value constant.Value) bool {
	if c.ParentEdgeKind() != edge.CallExpr_Args || !tooSmall(constant.UnaryOp(token.SUB, value, 0)) {
		return false
	}
	return d.callee(c.Parent().Node().(*ast.CallExpr)) == "(time.Time).Add"
}

var saysNano = regexp.MustCompile(`(?i)\b(ns|nanos|nanoseconds?)\b`)

// commentedAsNano reports whether the line of e has a comment that gives its
// unit.
func (d *durations) commentedAsNano(e ast.Expr) bool {
	line := d.pass.Fset.Position(e.Pos()).Line
	for _, group := range source.File(d.pass.Files, e.Pos()).Comments {
		if d.pass.Fset.Position(group.Pos()).Line == line && saysNano.MatchString(group.Text()) {
			return true
		}
	}
	return false
}

// checkConversion looks at time.Duration(x), x being no constant.
func (d *durations) checkConversion(c inspector.Cursor, call *ast.CallExpr) {
	arg := call.Args[0]
	if basic, ok := types.Unalias(d.pass.TypesInfo.TypeOf(arg)).(*types.Basic); !ok || basic.Info()&types.IsNumeric == 0 {
		return // a type of its own may have a unit of its own
	}
	u, name := d.origin(arg)
	switch {
	case u == nanoseconds:
	case u != nil:
		if !d.used(c) {
			return
		}
		message := fmt.Sprintf("%s takes a number of %s for nanoseconds", d.text(call), u.plural)
		if id, ok := ast.Unparen(arg).(*ast.Ident); ok && id.Name != name {
			message += fmt.Sprintf(" (they come from %s)", name)
		}
		d.report(call, message, d.fixConversion(call, u))
	default:
		n, ok := d.onlyNumber(arg)
		if !ok || !d.used(c) {
			return
		}
		message := fmt.Sprintf("%s is %v: %s is the plain number %d, which counts nanoseconds", d.text(call), time.Duration(n), d.text(arg), n)
		d.report(call, message, d.fixConstant(call, n, nil))
	}
}

// onlyNumber returns the plain number that the variable e holds, the largest if
// it is given several. It reports false if e can be anything else than a small
// plain number or zero.
func (d *durations) onlyNumber(e ast.Expr) (int64, bool) {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return 0, false
	}
	v, ok := d.pass.TypesInfo.Uses[id].(*types.Var)
	if !ok {
		return 0, false
	}
	stores, ok := d.assigns.of(v)
	if !ok {
		return 0, false
	}
	var largest int64
	for _, s := range stores {
		if s.op != token.DEFINE && s.op != token.ASSIGN {
			return 0, false
		}
		if s.value == nil {
			continue
		}
		value := d.value(s.value)
		switch {
		case value == nil || !d.plain(s.value) || d.commentedAsNano(s.value):
			return 0, false
		case constant.Sign(value) == 0:
		case !tooSmall(value):
			return 0, false
		}
		n, _ := constant.Int64Val(constant.ToInt(value))
		largest = max(largest, n)
	}
	return largest, largest > 0
}

// checkProduct looks at duration * unit.
func (d *durations) checkProduct(c inspector.Cursor, mul *ast.BinaryExpr) bool {
	var has, factor ast.Expr
	switch {
	case d.isUnit(mul.Y) && d.real(mul.X):
		has, factor = mul.X, mul.Y
	case d.isUnit(mul.X) && d.real(mul.Y):
		has, factor = mul.Y, mul.X
	default:
		return false
	}
	if d.used(c) {
		message := fmt.Sprintf("%s multiplies a duration by a unit: %s has one already, so the result is %s times too long",
			d.text(mul), d.text(has), d.value(factor))
		d.report(mul, message, d.fixProduct(mul, has))
	}
	return true
}

func (d *durations) report(e ast.Expr, message string, fixes []analysis.SuggestedFix) {
	d.rep.Report(durationUnit, analysis.Diagnostic{Pos: e.Pos(), End: e.End(), Message: message, SuggestedFixes: fixes})
}
