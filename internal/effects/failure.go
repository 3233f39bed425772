package effects

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/rule"
)

// A Failure is what is known of an error that a function makes: which variable it is,
// or of which type, with which constants in its fields. One of which neither is known
// is an error of its own, as errors.New makes it.
type Failure struct {
	// Var is the variable that holds it, as "path.Name", or empty.
	Var string
	// Type is the named type that it is, or points to, as "path.Name", or empty.
	Type string
	// Fields are those that are constant; the zero value of a field is one, too.
	Fields []Constant
	// Wrapped is set where it is inside another error.
	Wrapped bool
}

// A Constant is a field and the text of its value.
type Constant struct{ Name, Value string }

// AFact marks Failure as a fact: the function makes this error.
func (*Failure) AFact() {}

func (f *Failure) String() string {
	var b strings.Builder
	b.WriteString("fails(" + f.Var + f.Type)
	for _, c := range f.Fields {
		b.WriteString(" " + c.Name + "=" + c.Value)
	}
	b.WriteString(")")
	return b.String()
}

// value is the constant in a field, and whether it is known.
func (f *Failure) value(field string) (string, bool) {
	i := slices.IndexFunc(f.Fields, func(c Constant) bool { return c.Name == field })
	if i < 0 {
		return "", false
	}
	return f.Fields[i].Value, true
}

// Sentinel is the failure that a variable of a package is.
func Sentinel(path, name string) *Failure { return &Failure{Var: path + "." + name} }

// typeKey names the type that t is or points to, if it is a struct of a package.
func typeKey(t types.Type) string {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || types.IsInterface(named) {
		return ""
	}
	return named.Obj().Pkg().Path() + "." + named.Obj().Name()
}

// failure is what is known of an error, or nil.
func (cs *Conducts) failure(v ssa.Value, depth int) *Failure {
	if depth > 4 {
		return nil
	}
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return cs.failure(v.X, depth)
	case *ssa.ChangeInterface:
		return cs.failure(v.X, depth)
	case *ssa.Alloc:
		return literalOf(v)
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return nil
		}
		switch x := v.X.(type) {
		case *ssa.Global:
			if loops.IsError(v.Type()) && x.Pkg != nil {
				return Sentinel(x.Pkg.Pkg.Path(), x.Name())
			}
		case *ssa.Alloc:
			return literalOf(x)
		}
	case *ssa.Call:
		return cs.madeBy(v, depth)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok && deadline.Callee(&call.Call) != nil {
			return cs.returned(deadline.Callee(&call.Call), v.Index, depth)
		}
	}
	return nil
}

// literalOf is the failure that a struct literal is: nothing but its own fields are
// stored.
func literalOf(alloc *ssa.Alloc) *Failure {
	key := typeKey(alloc.Type())
	st, ok := deref(alloc.Type()).Underlying().(*types.Struct)
	if key == "" || !ok {
		return nil
	}
	set := make(map[string]ssa.Value)
	for _, ref := range *alloc.Referrers() {
		switch ref := ref.(type) {
		case *ssa.FieldAddr:
			for _, use := range *ref.Referrers() {
				if store, ok := use.(*ssa.Store); ok && store.Addr == ref {
					name := st.Field(ref.Field).Name()
					if _, twice := set[name]; twice {
						return nil
					}
					set[name] = store.Val
				}
			}
		case *ssa.Store:
			if ref.Addr == alloc {
				return nil
			}
		}
	}
	return failureOf(key, st, func(name string) (string, bool) {
		v, ok := set[name]
		if !ok {
			return "", true
		}
		c, ok := v.(*ssa.Const)
		if !ok || c.Value == nil {
			return "", false
		}
		return c.Value.ExactString(), true
	})
}

// failureOf is a literal of a struct, of which a function tells what constant a field
// is set to: none for the zero value.
func failureOf(key string, st *types.Struct, set func(name string) (text string, known bool)) *Failure {
	f := &Failure{Type: key}
	for i := range st.NumFields() {
		field := st.Field(i)
		basic, ok := field.Type().Underlying().(*types.Basic)
		if !ok {
			continue
		}
		text, known := set(field.Name())
		if !known {
			continue
		}
		if text == "" {
			text = zero(basic)
		}
		f.Fields = append(f.Fields, Constant{field.Name(), text})
	}
	return f
}

// zero is the text of the zero value of a type.
func zero(t *types.Basic) string {
	switch {
	case t.Info()&types.IsBoolean != 0:
		return "false"
	case t.Info()&types.IsString != 0:
		return `""`
	}
	return "0"
}

func deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// madeBy is the failure that a call makes: an error of its own, one around another, or
// what a function of this or another package is known to make.
func (cs *Conducts) madeBy(call *ssa.Call, depth int) *Failure {
	obj := deadline.Called(&call.Call)
	if obj == nil {
		return nil
	}
	switch obj.FullName() {
	case "errors.New":
		return new(Failure)
	case "fmt.Errorf":
		return cs.wrapped(call, depth)
	}
	if obj = obj.Origin(); obj.Pkg() != cs.pass.Pkg {
		fact := new(Failure)
		if cs.pass.ImportObjectFact(obj, fact) {
			return fact
		}
		return nil
	}
	fn := deadline.Callee(&call.Call)
	if fn == nil {
		return nil
	}
	return cs.returned(fn, 0, depth)
}

// returned is the one failure that a function of the package returns, beside nil.
func (cs *Conducts) returned(fn *ssa.Function, result, depth int) (only *Failure) {
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || result >= len(ret.Results) || b == fn.Recover {
			continue
		}
		v := ret.Results[result]
		if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL { // a result that a defer may change
			if cell, ok := load.X.(*ssa.Alloc); ok && loops.IsError(v.Type()) {
				v = storedIn(cell, b)
			}
		}
		if c, ok := v.(*ssa.Const); ok && c.IsNil() {
			continue
		}
		if v == nil {
			return nil
		}
		f := cs.failure(v, depth+1)
		if f == nil || only != nil && only.String() != f.String() {
			return nil
		}
		only = f
	}
	return only
}

// wrapped is the failure inside what fmt.Errorf makes, if it is one.
func (cs *Conducts) wrapped(call *ssa.Call, depth int) *Failure {
	format, ok := call.Call.Args[0].(*ssa.Const)
	if !ok || format.Value == nil || len(call.Call.Args) < 2 {
		return nil
	}
	switch strings.Count(constant.StringVal(format.Value), "%w") {
	case 0:
		return new(Failure)
	case 1:
	default:
		return nil
	}
	inside := wrappedIn(call)
	if len(inside) != 1 {
		return nil
	}
	f := cs.failure(inside[0], depth+1)
	if f == nil {
		return nil
	}
	in := *f
	in.Wrapped = true
	return &in
}

// exportFailures tells which functions do nothing but make an error, from the syntax:
//
//	func NewUnavailable(msg string) *Error { return &Error{Msg: msg, Retryable: true} }
func (cs *Conducts) exportFailures() {
	if knowledge.Embedded(cs.pass.Pkg.Path()) {
		return
	}
	for _, file := range cs.pass.Files {
		if rule.IsTest(cs.pass.Fset, file) {
			continue
		}
		for _, decl := range file.Decls {
			fd, ok := decl.(*ast.FuncDecl)
			if !ok || fd.Body == nil || fd.Recv != nil || !fd.Name.IsExported() || len(fd.Body.List) != 1 {
				continue
			}
			ret, ok := fd.Body.List[0].(*ast.ReturnStmt)
			if !ok || len(ret.Results) != 1 {
				continue
			}
			fn, ok := cs.pass.TypesInfo.Defs[fd.Name].(*types.Func)
			if !ok {
				continue
			}
			if f := cs.literalFailure(ret.Results[0]); f != nil {
				cs.pass.ExportObjectFact(fn, f)
			}
		}
	}
}

// literalFailure is the failure that a composite literal of an error type is, or nil.
func (cs *Conducts) literalFailure(e ast.Expr) *Failure {
	t := cs.pass.TypesInfo.TypeOf(e)
	if t == nil || !types.Implements(t, errorType) {
		return nil
	}
	e = ast.Unparen(e)
	if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.AND {
		e = u.X
	}
	lit, ok := e.(*ast.CompositeLit)
	if !ok {
		return nil
	}
	st, ok := deref(t).Underlying().(*types.Struct)
	if !ok || typeKey(t) == "" {
		return nil
	}
	set := make(map[string]ast.Expr)
	for i, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			set[kv.Key.(*ast.Ident).Name] = kv.Value
		} else {
			set[st.Field(i).Name()] = elt
		}
	}
	return failureOf(typeKey(t), st, func(name string) (string, bool) {
		e, ok := set[name]
		if !ok {
			return "", true
		}
		c := cs.pass.TypesInfo.Types[e].Value
		if c == nil {
			return "", false
		}
		return c.ExactString(), true
	})
}

var errorType = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)
