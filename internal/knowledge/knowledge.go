// Package knowledge is what reslint knows of the APIs of libraries, as data.
//
// Each library has one file under tables, named after its import path:
// tables/net/http.api speaks of net/http. A file is read when a package that
// uses the library is analysed, and not before: one cold run starts the tool
// some hundreds of times.
//
// # Format
//
// A file is a list of lines. A # begins a comment; empty lines do not count.
//
//	package PATH            the lines below speak of this package
//	source VERSION FILES…   where the claims below were read
//	KIND NAME KEY=VALUE…    one claim about a function, method, type or variable
//
// Names are written as in Go's documentation, without the package: Get,
// (*Client).Do, (RoundTripper).RoundTrip, DefaultClient. Type parameters are
// left out. A promoted method stands under the type that declares it.
//
// The kinds:
//
//	call         NAME waits for an answer from another machine
//	constructor  NAME makes (or, for a variable, is) a value that carries a bound
//	policy       NAME is a type whose fields bound what is done through it
//
// The attributes:
//
//	bound=LIST   what bounds the call or the value in time; any one is enough:
//	             recv, arg:N (counted from 0, without the receiver), a field
//	             of the policy, var:NAME (a variable of the package), self
//	             (the value always has a bound), none
//	for=arg:N    the argument that holds the duration of that bound
//	cancel=yes   the second result ends the value
//	detach=yes   the value leaves the caller's deadline behind on purpose
//	shape=yes    an interface method of that name, whose first parameter is of
//	             this package, too, stands for this one
//
// An unknown word is an error that names file and line.
package knowledge

import (
	"embed"
	"go/types"
	"io/fs"
	"path"
	"strings"
	"sync"
)

// A Kind says what a claim is about.
type Kind string

// The closed vocabulary of kinds.
const (
	Call        Kind = "call"
	Constructor Kind = "constructor"
	Policy      Kind = "policy"
)

// A Claim is one line of a table.
type Claim struct {
	Kind Kind
	// Name is relative to the package, as it is written in the table.
	Name string
	// Bound lists what bounds the call or value; any one is enough. It is
	// empty where nothing does.
	Bound []Source
	// For is the index of the argument that holds the duration, or -1.
	For int
	// Cancel is set where the second result is a function that ends the value.
	Cancel bool
	// Detach is set where leaving the caller's deadline is the purpose.
	Detach bool
	// Shape is set for methods that interfaces of other packages stand for.
	Shape bool
	// Where is the file and line of the claim.
	Where string
}

// A Source is a place from which a bound can come.
type Source struct {
	// From is "recv", "arg", "field", "var" or "self".
	From string
	// Arg is the index of an argument, for From "arg".
	Arg int
	// Name is that of a field or variable, for From "field" and "var".
	Name string
}

// A Table holds the claims about one package, by name.
type Table map[string]*Claim

//go:embed tables
var embedded embed.FS

var tables struct {
	sync.Mutex
	byPath map[string]Table
}

// For returns the table of the package with that import path, or nil. A broken
// table is a defect of reslint that a test finds; here it counts as absent.
func For(importPath string) Table {
	tables.Lock()
	defer tables.Unlock()
	if t, ok := tables.byPath[importPath]; ok {
		return t
	}
	if tables.byPath == nil {
		tables.byPath = make(map[string]Table)
	}
	t := load(importPath)
	tables.byPath[importPath] = t
	return t
}

// load looks for the file of the package itself, then for that of the library
// around it.
func load(importPath string) Table {
	for dir := importPath; dir != "." && dir != "/"; dir = path.Dir(dir) {
		name := "tables/" + dir + ".api"
		data, err := fs.ReadFile(embedded, name)
		if err != nil {
			continue
		}
		parsed, err := Parse(name, string(data))
		if err != nil {
			return nil
		}
		return parsed[importPath]
	}
	return nil
}

// Func returns the claim about fn, or nil. An instance of a generic function
// is known under its declaration.
func Func(fn *types.Func) *Claim {
	if fn.Pkg() == nil {
		return nil
	}
	t := For(fn.Pkg().Path())
	if t == nil {
		return nil
	}
	return t[Name(fn)]
}

// Shape returns the claim about the method that fn, a method of an interface in
// another package, stands for, or nil: programs declare interfaces such as
//
//	type Doer interface{ Do(*http.Request) (*http.Response, error) }
//
// to put something in the place of an http.Client.
func Shape(fn *types.Func) *Claim {
	params := fn.Signature().Params()
	if params.Len() == 0 {
		return nil
	}
	t := params.At(0).Type()
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return nil
	}
	for name, claim := range For(named.Obj().Pkg().Path()) {
		if claim.Shape && strings.HasSuffix(name, ")."+fn.Name()) {
			return claim
		}
	}
	return nil
}

// Var returns the claim about a package-level variable, or nil.
func Var(v *types.Var) *Claim {
	if v.Pkg() == nil || v.IsField() {
		return nil
	}
	return For(v.Pkg().Path())[v.Name()]
}

// Type returns the claim about the named type that t is or points to, or nil.
func Type(t types.Type) *Claim {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return nil
	}
	claim := For(named.Obj().Pkg().Path())[named.Obj().Name()]
	if claim == nil || claim.Kind != Policy {
		return nil
	}
	return claim
}

// Name returns the name under which a table knows fn.
func Name(fn *types.Func) string {
	recv := fn.Signature().Recv()
	if recv == nil {
		return fn.Name()
	}
	t, star := recv.Type(), ""
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t, star = p.Elem(), "*"
	}
	name := types.TypeString(t, func(*types.Package) string { return "" })
	if i := strings.IndexByte(name, '['); i >= 0 {
		name = name[:i]
	}
	return "(" + star + name + ")." + fn.Name()
}
