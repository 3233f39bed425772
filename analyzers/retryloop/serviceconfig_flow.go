package retryloop

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// A flow follows a string through a package to what becomes of it.
type flow struct {
	info *types.Info
	uses map[types.Object][]inspector.Cursor
	seen map[types.Object]bool

	// used says that the string is given to gRPC as a service config.
	used bool
	// changed says that it may have become another string by then: a template
	// was filled, a part was replaced.
	changed bool
}

// follow looks at what takes the expression at c.
func (f *flow) follow(c inspector.Cursor) {
	switch parent := c.Parent().Node().(type) {
	case *ast.ParenExpr:
		f.follow(c.Parent())
	case *ast.BinaryExpr:
		f.changed = f.changed || parent.Op == token.ADD
	case *ast.UnaryExpr:
		f.changed = f.changed || parent.Op == token.AND // whoever has the address
	case *ast.CallExpr:
		f.call(c, parent)
	case *ast.ValueSpec:
		if _, i := c.ParentEdge(); c.ParentEdgeKind() == edge.ValueSpec_Values && i < len(parent.Names) {
			f.object(f.info.Defs[parent.Names[i]])
		}
	case *ast.AssignStmt:
		_, i := c.ParentEdge()
		switch {
		case parent.Tok == token.ADD_ASSIGN:
			f.changed = true
		case c.ParentEdgeKind() == edge.AssignStmt_Rhs && i < len(parent.Lhs):
			f.stored(parent.Lhs[i])
		}
	case *ast.KeyValueExpr:
		if c.ParentEdgeKind() == edge.KeyValueExpr_Value {
			f.stored(parent.Key)
		}
	case *ast.ReturnStmt:
		for fn := range c.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
			if decl, ok := fn.Node().(*ast.FuncDecl); ok && len(parent.Results) == 1 {
				f.object(f.info.Defs[decl.Name])
			}
			break
		}
	}
}

// stored follows the string into a variable or field.
func (f *flow) stored(e ast.Expr) {
	switch e := e.(type) {
	case *ast.Ident:
		f.object(f.info.ObjectOf(e))
	case *ast.SelectorExpr:
		f.object(f.info.Uses[e.Sel])
	}
}

// object looks at all uses of a name that holds the string, or of a function that
// returns it.
func (f *flow) object(obj types.Object) {
	if obj == nil || f.seen[obj] {
		return
	}
	f.seen[obj] = true
	_, isFunc := obj.(*types.Func)
	for _, c := range f.uses[obj] {
		if c.ParentEdgeKind() == edge.SelectorExpr_Sel {
			c = c.Parent()
		}
		if isFunc {
			if c.ParentEdgeKind() != edge.CallExpr_Fun {
				continue
			}
			c = c.Parent()
		}
		f.follow(c)
	}
}

// call looks at a call that takes the string.
func (f *flow) call(c inspector.Cursor, call *ast.CallExpr) {
	if c.ParentEdgeKind() != edge.CallExpr_Args {
		return
	}
	if f.info.Types[call.Fun].IsType() {
		f.follow(c.Parent())
		return
	}
	fn, ok := typeutil.Callee(f.info, call).(*types.Func)
	if !ok || fn.Pkg() == nil {
		return
	}
	_, i := c.ParentEdge()
	switch path := fn.Pkg().Path(); {
	case isServiceConfigSink(fn):
		f.used = true
	case path == "strings", path == "bytes", path == "regexp", path == "encoding/json", path == "os",
		strings.HasSuffix(path, "/template"), strings.Contains(path, "yaml"):
		f.changed = f.changed || !onlyTells(fn)
	case path == "fmt":
		f.changed = f.changed || !strings.HasPrefix(fn.Name(), "Print")
	default:
		sig := fn.Signature()
		if i < sig.Params().Len() && !(sig.Variadic() && i >= sig.Params().Len()-1) {
			f.object(sig.Params().At(i))
		}
	}
}

// isServiceConfigSink reports whether fn takes a service config as its first
// parameter.
func isServiceConfigSink(fn *types.Func) bool {
	switch fn.FullName() {
	case "google.golang.org/grpc.WithDefaultServiceConfig",
		"(google.golang.org/grpc/resolver.ClientConn).ParseServiceConfig":
		return true
	}
	return false
}

// onlyTells reports whether a function returns nothing but numbers and truth
// values: what it looks at stays what it is.
func onlyTells(fn *types.Func) bool {
	results := fn.Signature().Results()
	for v := range results.Variables() {
		basic, ok := v.Type().Underlying().(*types.Basic)
		if !ok || basic.Info()&(types.IsNumeric|types.IsBoolean) == 0 {
			return false
		}
	}
	return results.Len() > 0
}
