package fallback

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/reslint/reslint/internal/effects"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/standin"
)

// A finder finds what answers in the place of calls that have failed.
type finder struct {
	pass     *analysis.Pass
	rep      *rule.Reporter
	root     inspector.Cursor
	info     *effects.Info
	conducts *effects.Conducts
	funcs    []*ssa.Function
	// endless are the calls that nothing ends.
	endless map[ssa.Instruction]bool
	// held are the locks that the package holds while it waits for another machine, and
	// for what.
	held map[*types.Var]string
	// reported are the places that have a finding.
	reported map[token.Pos]bool
	// derived are the blocks in which a fix derives a context.
	derived map[ast.Node]bool
	// named are the policies that a fix declares.
	named map[string]bool
}

func reportStandIns(pass *analysis.Pass, rep *rule.Reporter) {
	info := pass.ResultOf[effects.Analyzer].(*effects.Info)
	if info.Conducts == nil || !anyCandidate(pass, info.Conducts) {
		return
	}
	f := &finder{
		pass: pass, rep: rep, info: info, conducts: info.Conducts,
		root:     pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root(),
		funcs:    effects.Functions(pass),
		reported: make(map[token.Pos]bool), derived: make(map[ast.Node]bool), named: make(map[string]bool),
	}
	f.endless = endless(info)
	f.held = f.heldLocks()
	for _, fn := range f.funcs {
		for _, s := range standin.Of(fn, f.conducts) {
			f.judge(s)
		}
		for _, op := range loops.Failovers(fn, f.conducts) {
			f.judgeFailover(op)
		}
		f.reportWrites(fn)
		f.reportLibraries(fn)
		f.reportHelpers(fn)
	}
}

// judge reports what stands in for a failed call, if it can wait.
func (f *finder) judge(s standin.StandIn) {
	if f.remote(s) || s.Gate {
		return
	}
	f.blocking(s)
}

// anyCandidate reports whether the package calls anything that reaches another machine,
// or a library that knows fallbacks: only then is its SSA form worth building.
func anyCandidate(pass *analysis.Pass, conducts *effects.Conducts) (found bool) {
	for _, file := range pass.Files {
		if rule.IsTest(pass.Fset, file) {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && !found {
				fn, ok := typeutil.Callee(pass.TypesInfo, call).(*types.Func)
				found = ok && (conducts.Of(fn).Reaches != "" || speaksOfFallbacks(fn) || conducts.StandsIn(fn) != nil)
			}
			return !found
		})
	}
	return found
}

func speaksOfFallbacks(fn *types.Func) bool {
	claim := knowledge.Func(fn.Origin())
	return claim != nil && (claim.Kind == knowledge.Fallback || claim.Kind == knowledge.Gate)
}

// once reports a finding unless its place has one already.
func (f *finder) once(r *rule.Rule, d analysis.Diagnostic) {
	if !f.reported[d.Pos] {
		f.reported[d.Pos] = true
		f.rep.Report(r, d)
	}
}

// at begins a finding at the call, or other expression, that SSA places at pos.
func (f *finder) at(pos token.Pos) analysis.Diagnostic {
	d := analysis.Diagnostic{Pos: pos}
	if call := f.callAt(pos); call != nil {
		d.Pos, d.End = call.Pos(), call.End()
	}
	return d
}

// callAt is the call expression whose parenthesis stands at pos, or nil.
func (f *finder) callAt(pos token.Pos) *ast.CallExpr {
	if cur, ok := f.cursor(pos); ok {
		return cur.Node().(*ast.CallExpr)
	}
	return nil
}

func (f *finder) cursor(pos token.Pos) (inspector.Cursor, bool) {
	cur, ok := f.root.FindByPos(pos, pos)
	if !ok {
		return cur, false
	}
	for cur := range cur.Enclosing((*ast.CallExpr)(nil)) {
		if cur.Node().(*ast.CallExpr).Lparen == pos {
			return cur, true
		}
	}
	return cur, false
}
