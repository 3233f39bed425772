package fallback

import (
	"go/ast"
	"go/types"
	"slices"
	"unicode"
	"unicode/utf8"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/edit"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/fix"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/source"
)

// ownPolicy gives a call that stands in for another one a policy of the runtime's, with
// a deadline and a breaker of its own. It is an alternative, for packages that may
// import the runtime.
func (f *finder) ownPolicy(call *ssa.Call) []analysis.SuggestedFix {
	if !fix.HasRuntime(f.pass.Pkg, f.rep.Settings.Runtime) {
		return nil
	}
	cur, ok := f.cursor(call.Pos())
	fn := deadline.Called(&call.Call)
	if !ok || fn == nil {
		return nil
	}
	expr := cur.Node().(*ast.CallExpr)
	ctx, ok := fix.ContextArg(f.pass.TypesInfo, expr).(*ast.Ident)
	results := call.Call.Signature().Results()
	if !ok || results.Len() != 2 || !loops.IsError(results.At(1).Type()) || fix.Outlives(f.pass.TypesInfo, expr) {
		return nil
	}
	var decl *ast.FuncDecl
	for cur := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		decl = cur.Node().(*ast.FuncDecl)
	}
	file := source.File(f.pass.Files, expr.Pos())
	answer, ok := typeText(f.pass, file, f.pass.TypesInfo.TypeOf(expr).(*types.Tuple).At(0).Type())
	name := fix.FreeName(f.pass.Pkg, expr.Pos(), policyName(fn.Name()), policyName(fn.Name())+"Policy")
	if decl == nil || !ok || name == "" || f.named[name] {
		return nil
	}
	f.named[name] = true
	runtime, edits := fix.AddImport(f.pass, file, expr.Pos(), fix.RuntimePath)
	std, more := fix.AddImport(f.pass, file, expr.Pos(), "context")
	clock, last := fix.AddImport(f.pass, file, expr.Pos(), "time")
	value := fix.Duration(f.rep.Settings.Timeout, clock)
	edits = slices.Concat(edits, more, last, []analysis.TextEdit{
		fix.Above(f.pass.Fset, file, decl, "// "+name+" is shared by all calls of "+decl.Name.Name+", as is its breaker.\n"+
			"var "+name+" = "+runtime+".Must("+runtime+".New("+runtime+".Config{\n\tTimeout:  "+value+",\n\tAttempts: 1,\n\tBreaker:  new("+runtime+".Breaker),\n}))"),
		edit.ReplaceWithString(edit.Range{expr.Pos(), expr.Pos()}, runtime+".Do("+ctx.Name+", "+name+", func("+ctx.Name+" "+std+".Context) ("+answer+", error) { return "),
		edit.ReplaceWithString(edit.Range{expr.End(), expr.End()}, " })"),
	})
	return []analysis.SuggestedFix{fix.New(f.pass, "Give the fallback a policy of its own, with a deadline of "+value+" and a breaker", edits...)}
}

// policyName is the name of a policy for the fallback to a function.
func policyName(fn string) string { return small(fn) + "Fallback" }

func small(name string) string {
	first, n := utf8.DecodeRuneInString(name)
	return string(unicode.ToLower(first)) + name[n:]
}

func capital(name string) string {
	first, n := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(first)) + name[n:]
}

// typeText is how a file writes a type, if it imports all that it takes.
func typeText(pass *analysis.Pass, file *ast.File, t types.Type) (text string, ok bool) {
	ok = true
	text = types.TypeString(t, func(p *types.Package) string {
		if p == pass.Pkg {
			return ""
		}
		for _, spec := range file.Imports {
			if name := pass.TypesInfo.PkgNameOf(spec); name != nil && name.Imported() == p && name.Name() != "_" && name.Name() != "." {
				return name.Name()
			}
		}
		ok = false
		return p.Name()
	})
	return text, ok
}
