package retryloop

import (
	"go/ast"
	"go/types"
	"strings"
)

// zeros is what a function returns before an error: the zero values of its other
// results, as text. ok is false if they can't be written.
func (m *repair) zeros(at ast.Node, results *types.Tuple) (text string, ok bool) {
	var b strings.Builder
	for i := range results.Len() - 1 {
		zero := m.zero(at, results.At(i).Type())
		if zero == "" {
			return "", false
		}
		b.WriteString(zero + ", ")
	}
	return b.String(), true
}

func (m *repair) zero(at ast.Node, t types.Type) string {
	if param, ok := t.(*types.TypeParam); ok {
		if !m.visible(param.Obj(), at) {
			return ""
		}
		return "*new(" + param.Obj().Name() + ")"
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature, *types.Interface:
		return "nil"
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			return "false"
		case u.Info()&types.IsNumeric != 0:
			return "0"
		case u.Info()&types.IsString != 0:
			return `""`
		}
	case *types.Struct:
		if name := m.typeName(at, t); name != "" {
			return name + "{}"
		}
	}
	return ""
}

// typeName is how a named type is called at a place, or "".
func (m *repair) typeName(at ast.Node, t types.Type) string {
	named, ok := t.(interface{ Obj() *types.TypeName })
	if !ok {
		return ""
	}
	if n, ok := t.(*types.Named); ok && n.TypeArgs().Len() > 0 {
		return ""
	}
	obj := named.Obj()
	if obj.Pkg() == m.pass.Pkg {
		if m.visible(obj, at) {
			return obj.Name()
		}
		return ""
	}
	scope := m.pass.Pkg.Scope().Innermost(at.Pos())
	for _, spec := range m.file.Imports {
		pkg := m.pass.TypesInfo.PkgNameOf(spec)
		if pkg == nil || pkg.Imported() != obj.Pkg() || scope == nil || !obj.Exported() {
			continue
		}
		if _, found := scope.LookupParent(pkg.Name(), at.Pos()); found == pkg {
			return pkg.Name() + "." + obj.Name()
		}
	}
	return ""
}

// visible reports whether the name of an object means it at a place.
func (m *repair) visible(obj types.Object, at ast.Node) bool {
	scope := m.pass.Pkg.Scope().Innermost(at.Pos())
	if scope == nil {
		return false
	}
	_, found := scope.LookupParent(obj.Name(), at.Pos())
	return found == obj
}
