package fallback

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/fix"
	"github.com/reslint/reslint/internal/source"
	"github.com/reslint/reslint/internal/standin"
)

// staleAge is up to what age a fix lets the last good answer be served. Whoever takes the
// fix has to agree to it: it is never the first.
const staleAge = 5 * time.Minute

// lastGood answers from memory in the place of a call that stands in for another one: what
// the first has answered is kept, and the last of it is served. It is an alternative, for
// packages that may import the runtime, and for calls whose answer depends on nothing but
// what a key can hold.
func (f *finder) lastGood(s standin.StandIn) []analysis.SuggestedFix {
	if !fix.HasRuntime(f.pass.Pkg, f.rep.Settings.Runtime) || s.Gate || f.mayMiss(s) {
		return nil
	}
	shape := f.keptShape(s)
	if shape == nil || fix.Outlives(f.pass.TypesInfo, shape.first) || shape.losesSomething() {
		return nil
	}
	key := shape.key()
	if len(key) == 0 {
		return nil
	}
	file := source.File(f.pass.Files, shape.decl.Pos())
	answer, ok := typeText(f.pass, file, shape.answer.Type())
	keep, keyName := f.keptNames(shape.decl, shape.second.Pos())
	kept, found := fix.FreeName(f.pass.Pkg, shape.second.Pos(), "kept", "last"), fix.FreeName(f.pass.Pkg, shape.second.Pos(), "ok", "found")
	if !ok || keep == "" || kept == "" || found == "" {
		return nil
	}
	keyText, keyType, keyDecl, ok := f.keyText(file, key, keyName)
	if !ok {
		return nil
	}
	f.named[keep] = true

	runtime, edits := fix.AddImport(f.pass, file, shape.second.Pos(), fix.RuntimePath)
	clock, more := fix.AddImport(f.pass, file, shape.second.Pos(), "time")
	edits = append(edits, more...)
	first, age := nameOf(&s.First.Call), fix.Duration(staleAge, clock)
	if keyDecl != "" {
		keyDecl = "\n\n" + keyDecl
	}
	edits = append(edits, fix.Above(f.pass.Fset, file, shape.decl,
		"// "+keep+" are the last good answers of "+first+", to be served while there are none.\n"+
			"var "+keep+" = "+runtime+".Must("+runtime+".NewStale["+keyType+", "+answer+"](0, "+age+"))"+keyDecl))
	edits = append(edits, shape.edits(keep, keyText, kept, found)...)
	return []analysis.SuggestedFix{fix.New(f.pass, "Serve the last good answer of "+first+" in its place, or fail: it is stale, up to "+age+" old, and shared by all callers", edits...)}
}

// keptNames are the names for a package's variable that keeps the answers for a function,
// and for the type of its keys; empty if there are none.
func (f *finder) keptNames(decl *ast.FuncDecl, at token.Pos) (keep, key string) {
	bases := []string{decl.Name.Name}
	if decl.Recv != nil {
		if obj, ok := f.pass.TypesInfo.Defs[decl.Name].(*types.Func); ok {
			recv := types.TypeString(obj.Signature().Recv().Type(), func(*types.Package) string { return "" })
			bases = append(bases, strings.TrimLeft(recv, "*")+capital(decl.Name.Name))
		}
	}
	for _, base := range bases {
		keep, key = fix.FreeName(f.pass.Pkg, at, small(base)+"Kept"), fix.FreeName(f.pass.Pkg, at, small(base)+"Key")
		if keep != "" && key != "" && !f.named[keep] {
			return keep, key
		}
	}
	return "", ""
}
