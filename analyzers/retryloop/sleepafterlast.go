package retryloop

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/fix"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/source"
)

var sleepAfterLast = rule.Define(rule.Rule{
	ID: "retryloop/sleep-after-last",
	Doc: lint.RawDocumentation{
		Title: "it waits once more when there is nothing left to wait for",
		Text: `When the last attempt has failed, the caller can be told. A loop that waits behind
each failure waits then, too, and with a growing schedule this wait is the longest
of all: the caller, and whatever it holds, stands still for nothing. Leave the loop
before the wait of the last round, or wait at the head of the rounds that follow.`,
		Before: `for i := 0; i < 3; i++ {
	if err = push(ctx); err == nil {
		return nil
	}
	time.Sleep(rand.N(time.Second << i))
}
return err`,
		After: `for i := 0; i < 3; i++ {
	if err = push(ctx); err == nil {
		return nil
	}
	if i == 2 {
		break
	}
	time.Sleep(rand.N(time.Second << i))
}
return err`,
		Since: "0.1",
	},
	Fix:       "Leaves a loop with a counter before the wait, if nothing that is set behind the wait is used after the loop.",
	Limits:    "Reported where the wait is told how long, and the loop ends by a comparison with its counter. A loop behind which the operation is tried again has something to wait for.",
	Source:    "Arithmetic: of 5 attempts with waits of 100 ms that double, the last wait is 1.6 s of 3.1 s",
	Lifecycle: rule.Experimental,
})

func (f *finder) waitsAfterLast(_ *ssa.Function, r *loops.Retry) *lack {
	wait := r.WaitAfterLast()
	if wait == nil {
		return nil
	}
	return &lack{rule: sleepAfterLast, text: "waits once more after the last attempt, when nothing is left but to give up", fixes: f.leaveBefore(wait)}
}

// leaveBefore leaves the loop before its last wait.
func (f *finder) leaveBefore(wait *loops.Wait) []analysis.SuggestedFix {
	file := source.File(f.pass.Files, wait.Pos)
	list, i := statementAt(file, wait.Pos)
	if i < 0 {
		return nil
	}
	loop := f.loopAround(file, list[i].Pos())
	if loop == nil {
		return nil
	}
	last := f.lastRound(loop)
	if last == "" || f.lost(loop, wait.Pos) {
		return nil
	}
	indent := f.indent(list[i])
	return []analysis.SuggestedFix{fix.New(f.pass, "Give up before the last wait", f.before(list[i], "if "+last+" {\n"+indent+"\tbreak\n"+indent+"}"))}
}

// loopAround is the loop that a break at pos leaves, if its head counts: or nil.
func (f *finder) loopAround(file *ast.File, pos token.Pos) *ast.ForStmt {
	path, _ := astutil.PathEnclosingInterval(file, pos, pos)
	for _, n := range path {
		switch n := n.(type) {
		case *ast.ForStmt:
			return n
		case *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt, *ast.FuncLit:
			if n.Pos() != pos {
				return nil
			}
		}
	}
	return nil
}

// lastRound is the condition that holds in the last round of a loop alone, or "".
func (f *finder) lastRound(loop *ast.ForStmt) string {
	init, ok := loop.Init.(*ast.AssignStmt)
	if !ok || init.Tok != token.DEFINE || len(init.Lhs) != 1 {
		return ""
	}
	counter, _ := init.Lhs[0].(*ast.Ident)
	cond, ok := loop.Cond.(*ast.BinaryExpr)
	if !ok || counter == nil {
		return ""
	}
	if x, ok := cond.X.(*ast.Ident); !ok || f.pass.TypesInfo.Uses[x] != f.pass.TypesInfo.Defs[counter] {
		return ""
	}
	if _, ok := loop.Post.(*ast.IncDecStmt); !ok || !repeatable(f.pass.TypesInfo, cond.Y) {
		return ""
	}
	limit := types.ExprString(cond.Y)
	switch cond.Op {
	case token.LEQ:
		return counter.Name + " == " + limit
	case token.LSS:
		if lit, ok := cond.Y.(*ast.BasicLit); ok {
			less := constant.BinaryOp(f.pass.TypesInfo.Types[lit].Value, token.SUB, constant.MakeInt64(1))
			return counter.Name + " == " + less.ExactString()
		}
		switch cond.Y.(type) {
		case *ast.Ident, *ast.SelectorExpr:
			return counter.Name + " == " + limit + "-1"
		}
	}
	return ""
}

// lost reports whether something that a round sets from pos on is used after the loop.
func (f *finder) lost(loop *ast.ForStmt, pos token.Pos) (lost bool) {
	set := make(map[types.Object]bool)
	ast.Inspect(loop.Body, func(n ast.Node) bool {
		var targets []ast.Expr
		switch n := n.(type) {
		case *ast.AssignStmt:
			targets = n.Lhs
		case *ast.IncDecStmt:
			targets = []ast.Expr{n.X}
		}
		for _, target := range targets {
			if target.Pos() < pos {
				continue
			}
			id, ok := target.(*ast.Ident)
			if !ok {
				lost = true // a field or an element
				continue
			}
			set[f.pass.TypesInfo.ObjectOf(id)] = true
		}
		return true
	})
	for id, obj := range f.pass.TypesInfo.Uses {
		lost = lost || set[obj] && id.Pos() >= loop.End()
	}
	return lost
}
