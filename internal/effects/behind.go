package effects

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/ablation"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/rule"
)

// Behind is the way from a call of an interface's method to another machine, if all that may
// stand behind it goes there: the interface is one of this package, which says what the
// package needs of others, and every type in sight that has its methods reaches another
// machine with this one. It is empty if there is no such type, or one of which that is not
// known. What the program puts there elsewhere may be different; types that are made for
// tests are not asked.
func (cs *Conducts) Behind(call *ssa.CallCommon) (via string) {
	if !call.IsInvoke() || !asks(call.Method) || ablation.Off(ablation.Behind) {
		return ""
	}
	named := knowledge.Named(call.Value.Type())
	if named == nil || named.Obj().Pkg() != cs.pass.Pkg || named.TypeArgs().Len() > 0 {
		return ""
	}
	for _, t := range cs.typesBehind(named) {
		obj, _, _ := types.LookupFieldOrMethod(t, true, cs.pass.Pkg, call.Method.Name())
		impl, ok := obj.(*types.Func)
		if !ok || impl == call.Method {
			continue // it hands the call on to another one of them
		}
		reaches := cs.Of(impl).Reaches
		if reaches == "" {
			return ""
		}
		if via == "" {
			via = join(shortName(call.Method), reaches)
		}
	}
	return via
}

// typesBehind are the types in sight that have the methods of an interface.
func (cs *Conducts) typesBehind(named *types.Named) (found []types.Type) {
	iface, ok := named.Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	all := cs.typesInSight()
	cs.mu.Lock()
	defer cs.mu.Unlock()
	if found, ok := cs.behindOf[named]; ok {
		return found
	}
	for _, t := range all {
		if !types.Implements(t, iface) {
			if t = types.NewPointer(t); !types.Implements(t, iface) {
				continue
			}
		}
		found = append(found, t)
	}
	cs.behindOf[named] = found
	return found
}

// typesInSight are the types of this package and those that it imports which may stand
// behind an interface of this package.
func (cs *Conducts) typesInSight() []types.Type {
	cs.askTypes.Do(func() {
		tests := make(map[string]bool)
		for _, file := range cs.pass.Files {
			tests[cs.pass.Fset.File(file.FileStart).Name()] = rule.IsTest(cs.pass.Fset, file)
		}
		for _, pkg := range append([]*types.Package{cs.pass.Pkg}, cs.pass.Pkg.Imports()...) {
			if knowledge.Standard(pkg.Path()) {
				continue
			}
			scope := pkg.Scope()
			for _, name := range scope.Names() {
				obj, ok := scope.Lookup(name).(*types.TypeName)
				if !ok || obj.IsAlias() || pkg != cs.pass.Pkg && !obj.Exported() {
					continue
				}
				named, ok := obj.Type().(*types.Named)
				if !ok || named.TypeParams().Len() > 0 || types.IsInterface(named) || isDouble(named) {
					continue
				}
				if file := cs.pass.Fset.File(obj.Pos()); pkg == cs.pass.Pkg && (file == nil || tests[file.Name()]) {
					continue
				}
				cs.inSight = append(cs.inSight, named)
			}
		}
	})
	return cs.inSight
}
