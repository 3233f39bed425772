package torture

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"strconv"
)

// A mutant is a file that is being changed.
type mutant struct {
	*dice
	fset *token.FileSet
	file *ast.File
	info *types.Info
}

// helpers is what mutations wrap code in. It is added to the package as a file.
const helpers = `

type tortureBox[T any] struct{ v T }

func (b *tortureBox[T]) get() T { return b.v }

func tortureBoxed[T any](v T) *tortureBox[T] { return &tortureBox[T]{v} }

func tortureSame[T any](v T) T { return v }

func tortureZero[T any](T) (z T) { return z }

func tortureLater[T any](f func() T) T { return f() }

func tortureSeq(yield func(int) bool) {
	for i := 0; yield(i); i++ {
	}
}

var tortureCond bool
`

// mutate makes one change, of a kind that the dice choose.
func (m *mutant) mutate() {
	kinds := []func(*mutant){
		(*mutant).drop, (*mutant).double, (*mutant).swap, (*mutant).cross, (*mutant).wrap, (*mutant).wrap,
		(*mutant).leave, (*mutant).replace, (*mutant).replace, (*mutant).hide, (*mutant).hide, (*mutant).negate,
		(*mutant).number, (*mutant).jump, (*mutant).recur, (*mutant).generic, (*mutant).unbranch,
	}
	kinds[m.pick(len(kinds))](m)
}

// A place is a statement in a list.
type place struct {
	list *[]ast.Stmt
	i    int
}

// places are the statements of all functions, those inside others, too.
func (m *mutant) places() (all []place) {
	add := func(list *[]ast.Stmt) {
		for i := range *list {
			switch (*list)[i].(type) {
			case *ast.CaseClause, *ast.CommClause:
			default:
				all = append(all, place{list, i})
			}
		}
	}
	ast.Inspect(m.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			add(&n.List)
		case *ast.CaseClause:
			add(&n.Body)
		case *ast.CommClause:
			add(&n.Body)
		}
		return true
	})
	return all
}

func (m *mutant) place() (place, bool) {
	all := m.places()
	if len(all) == 0 {
		return place{}, false
	}
	return all[m.pick(len(all))], true
}

func (p place) stmt() ast.Stmt { return (*p.list)[p.i] }

// set puts statements in the place of one.
func (p place) set(stmts ...ast.Stmt) {
	list := append([]ast.Stmt(nil), (*p.list)[:p.i]...)
	list = append(list, stmts...)
	*p.list = append(list, (*p.list)[p.i+1:]...)
}

func (m *mutant) drop() {
	if p, ok := m.place(); ok {
		p.set()
	}
}

func (m *mutant) double() {
	if p, ok := m.place(); ok {
		if c := m.clone(p.stmt()); c != nil {
			p.set(p.stmt(), c)
		}
	}
}

func (m *mutant) swap() {
	if p, ok := m.place(); ok && p.i > 0 {
		l := *p.list
		l[p.i-1], l[p.i] = l[p.i], l[p.i-1]
	}
}

// cross puts a copy of a statement where another one stands.
func (m *mutant) cross() {
	from, ok := m.place()
	if !ok {
		return
	}
	to, _ := m.place()
	if c := m.clone(from.stmt()); c != nil {
		to.set(c, to.stmt())
	}
}

// wraps are what a statement may come to stand in; S is the statement and C a condition.
var wraps = []string{
	"for { S }", "for i := range 3 { _ = i; S }", "for range tortureSeq { S }", "func() { S }()", "go func() { S }()",
	"defer func() { S }()", "if C { S }", "if C { } else { S }", "select { default: S }", "switch { case C: S; fallthrough; default: }",
	"for C { S }", "{ S }", "for { S; break }", "for i := 0; i < 5; i++ { S }", "for { if C { break }; S }", "for range make(chan int) { S }",
	"func(f func()) { f() }(func() { S })", "tortureLater(func() int { S; return 1 })", "for range []string{\"a\"} { S }",
}

// wrap puts a statement into another one.
func (m *mutant) wrap() {
	p, ok := m.place()
	if !ok {
		return
	}
	outer := m.parse(wraps[m.pick(len(wraps))])
	if len(outer) != 1 {
		return
	}
	inner := place{&[]ast.Stmt{outer[0]}, 0}
	in := &mutant{file: &ast.File{Name: ast.NewIdent("p"), Decls: []ast.Decl{&ast.FuncDecl{
		Name: ast.NewIdent("f"), Type: &ast.FuncType{Params: &ast.FieldList{}}, Body: &ast.BlockStmt{List: *inner.list}}}}}
	cond := m.condition()
	for _, s := range in.places() {
		if x, ok := s.stmt().(*ast.ExprStmt); ok {
			if id, ok := x.X.(*ast.Ident); ok && id.Name == "S" {
				s.set(p.stmt())
				break
			}
		}
	}
	for _, slot := range in.slots() {
		if id, ok := (*slot).(*ast.Ident); ok && id.Name == "C" {
			*slot = cond
		}
	}
	p.set(outer[0])
}

// condition is a condition of the file, or one that nobody knows.
func (m *mutant) condition() ast.Expr {
	if m.pick(2) == 0 {
		for range 8 {
			if slot, ok := m.slot(); ok && isBool(m.info.TypeOf(*slot)) {
				if c, ok := m.cloneExpr(*slot); ok {
					return c
				}
			}
		}
	}
	return ast.NewIdent("tortureCond")
}

func isBool(t types.Type) bool {
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// leave makes another end of a return, or another return of a statement.
func (m *mutant) leave() {
	all := m.places()
	var returns []place
	for _, p := range all {
		switch p.stmt().(type) {
		case *ast.ReturnStmt, *ast.BranchStmt:
			returns = append(returns, p)
		}
	}
	if len(returns) == 0 {
		return
	}
	p := returns[m.pick(len(returns))]
	if ends := m.parse([]string{"break", "continue", "return", "panic(1)", "for {}", "select {}", "{}"}[m.pick(7)]); len(ends) == 1 {
		p.set(ends[0])
	}
}

// jump makes a loop without a loop.
func (m *mutant) jump() {
	p, ok := m.place()
	if !ok {
		return
	}
	if _, ok := p.stmt().(*ast.LabeledStmt); ok {
		return
	}
	label := "torture" + strconv.Itoa(len(m.places()))
	back := m.parse("if C { goto " + label + " }")[0].(*ast.IfStmt)
	back.Cond = m.condition()
	p.set(&ast.BlockStmt{List: []ast.Stmt{&ast.LabeledStmt{Label: ast.NewIdent(label), Stmt: p.stmt()}, back}})
}

// unbranch takes a branch of an if, or the other one.
func (m *mutant) unbranch() {
	p, ok := m.place()
	if !ok {
		return
	}
	if s, ok := p.stmt().(*ast.IfStmt); ok {
		if b, ok := s.Else.(*ast.BlockStmt); ok && m.pick(2) == 0 {
			s.Body, s.Else = b, s.Body
		} else {
			s.Else = nil
		}
	}
}

// clone is a deep copy, without types. It is nil if the statement can't be written alone.
func (m *mutant) clone(s ast.Stmt) ast.Stmt {
	var b bytes.Buffer
	if format.Node(&b, token.NewFileSet(), s) != nil {
		return nil
	}
	if list := m.parse(b.String()); len(list) == 1 {
		return list[0]
	}
	return nil
}

func (m *mutant) cloneExpr(x ast.Expr) (ast.Expr, bool) {
	var b bytes.Buffer
	if format.Node(&b, token.NewFileSet(), x) != nil {
		return nil, false
	}
	c, err := parser.ParseExpr(b.String())
	return c, err == nil
}

func (m *mutant) parse(stmts string) []ast.Stmt {
	file, err := parser.ParseFile(token.NewFileSet(), "", "package p; func _() {\n"+stmts+"\n}", parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	return file.Decls[0].(*ast.FuncDecl).Body.List
}
