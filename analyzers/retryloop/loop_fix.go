package retryloop

import (
	"go/ast"
	"go/types"
	"go/version"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/edit"

	"github.com/reslint/reslint/internal/fix"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/retrypolicy"
)

// mend offers the edit that repairs all the faults of a loop, if one edit at its
// only wait does: a constant wait is drawn at random, and a deaf one listens to the
// context, which also ends a loop that nothing else ended.
func (f *finder) mend(fn *ssa.Function, r *loops.Retry, faults []lack) []analysis.SuggestedFix {
	if len(r.Waits) != 1 {
		return nil
	}
	jitter, listen := false, false
	for _, fault := range faults {
		switch fault.rule {
		case constantBackoff:
			jitter = true
		case deafSleep:
			listen = true
		case unbounded:
			// Mended by listening.
		default:
			return nil
		}
	}
	w := r.Waits[0]
	file := fileOf(f.pass, w.Pos)
	call := f.timeCall(file, w)
	if call == nil {
		return nil
	}
	var edits []analysis.TextEdit
	var done []string
	duration := types.ExprString(call.Args[0])
	if jitter {
		if r.Schedule(w).Const <= 0 || !f.isTyped(call.Args[0]) || !f.hasRandV2(file) {
			return nil
		}
		rand, more := fix.AddImport(f.pass, file, call.Pos(), "math/rand/v2")
		edits = append(edits, more...)
		duration = rand + ".N(" + duration + ")"
		done = append(done, "draw the wait at random, up to "+retrypolicy.Format(r.Schedule(w).Const))
	}
	if !listen {
		edits = append(edits, edit.ReplaceWithString(call.Args[0], duration))
		return f.fixed(done, edits)
	}
	stmt := f.sleep(file, w)
	ctx := f.contextAt(fn, call)
	results, ok := zeros(fn.Signature.Results(), ctx+".Err()")
	if stmt == nil || ctx == "" || !ok {
		return nil
	}
	name := types.ExprString(call.Fun.(*ast.SelectorExpr).X)
	indent := strings.Repeat("\t", f.pass.Fset.Position(stmt.Pos()).Column-1)
	edits = append(edits, edit.ReplaceWithString(stmt, "select {\n"+
		indent+"case <-"+name+".After("+duration+"):\n"+
		indent+"case <-"+ctx+".Done():\n"+
		indent+"\treturn"+results+"\n"+
		indent+"}"))
	return f.fixed(append(done, "end the wait with the context"), edits)
}

func (f *finder) fixed(done []string, edits []analysis.TextEdit) []analysis.SuggestedFix {
	message := strings.Join(done, ", and ")
	return []analysis.SuggestedFix{fix.New(f.pass, strings.ToUpper(message[:1])+message[1:], edits...)}
}

// timeCall is the call of time.Sleep or time.After that a wait is, or nil.
func (f *finder) timeCall(file *ast.File, w *loops.Wait) *ast.CallExpr {
	if file == nil {
		return nil
	}
	path, _ := astutil.PathEnclosingInterval(file, w.Pos, w.Pos)
	for _, n := range path {
		var call *ast.CallExpr
		switch n := n.(type) {
		case *ast.CallExpr:
			call = n
		case *ast.UnaryExpr:
			call, _ = n.X.(*ast.CallExpr)
		case ast.Stmt:
			return nil
		}
		if call == nil {
			continue
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || len(call.Args) != 1 {
			return nil
		}
		callee := f.pass.TypesInfo.Uses[sel.Sel]
		if callee != nil && callee.Pkg() != nil && callee.Pkg().Path() == "time" && (callee.Name() == "Sleep" || callee.Name() == "After") {
			return call
		}
		return nil
	}
	return nil
}

// sleep is the statement that is nothing but the wait, or nil.
func (f *finder) sleep(file *ast.File, w *loops.Wait) ast.Stmt {
	path, _ := astutil.PathEnclosingInterval(file, w.Pos, w.Pos)
	for i, n := range path {
		stmt, ok := n.(*ast.ExprStmt)
		if !ok {
			continue
		}
		switch path[i+1].(type) {
		case *ast.BlockStmt, *ast.CaseClause:
			return stmt
		}
		return nil
	}
	return nil
}

// isTyped reports whether an expression is a duration by itself: a bare number
// becomes one only where one is wanted.
func (f *finder) isTyped(e ast.Expr) bool {
	typed := false
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if obj := f.pass.TypesInfo.Uses[id]; obj != nil && types.TypeString(obj.Type(), nil) == "time.Duration" {
				typed = true
			}
		}
		return true
	})
	return typed
}

// hasRandV2 reports whether the file's language version comes with math/rand/v2.
func (f *finder) hasRandV2(file *ast.File) bool {
	v := f.pass.TypesInfo.FileVersions[file]
	return v == "" || version.Compare(v, "go1.22") >= 0
}

// contextAt is the expression of the context that the function, or one around it,
// was given, as it is called at the wait, or "".
func (f *finder) contextAt(fn *ssa.Function, at ast.Node) string {
	for ; fn != nil; fn = fn.Parent() {
		for _, p := range fn.Params {
			obj, ok := p.Object().(*types.Var)
			if !ok || obj == nil || obj.Name() == "_" || obj.Name() == "" {
				continue
			}
			text := ""
			switch types.TypeString(p.Type(), nil) {
			case "context.Context":
				text = obj.Name()
			case "*net/http.Request":
				text = obj.Name() + ".Context()"
			default:
				continue
			}
			if scope := f.pass.Pkg.Scope().Innermost(at.Pos()); scope != nil {
				if _, found := scope.LookupParent(obj.Name(), at.Pos()); found == obj {
					return text
				}
			}
		}
	}
	return ""
}

// zeros is what a function returns with an error: the zero values of its other
// results, as text. ok is false if they can't be written, or if there are results
// and the last is no error.
func zeros(results *types.Tuple, err string) (text string, ok bool) {
	if results.Len() == 0 {
		return "", true
	}
	values := make([]string, results.Len())
	for i := range values {
		t := results.At(i).Type()
		if i == len(values)-1 {
			if t.String() != "error" {
				return "", false
			}
			values[i] = err
			continue
		}
		switch u := t.Underlying().(type) {
		case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature, *types.Interface:
			if _, param := t.(*types.TypeParam); param {
				return "", false
			}
			values[i] = "nil"
		case *types.Basic:
			switch {
			case u.Info()&types.IsBoolean != 0:
				values[i] = "false"
			case u.Info()&types.IsNumeric != 0:
				values[i] = "0"
			case u.Info()&types.IsString != 0:
				values[i] = `""`
			default:
				return "", false
			}
		default:
			return "", false
		}
	}
	return " " + strings.Join(values, ", "), true
}
