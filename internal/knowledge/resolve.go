package knowledge

import (
	"fmt"
	"go/types"
	"io/fs"
	"strings"
)

// Packages returns the tables of all packages that reslint knows of, by import
// path.
func Packages() (map[string]*Table, error) {
	all := make(map[string]*Table)
	err := fs.WalkDir(embedded, "tables", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(embedded, name)
		if err != nil {
			return err
		}
		parsed, err := Parse(name, string(data))
		if err != nil {
			return err
		}
		for path, table := range parsed {
			if all[path] != nil {
				return fmt.Errorf("%s: package %s stands in another file, too", name, path)
			}
			all[path] = table
		}
		return nil
	})
	return all, err
}

// Resolve checks that everything that the claim names exists in the package.
// What a line says of a library is true of one version; a renamed method has to
// fail a test instead of going quiet.
func (c *Claim) Resolve(pkg *types.Package) error {
	if err := c.resolve(pkg); err != nil {
		return fmt.Errorf("%s: %s.%s: %w", c.Where, pkg.Path(), c.Name, err)
	}
	return nil
}

func (c *Claim) resolve(pkg *types.Package) error {
	if c.Kind == Driver {
		return nil // it names a package of its own
	}
	if s := parseSignature(c); s != nil {
		for _, name := range []string{s.first, s.last} {
			if _, ok := pkg.Scope().Lookup(name).(*types.TypeName); !ok && name != "" {
				return fmt.Errorf("there is no type %s", name)
			}
		}
		return nil
	}
	if c.Name == "*" {
		return nil
	}
	if method, ok := strings.CutPrefix(c.Name, "(*)."); ok {
		if !anyHas(pkg, method) {
			return fmt.Errorf("no type has a method %s", method)
		}
		return nil
	}
	switch obj := lookup(pkg, c.Name).(type) {
	case *types.Func:
		return c.resolveFunc(pkg, obj)
	case *types.Var:
		if c.Kind != Constructor && c.Kind != Schedule {
			return fmt.Errorf("a variable is a constructor or a schedule")
		}
	case *types.TypeName:
		return c.resolveType(pkg, obj)
	default:
		return fmt.Errorf("there is no such name")
	}
	return nil
}

// anyHas reports whether a type of the package has the method.
func anyHas(pkg *types.Package, method string) bool {
	for _, name := range pkg.Scope().Names() {
		tn, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		if obj, _, _ := types.LookupFieldOrMethod(tn.Type(), true, pkg, method); obj != nil {
			return true
		}
	}
	return false
}

func (c *Claim) resolveFunc(pkg *types.Package, fn *types.Func) error {
	switch c.Kind {
	case Policy, Carrier, Client:
		return fmt.Errorf("a function is no %s", c.Kind)
	}
	if Name(fn) != c.Name {
		return fmt.Errorf("is known as %s", Name(fn))
	}
	sig := fn.Signature()
	for _, src := range append(c.Bound, c.Gives...) {
		switch src.From {
		case "arg":
			if src.Arg >= sig.Params().Len() {
				return fmt.Errorf("has no argument %d", src.Arg)
			}
		case "recv":
			if sig.Recv() == nil {
				return fmt.Errorf("has no receiver")
			}
		case "var":
			if _, ok := pkg.Scope().Lookup(src.Name).(*types.Var); !ok {
				return fmt.Errorf("there is no variable %s", src.Name)
			}
		}
	}
	for _, n := range append(append(c.Policy.arguments(), c.Goroutines.arguments()...), c.For, c.Into, c.Network, c.Driver, c.Op, c.Instead) {
		if n >= sig.Params().Len() {
			return fmt.Errorf("has no argument %d", n)
		}
	}
	for _, name := range c.Policy.fields() {
		if off := c.Policy.Off; off == nil || off.Field != name || !resultHas(sig, name) {
			return fmt.Errorf("a function has no field %s", name)
		}
	}
	if p := c.Policy; p != nil && p.Off != nil && p.Off.Path != "" {
		t := sig.Params().At(p.Off.Arg).Type()
		for name := range strings.SplitSeq(p.Off.Path, ".") {
			f, _, _ := types.LookupFieldOrMethod(t, true, pkg, name)
			v, ok := f.(*types.Var)
			if !ok {
				return fmt.Errorf("there is no field %s in argument %d", name, p.Off.Arg)
			}
			t = v.Type()
		}
	}
	if err := c.resolveBreaker(pkg, fn); err != nil {
		return err
	}
	if c.Absent != "" && pkg.Scope().Lookup(c.Absent) == nil {
		return fmt.Errorf("there is no %s", c.Absent)
	}
	if c.Result > 0 && c.Result >= sig.Results().Len() {
		return fmt.Errorf("has no result %d", c.Result)
	}
	if c.Kind == Setter && sig.Recv() == nil {
		return fmt.Errorf("has no receiver to set a bound on")
	}
	return nil
}

func (c *Claim) resolveType(pkg *types.Package, tn *types.TypeName) error {
	switch c.Kind {
	case Policy, Carrier, Client, Schedule, Limits:
	default:
		return fmt.Errorf("a type is no %s", c.Kind)
	}
	names := c.Policy.fields()
	for _, src := range c.Fields {
		names = append(names, src.Name)
	}
	for _, name := range names {
		f, _, _ := types.LookupFieldOrMethod(tn.Type(), true, pkg, name)
		if v, ok := f.(*types.Var); !ok || !v.IsField() {
			return fmt.Errorf("there is no field %s", name)
		}
	}
	return c.resolveBreaker(pkg, tn)
}

// lookup finds what a table names.
func lookup(pkg *types.Package, name string) types.Object {
	recv, method, ok := strings.Cut(strings.TrimPrefix(name, "("), ").")
	if !ok {
		return pkg.Scope().Lookup(name)
	}
	tn, ok := pkg.Scope().Lookup(strings.TrimPrefix(recv, "*")).(*types.TypeName)
	if !ok {
		return nil
	}
	obj, _, _ := types.LookupFieldOrMethod(tn.Type(), true, pkg, method)
	return obj
}

// resultHas reports whether the first result of a function has a field of that name.
func resultHas(sig *types.Signature, field string) bool {
	if sig.Results().Len() == 0 {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(sig.Results().At(0).Type(), true, nil, field)
	v, ok := obj.(*types.Var)
	return ok && v.IsField()
}
