package layering

import (
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/edit"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/fix"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/source"
)

// client tells the library of a client to try once, where the client is made: its settings say nothing
// of retries there.
func (t turner) client(made *ssa.Call) []analysis.TextEdit {
	callee := deadline.Called(&made.Call)
	call, file := source.Call(t.pass.Files, made.Pos()), source.File(t.pass.Files, made.Pos())
	claim := knowledge.Retries(callee)
	if claim == nil || claim.Policy.Off == nil || call == nil || file == nil || call.Ellipsis.IsValid() || len(call.Args) == 0 {
		return nil
	}
	off := claim.Policy.Off
	q := &qualifier{turner: t, file: file, at: call.Lparen}
	switch {
	case off.Append:
		text, ok := expression(strings.ReplaceAll(off.Text, "$pkg", q.name(callee.Pkg())))
		if !ok || q.failed {
			return nil
		}
		last := call.Args[len(call.Args)-1].End()
		return append(q.edits, analysis.TextEdit{Pos: last, End: last, NewText: []byte(", " + text)})
	case off.Path != "" && off.Arg < len(call.Args):
		e, ok := t.inside(call.Args[off.Arg], callee.Signature().Params().At(off.Arg).Type(), strings.Split(off.Path, "."), off.Text, q)
		if !ok || q.failed {
			return nil
		}
		return append(q.edits, e)
	}
	return nil
}

// inside sets a field within a struct that is written as a literal, or nil. What leads to it is
// made where it is missing.
func (t turner) inside(e ast.Expr, of types.Type, path []string, value string, q *qualifier) (analysis.TextEdit, bool) {
	if id, ok := e.(*ast.Ident); ok && id.Name == "nil" && !types.IsInterface(of) {
		text, ok := q.literal(of, path, value)
		return edit.ReplaceWithString(e, text), ok
	}
	if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.AND {
		e = u.X
	}
	lit, ok := e.(*ast.CompositeLit)
	if !ok {
		return analysis.TextEdit{}, false
	}
	field := fieldOf(of, path[0])
	if field == nil {
		return analysis.TextEdit{}, false
	}
	if len(path) > 1 {
		for _, elt := range lit.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				if id, ok := kv.Key.(*ast.Ident); ok && id.Name == path[0] {
					return t.inside(kv.Value, field.Type(), path[1:], value, q)
				}
			}
		}
		if value, ok = q.literal(field.Type(), path[1:], value); !ok {
			return analysis.TextEdit{}, false
		}
	}
	return fix.SetField(t.pass.Fset, lit, fix.Field{Name: path[0], Value: value})
}

// fieldOf is the field of a struct, or of one that a pointer leads to; or nil.
func fieldOf(of types.Type, name string) *types.Var {
	if p, ok := of.Underlying().(*types.Pointer); ok {
		of = p.Elem()
	}
	s, ok := of.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for field := range s.Fields() {
		if field.Name() == name {
			return field
		}
	}
	return nil
}

// A qualifier names packages in a file, and imports them where that is missing.
type qualifier struct {
	turner
	file   *ast.File
	at     token.Pos
	edits  []analysis.TextEdit
	failed bool
}

func (q *qualifier) name(pkg *types.Package) string {
	if pkg == q.pass.Pkg {
		return ""
	}
	name, edits := fix.AddImport(q.pass, q.file, q.at, pkg.Path())
	q.edits = append(q.edits, edits...)
	q.failed = q.failed || name == "" || strings.Contains(pkg.Path(), "/internal/")
	return name
}

// literal is the text of a struct of the type, or a pointer to one, in which a field is set.
func (q *qualifier) literal(of types.Type, path []string, value string) (text string, ok bool) {
	for i := len(path) - 1; i >= 0; i-- {
		t := of
		for _, name := range path[:i] {
			field := fieldOf(t, name)
			if field == nil {
				return "", false
			}
			t = field.Type()
		}
		star := ""
		if p, isPointer := types.Unalias(t).(*types.Pointer); isPointer {
			star, t = "&", p.Elem()
		}
		if fieldOf(t, path[i]) == nil {
			return "", false
		}
		value = star + types.TypeString(t, q.name) + "{" + path[i] + ": " + value + "}"
	}
	return value, true
}

// expression is an expression as gofmt writes it.
func expression(text string) (string, bool) {
	fset := token.NewFileSet()
	e, err := parser.ParseExprFrom(fset, "", text, 0)
	if err != nil {
		return "", false
	}
	var b strings.Builder
	err = format.Node(&b, fset, e)
	return b.String(), err == nil
}
