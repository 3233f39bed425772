package timeout

import "go/types"

// isType reports whether t is the named type path.name itself.
func isType(t types.Type, path, name string) bool {
	if t == nil {
		return false
	}
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == name && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == path
}

// isNamed reports whether t is, or points to, the named type path.name.
func isNamed(t types.Type, path, name string) bool {
	return t != nil && isType(deref(t), path, name)
}

func deref(t types.Type) types.Type {
	if p, ok := types.Unalias(t).Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}
