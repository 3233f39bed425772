package directive

import (
	"errors"
	"fmt"
	"go/ast"
	"strconv"
	"strings"
)

// A Mark is what the directives on a declaration say of an API of one's own:
//
//	//reslint:remote      it waits for another machine
//	//reslint:bounded     it ends by itself; a value that it returns has a bound
//	//reslint:retries N   it makes up to N attempts
//
// They stand above a function or method, or above or behind a method of an
// interface. Text behind them is a remark.
type Mark struct {
	Remote, Bounded bool
	// Retries is the number of attempts, or 0 if nothing is said of it.
	Retries int
}

// markVerbs are the directives that make a Mark.
var markVerbs = map[string]func(m *Mark, args string) error{
	"remote":  func(m *Mark, _ string) error { m.Remote = true; return nil },
	"bounded": func(m *Mark, _ string) error { m.Bounded = true; return nil },
	"retries": parseRetries,
}

func parseRetries(m *Mark, args string) error {
	word, _, _ := strings.Cut(strings.TrimSpace(args), " ")
	n, err := strconv.Atoi(word)
	if err != nil || n < 1 {
		return errors.New("//reslint:retries wants the number of attempts, the first included: write //reslint:retries 3")
	}
	m.Retries = n
	return nil
}

// marked are the comments that can mark something, by the name that they mark.
func marked(file *ast.File) map[*ast.Comment]*ast.Ident {
	names := make(map[*ast.Comment]*ast.Ident)
	add := func(name *ast.Ident, groups ...*ast.CommentGroup) {
		for _, g := range groups {
			if g == nil {
				continue
			}
			for _, c := range g.List {
				names[c] = name
			}
		}
	}
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			add(decl.Name, decl.Doc)
		case *ast.GenDecl:
			ast.Inspect(decl, func(n ast.Node) bool {
				if iface, ok := n.(*ast.InterfaceType); ok {
					for _, m := range iface.Methods.List {
						if len(m.Names) == 1 {
							add(m.Names[0], m.Doc, m.Comment)
						}
					}
				}
				return true
			})
		}
	}
	return names
}

// mark notes what the comment says of the name that it stands at.
func (x *Index) mark(c *ast.Comment, dir ast.Directive, name *ast.Ident) {
	if name == nil {
		x.problem(c, fmt.Sprintf("//reslint:%s marks nothing: it has to stand at a function, or at a method of an interface", dir.Name), false)
		return
	}
	m := x.Marks[name]
	if m == nil {
		m = new(Mark)
	}
	if err := markVerbs[dir.Name](m, dir.Args); err != nil {
		x.problem(c, err.Error(), false)
		return
	}
	x.Marks[name] = m
}
