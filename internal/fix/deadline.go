package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/edit"

	"github.com/reslint/reslint/internal/knowledge"
)

// A Deadline is an edit that derives a context with a deadline in front of a statement
// and cancels it when the function returns.
type Deadline struct {
	Pass *analysis.Pass
	File *ast.File
	// Before is the statement in front of which the context is made.
	Before ast.Stmt
	// Arg is the context that is replaced.
	Arg ast.Expr
	// Name and Cancel are the names of the new context and of what cancels it.
	Name, Cancel string
	For          time.Duration
}

// Edits are the edits, and the source text of the duration.
func (d *Deadline) Edits() (edits []analysis.TextEdit, value string) {
	at := d.Arg.Pos()
	ctx, edits := AddImport(d.Pass, d.File, at, "context")
	clock, more := AddImport(d.Pass, d.File, at, "time")
	value = Duration(d.For, clock)
	indent := strings.Repeat("\t", d.Pass.Fset.Position(d.Before.Pos()).Column-1)
	text := d.Name + ", " + d.Cancel + " := " + ctx + ".WithTimeout(" + types.ExprString(d.Arg) + ", " + value + ")\n" +
		indent + "defer " + d.Cancel + "()\n" + indent
	return append(append(edits, more...),
		edit.ReplaceWithString(edit.Range{d.Before.Pos(), d.Before.Pos()}, text),
		edit.ReplaceWithString(d.Arg, d.Name)), value
}

// ContextArg is the context that is passed to a call, if it is simple enough to be
// moved.
func ContextArg(info *types.Info, call *ast.CallExpr) ast.Expr {
	for _, arg := range call.Args {
		if !knowledge.IsContext(info.TypeOf(arg)) {
			continue
		}
		switch arg := ast.Unparen(arg).(type) {
		case *ast.Ident, *ast.SelectorExpr:
			return arg
		case *ast.CallExpr:
			if len(arg.Args) == 0 {
				return arg
			}
		}
		return nil
	}
	return nil
}

// Outlives reports whether something that a call returns may be read after the
// function that calls it has returned: a response, a stream, rows.
func Outlives(info *types.Info, call *ast.CallExpr) bool {
	sig, ok := info.TypeOf(call.Fun).Underlying().(*types.Signature)
	if !ok {
		return true
	}
	for v := range sig.Results().Variables() {
		if !isPlain(v.Type()) {
			return true
		}
	}
	return false
}

// isPlain reports whether a value of type t is complete when it is returned.
func isPlain(t types.Type) bool {
	if types.Identical(t, types.Universe.Lookup("error").Type()) {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return true
	case *types.Slice:
		return isPlain(u.Elem())
	case *types.Map:
		return isPlain(u.Elem())
	}
	for _, name := range []string{"Close", "Read", "Next", "Recv", "Body", "Scan", "Decode", "Commit"} {
		if obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name); obj != nil {
			return false
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		return true
	case *types.Pointer:
		_, ok := u.Elem().Underlying().(*types.Struct)
		return ok
	}
	return false
}

// FreeName is the first of the names that is declared nowhere around pos, be it
// further down. It is empty if there is none.
func FreeName(pkg *types.Package, pos token.Pos, names ...string) string {
	for _, name := range names {
		taken := false
		for scope := pkg.Scope().Innermost(pos); scope != nil; scope = scope.Parent() {
			taken = taken || scope.Lookup(name) != nil
		}
		if !taken {
			return name
		}
	}
	return ""
}
