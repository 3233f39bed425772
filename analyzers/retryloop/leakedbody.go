package retryloop

import (
	"go/ast"
	"go/token"
	"go/types"
	"math"
	"net/http"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/fix"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/source"
	"github.com/reslint/reslint/internal/ssabuild"
)

var leakedBody = rule.Define(rule.Rule{
	ID: "retryloop/leaked-body",
	Doc: lint.RawDocumentation{
		Title: "the responses of refused attempts stay open",
		Text: `A response with a status of 503 is a response: it has a body, and until that is closed
its connection is not used again, and not given back. A loop that looks at the
status and tries again leaves one connection behind with each attempt, towards a
server that is in trouble already. A deferred Close waits for the end of the
function, and so for all attempts. Read what is left of the body, if it is short,
and close it before the next attempt.`,
		Before: `resp, err := client.Do(req)
…
if resp.StatusCode >= 500 {
	time.Sleep(wait)
	continue
}`,
		After: `resp, err := client.Do(req)
…
if resp.StatusCode >= 500 {
	resp.Body.Close()
	time.Sleep(wait)
	continue
}`,
		Since: "0.1",
	},
	Fix: `Closes the body before the wait that all refused attempts pass, if the response is known there and not used later. A
deferred Close moves behind the io.ReadAll that follows it.`,
	Limits:    "Judged where the loop itself gets the response of a client of net/http, or through a function of the package that hands it on. Whatever else is given the response or its body may close it.",
	Source:    "go1.26.8 src/net/http: the Transport does not use a connection again before the body is read and closed; a response to HEAD has no body",
	Lifecycle: rule.Stable,
})

// leakedBodies reports responses that the loop leaves behind when it repeats the
// request.
func (f *finder) leakedBodies(r *loops.Retry) {
	resp := r.Response()
	if resp == nil || resp.Index != 0 || f.told[resp] || !hasBody(&r.Op.Call) {
		return
	}
	u := bodyUses{in: r.Blocks, closes: make(map[*ssa.BasicBlock]bool), seen: make(map[ssa.Value]bool)}
	u.response(resp)
	if !r.RepeatsAnswered(u.closes) {
		return
	}
	f.told[resp] = true
	d := f.at(r.Op.Pos())
	if u.status.IsValid() {
		d.Pos = u.status
	}
	d.Message = "each attempt that is refused leaves its response open, and a connection with it: close the body before the next attempt"
	if u.deferred != nil {
		d.Pos = u.deferred.Pos()
		d.Message = "each attempt that is refused leaves its response open until the function returns, and a connection with it: close the body before the next attempt, not by defer"
		d.SuggestedFixes = f.closeBehindRead(u.deferred)
	} else {
		d.SuggestedFixes = f.closeBeforeWait(r)
	}
	f.rep.Report(leakedBody, d)
}

// hasBody reports whether a call is known to return a response whose body somebody
// has to close.
func hasBody(call *ssa.CallCommon) bool {
	if s := sendOf(call); s != nil {
		return s.method != http.MethodHead
	}
	fn := deadline.Callee(call)
	if fn == nil || len(fn.Blocks) == 0 {
		return false
	}
	handsOn := false
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || ssabuild.IsNil(ret.Results[0]) {
			continue
		}
		result, ok := ret.Results[0].(*ssa.Extract)
		if !ok || result.Index != 0 {
			return false
		}
		sent, ok := result.Tuple.(*ssa.Call)
		if !ok {
			return false
		}
		u := bodyUses{in: blocksOf(fn), closes: make(map[*ssa.BasicBlock]bool), seen: make(map[ssa.Value]bool)}
		u.response(result)
		if s := sendOf(&sent.Call); s == nil || s.method == http.MethodHead || u.mayClose() {
			return false
		}
		handsOn = true
	}
	return handsOn
}

func blocksOf(fn *ssa.Function) map[*ssa.BasicBlock]bool {
	all := make(map[*ssa.BasicBlock]bool, len(fn.Blocks))
	for _, b := range fn.Blocks {
		all[b] = true
	}
	return all
}

// bodyUses is what some blocks do with a response and its body.
type bodyUses struct {
	in map[*ssa.BasicBlock]bool
	// closes are the blocks in which the body is closed, or may be, since
	// somebody else gets it.
	closes map[*ssa.BasicBlock]bool
	// deferred is a deferred Close, or nil.
	deferred *ssa.Defer
	// status is where the status is first asked for.
	status token.Pos
	seen   map[ssa.Value]bool
}

func (u *bodyUses) mayClose() bool { return len(u.closes) > 0 || u.deferred != nil }

// response follows a response, or its body, to all that is done with it.
func (u *bodyUses) response(v ssa.Value) {
	if u.seen[v] || v.Referrers() == nil {
		return
	}
	u.seen[v] = true
	for _, ref := range *v.Referrers() {
		if !u.in[ref.Block()] {
			continue
		}
		switch ref := ref.(type) {
		case *ssa.Phi, *ssa.ChangeInterface:
			u.response(ref.(ssa.Value))
		case *ssa.UnOp:
			u.response(ref) // of a variable, or of the field
		case *ssa.BinOp, *ssa.Return:
		case *ssa.FieldAddr:
			switch field := deadline.Field(ref.X.Type(), ref.Field); {
			case field != nil && field.Name() == "Body":
				u.response(ref)
			case field != nil && field.Name() == "StatusCode" && !u.status.IsValid():
				u.status = ref.Pos()
			}
		case *ssa.Store:
			if cell, ok := ref.Addr.(*ssa.Alloc); ok && ref.Val == v {
				u.response(cell)
			} else if ref.Val == v {
				u.closes[ref.Block()] = true // kept somewhere
			}
		case *ssa.MakeClosure:
			u.captured(ref)
		case *ssa.Defer:
			if isClose(&ref.Call) {
				u.deferred = ref
			} else {
				u.closes[ref.Block()] = true
			}
		case *ssa.Call:
			if isClose(&ref.Call) || !u.reads(&ref.Call, v) {
				u.closes[ref.Block()] = true
			}
		default:
			u.closes[ref.Block()] = true
		}
	}
}

func isClose(call *ssa.CallCommon) bool { return call.IsInvoke() && call.Method.Name() == "Close" }

// captured looks at a function literal that uses the response.
func (u *bodyUses) captured(closure *ssa.MakeClosure) {
	for _, ref := range *closure.Referrers() {
		if deferred, ok := ref.(*ssa.Defer); ok {
			u.deferred = deferred
		} else {
			u.closes[closure.Block()] = true
		}
	}
}

// readers are functions that read a body, and leave it open.
var readers = map[string]bool{
	"io.ReadAll": true, "io.Copy": true, "io.CopyN": true, "io.CopyBuffer": true, "io.ReadFull": true, "io.LimitReader": true, "io/ioutil.ReadAll": true,
	"encoding/json.NewDecoder": true, "encoding/xml.NewDecoder": true, "bufio.NewReader": true, "bufio.NewScanner": true,
	"net/http/httputil.DumpResponse": true, "(*net/http.Response).Cookies": true, "(*net/http.Response).Location": true,
}

// reads reports whether a call is known to do no more than read the response.
func (u *bodyUses) reads(call *ssa.CallCommon, v ssa.Value) bool {
	if call.IsInvoke() {
		return call.Value == v && call.Method.Name() == "Read"
	}
	fn := deadline.Called(call)
	if fn != nil && readers[fn.FullName()] {
		return true
	}
	callee := call.StaticCallee()
	if callee == nil || len(callee.Blocks) == 0 || len(callee.FreeVars) > 0 {
		return false
	}
	inner := bodyUses{in: blocksOf(callee), closes: make(map[*ssa.BasicBlock]bool), seen: u.seen}
	for i, arg := range call.Args {
		if arg == v {
			inner.response(callee.Params[i])
		}
	}
	return !inner.mayClose()
}

// closeBehindRead moves a deferred Close behind the statement that reads all of the
// body, if that is the next one.
func (f *finder) closeBehindRead(deferred *ssa.Defer) []analysis.SuggestedFix {
	list, i := statementAt(source.File(f.pass.Files, deferred.Pos()), deferred.Pos())
	if i < 0 || i+1 == len(list) {
		return nil
	}
	stmt, ok := list[i].(*ast.DeferStmt)
	if !ok || len(stmt.Call.Args) > 0 {
		return nil
	}
	read, ok := list[i+1].(*ast.AssignStmt)
	if !ok || len(read.Rhs) != 1 {
		return nil
	}
	call, ok := read.Rhs[0].(*ast.CallExpr)
	if !ok || len(call.Args) != 1 || types.ExprString(call.Args[0])+".Close" != types.ExprString(stmt.Call.Fun) || !f.isFunc(call.Fun, "io", "ReadAll") {
		return nil
	}
	return []analysis.SuggestedFix{fix.New(f.pass, "Close the body when it is read", f.callBehind(stmt, read)...)}
}

// isFunc reports whether an expression is a function of a package.
func (f *finder) isFunc(e ast.Expr, pkg, name string) bool {
	sel, ok := e.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	fn, ok := f.pass.TypesInfo.Uses[sel.Sel].(*types.Func)
	return ok && fn.Pkg() != nil && fn.Pkg().Path() == pkg && fn.Name() == name
}

// closeBeforeWait closes the body before the only wait, if each refused attempt comes
// there, with the response in a variable that is not used later.
func (f *finder) closeBeforeWait(r *loops.Retry) []analysis.SuggestedFix {
	if len(r.Waits) != 1 || r.RepeatsAnswered(map[*ssa.BasicBlock]bool{r.Waits[0].Block(): true}) {
		return nil
	}
	file := source.File(f.pass.Files, r.Op.Pos())
	resp := f.assigned(file, r.Op.Pos())
	list, i := statementAt(file, r.Waits[0].Pos)
	if resp == nil || i < 0 {
		return nil
	}
	wait := list[i]
	if _, there := f.pass.Pkg.Scope().Innermost(wait.Pos()).LookupParent(resp.Name(), wait.Pos()); there != resp {
		return nil
	}
	after := token.Pos(math.MaxInt)
	if last, ok := list[len(list)-1].(*ast.BranchStmt); ok && last.Tok == token.CONTINUE && f.definedBy(r.Op.Pos(), resp) {
		after = last.Pos() // the next round has a response of its own
	}
	for id, obj := range f.pass.TypesInfo.Uses {
		if obj == resp && wait.Pos() <= id.Pos() && id.Pos() < after {
			return nil
		}
	}
	text := resp.Name() + ".Body.Close()"
	if !r.OnlyRefused() {
		text = "if " + resp.Name() + " != nil {\n" + f.indent(wait) + "\t" + text + "\n" + f.indent(wait) + "}"
	}
	return []analysis.SuggestedFix{fix.New(f.pass, "Close the body before the wait", f.before(wait, text))}
}

// definedBy reports whether the statement with the call at pos defines the variable.
func (f *finder) definedBy(pos token.Pos, v types.Object) bool {
	list, i := statementAt(source.File(f.pass.Files, pos), pos)
	return i >= 0 && list[i].Pos() <= v.Pos() && v.Pos() < pos
}

// assigned is the variable that takes the first result of the call at pos, or nil.
func (f *finder) assigned(file *ast.File, pos token.Pos) types.Object {
	path, _ := astutil.PathEnclosingInterval(file, pos, pos)
	for _, n := range path {
		assign, ok := n.(*ast.AssignStmt)
		if !ok {
			continue
		}
		id, ok := assign.Lhs[0].(*ast.Ident)
		if !ok || len(assign.Rhs) != 1 {
			return nil
		}
		return f.pass.TypesInfo.ObjectOf(id)
	}
	return nil
}
