package fallback

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/reslint/reslint/internal/knowledge"
)

func (k *keptShape) isParameter(v *types.Var) bool {
	sig := k.f.pass.TypesInfo.Defs[k.decl.Name].(*types.Func).Signature()
	if sig.Recv() == v {
		return true
	}
	for p := range sig.Params().Variables() {
		if p == v {
			return true
		}
	}
	return false
}

// key are the parameters that the first call's answer depends on, apart from what its
// context carries: the receiver that holds the client, and plain values. There are none if
// it depends on anything else.
func (k *keptShape) key() (vars []*types.Var) {
	ok := true
	add := func(v *types.Var) {
		ok = ok && v != nil && v.Name() != "_" && k.isParameter(v) && !k.sets(k.decl.Body, v)
		if ok && !slices.Contains(vars, v) {
			vars = append(vars, v)
		}
	}
	switch fun := ast.Unparen(k.first.Fun).(type) {
	case *ast.Ident: // a function of the package
		fn, declared := typeutil.Callee(k.f.pass.TypesInfo, k.first).(*types.Func)
		ok = declared && fn.Signature().Recv() == nil
	case *ast.SelectorExpr:
		switch root := rootOf(fun.X).(type) {
		case *ast.Ident:
			obj := k.f.pass.TypesInfo.Uses[root]
			v, _ := obj.(*types.Var)
			_, isPkg := obj.(*types.PkgName)
			if isPkg || v != nil && v.Parent() == k.f.pass.Pkg.Scope() {
				break
			}
			if v == nil || !isStructPointer(v.Type()) {
				return nil
			}
			add(v)
		default:
			return nil
		}
	default:
		return nil
	}
	for _, arg := range k.first.Args {
		tv := k.f.pass.TypesInfo.Types[arg]
		if tv.Value != nil || knowledge.IsContext(tv.Type) {
			continue
		}
		if basic, isBasic := tv.Type.Underlying().(*types.Basic); !isBasic || basic.Info()&(types.IsString|types.IsInteger|types.IsBoolean) == 0 {
			return nil
		}
		add(k.f.variable(arg))
	}
	if !ok || len(vars) == 1 && isStructPointer(vars[0].Type()) {
		return nil // one answer for all is a number or a list that changes
	}
	return vars
}

func isStructPointer(t types.Type) bool {
	p, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	_, ok = p.Elem().Underlying().(*types.Struct)
	return ok
}

// sets reports whether a variable is set there, or its address taken.
func (k *keptShape) sets(in ast.Node, v *types.Var) (found bool) {
	ast.Inspect(in, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			found = found || slices.ContainsFunc(n.Lhs, func(e ast.Expr) bool { return k.f.variable(e) == v })
		case *ast.IncDecStmt:
			found = found || k.f.variable(n.X) == v
		case *ast.UnaryExpr:
			found = found || n.Op == token.AND && k.f.variable(ast.Unparen(n.X)) == v
		case *ast.RangeStmt:
			found = found || n.Key != nil && k.f.variable(n.Key) == v || n.Value != nil && k.f.variable(n.Value) == v
		}
		return !found
	})
	return found
}

// keyText is how the values that an answer depends on are written as a key, its type, and
// the declaration of that, if there is more than one value.
func (f *finder) keyText(file *ast.File, key []*types.Var, name string) (text, typ, decl string, ok bool) {
	var values, fields []string
	for _, v := range key {
		if typ, ok = typeText(f.pass, file, v.Type()); !ok {
			return "", "", "", false
		}
		values, fields = append(values, v.Name()), append(fields, "\t"+v.Name()+" "+typ+"\n")
	}
	if len(key) == 1 {
		return values[0], typ, "", true
	}
	return name + "{" + strings.Join(values, ", ") + "}", name, "type " + name + " struct {\n" + strings.Join(fields, "") + "}", true
}
