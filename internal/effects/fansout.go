package effects

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/spawns"
)

// FansOut is the fact about a function that starts goroutines without a limit and leaves
// it to its callers how many.
type FansOut struct {
	// Each is the parameter for each element of which a goroutine is started that waits
	// for another machine, or -1, and Via the way to there. The receiver is parameter 0 of
	// a method.
	Each int
	Via  string
	// Starts is the parameter, a function, that is started in a goroutine, or -1.
	Starts int
}

// AFact marks FansOut as a fact.
func (*FansOut) AFact() {}

func (f *FansOut) String() string {
	if f.Starts >= 0 {
		return fmt.Sprintf("starts%d", f.Starts)
	}
	return fmt.Sprintf("each%d(%s)", f.Each, f.Via)
}

// FansOut returns what is known of a function of another package that starts goroutines,
// or nil.
func (cs *Conducts) FansOut(fn *types.Func) *FansOut {
	if fn == nil || fn.Pkg() == nil || fn.Pkg() == cs.pass.Pkg || knowledge.Standard(fn.Pkg().Path()) {
		return nil
	}
	fact := new(FansOut)
	if !cs.pass.ImportObjectFact(fn.Origin(), fact) {
		return nil
	}
	return fact
}

// Starts is the parameter of a function of another package that it starts in a goroutine,
// or -1.
func (cs *Conducts) Starts(fn *types.Func) int {
	if fact := cs.FansOut(fn); fact != nil {
		return fact.Starts
	}
	return -1
}

// CallsFanOut reports whether the package calls a function of another one about which a
// FansOut is known.
func (cs *Conducts) CallsFanOut() bool { return cs.callsFanOut }

// Spawns are the goroutines of the package. They need its SSA form.
func (cs *Conducts) Spawns() *spawns.Package {
	cs.askSpawns.Do(func() { cs.spawns = spawns.New(cs.pass.Pkg, Functions(cs.pass), cs, cs) })
	return cs.spawns
}

// exportFanOuts turns what others can name into facts. SSA is built only for a package
// that has a function which may have one.
func (cs *Conducts) exportFanOuts() {
	if knowledge.Embedded(cs.pass.Pkg.Path()) || !cs.mayFanOut() {
		return
	}
	p := cs.Spawns()
	for _, fn := range p.Funcs {
		obj, ok := fn.Object().(*types.Func)
		if !ok || !obj.Exported() {
			continue
		}
		fact := &FansOut{Starts: p.Started(fn), Each: -1}
		if fact.Starts < 0 {
			fact.Each, fact.Via = p.Each(fn)
		}
		if fact.Starts >= 0 || fact.Each >= 0 {
			cs.pass.ExportObjectFact(obj, fact)
		}
	}
}

// mayFanOut reports whether an exported function of the package has a go statement, and is
// given a function, or a list and reaches another machine with what it starts.
func (cs *Conducts) mayFanOut() (found bool) {
	remote := false
	for _, own := range cs.own {
		remote = remote || own.Reaches != ""
	}
	for _, file := range cs.pass.Files {
		if rule.IsTest(cs.pass.Fset, file) {
			continue
		}
		for _, decl := range file.Decls {
			fd, ok := decl.(*ast.FuncDecl)
			if !ok || fd.Body == nil || !fd.Name.IsExported() {
				continue
			}
			fn, ok := cs.pass.TypesInfo.Defs[fd.Name].(*types.Func)
			if !ok || !fansOutParameter(fn.Signature(), remote) {
				continue
			}
			ast.Inspect(fd.Body, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.GoStmt:
					found = true
				case *ast.CallExpr:
					if sel, ok := n.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Go" {
						found = true
					}
				}
				return !found
			})
		}
	}
	return found
}

// fansOutParameter reports whether one of the parameters is a function or, where the
// package calls other machines, a list.
func fansOutParameter(sig *types.Signature, remote bool) bool {
	for p := range sig.Params().Variables() {
		switch p.Type().Underlying().(type) {
		case *types.Signature:
			return true
		case *types.Slice, *types.Map, *types.Chan:
			if remote {
				return true
			}
		}
	}
	return false
}
