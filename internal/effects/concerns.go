package effects

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/ablation"
	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
)

// concerns reports whether the package names anything that can make, hold or
// need a remote call. Only then is its SSA form worth building.
func concerns(pass *analysis.Pass, open map[string][]Question) bool {
	if ablation.Off(ablation.Demand) {
		return true
	}
	seen := make(map[types.Object]bool)
	var fresh, asks bool
	generated := generatedFiles(pass)
	for id, obj := range pass.TypesInfo.Uses {
		if seen[obj] || obj.Pkg() == nil {
			continue
		}
		if tn, ok := obj.(*types.TypeName); ok && len(generated) > 0 && carries(tn) && generated[pass.Fset.File(id.Pos())] {
			continue // a generated client is known by its shape
		}
		seen[obj] = true
		if len(open) > 0 && namesOpen(obj, func(method string) bool { return open[method] != nil }) {
			return true
		}
		switch obj := obj.(type) {
		case *types.Func:
			if knowledge.Shape(obj) != nil {
				return true
			}
			asks = asks || takesContext(obj)
			if obj.Pkg().Path() == "context" && (obj.Name() == "Background" || obj.Name() == "TODO") {
				fresh = true
			}
			if obj.Pkg() == pass.Pkg && knowledge.Embedded(pass.Pkg.Path()) {
				continue
			}
			if claim := knowledge.Func(obj.Origin()); claim.Remote() {
				return true
			}
			fact := new(Function)
			if pass.ImportObjectFact(obj.Origin(), fact) && len(fact.Needs) > 0 {
				return true
			}
		case *types.TypeName:
			if knowledge.Type(obj.Type()) != nil {
				return true
			}
		case *types.Var:
			if obj.IsField() && pass.ImportObjectFact(obj.Origin(), new(Field)) {
				return true
			}
		}
	}
	return fresh && asks || givesContext(pass.Pkg)
}

// generatedFiles are the files of the package that a program has written.
func generatedFiles(pass *analysis.Pass) map[*token.File]bool {
	generated := make(map[*token.File]bool)
	for _, file := range pass.Files {
		if ast.IsGenerated(file) {
			generated[pass.Fset.File(file.FileStart)] = true
		}
	}
	return generated
}

// carries reports whether the type is a client whose bound no field shows.
func carries(tn *types.TypeName) bool {
	claim := knowledge.Type(tn.Type())
	return claim != nil && claim.Kind != knowledge.Policy
}

// takesContext reports whether fn is a method of an interface to which a context
// is passed: the package may ask a question about it.
func takesContext(fn *types.Func) bool {
	sig := fn.Signature()
	return sig.Recv() != nil && types.IsInterface(sig.Recv().Type()) && sig.Params().Len() > 0 &&
		deadline.IsRequest(sig.Params().At(0).Type())
}

// givesContext reports whether an exported function returns a context: whether
// it keeps the deadline of one that it is given matters to its callers.
func givesContext(pkg *types.Package) bool {
	for _, name := range pkg.Scope().Names() {
		fn, ok := pkg.Scope().Lookup(name).(*types.Func)
		if !ok || !fn.Exported() {
			continue
		}
		for v := range fn.Signature().Results().Variables() {
			if types.TypeString(v.Type(), nil) == "context.Context" {
				return true
			}
		}
	}
	return false
}
