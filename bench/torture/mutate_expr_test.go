package torture

import (
	"go/ast"
	"go/token"
	"go/types"
)

// slots are where expressions stand that have a value.
func (m *mutant) slots() (all []*ast.Expr) {
	list := func(xs []ast.Expr) {
		for i := range xs {
			all = append(all, &xs[i])
		}
	}
	for _, decl := range m.file.Decls {
		fd, ok := decl.(*ast.FuncDecl)
		if !ok || fd.Body == nil {
			continue
		}
		ast.Inspect(fd.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				all = append(all, &n.Fun)
				list(n.Args)
			case *ast.AssignStmt:
				list(n.Rhs)
			case *ast.ReturnStmt:
				list(n.Results)
			case *ast.IfStmt:
				all = append(all, &n.Cond)
			case *ast.ForStmt:
				if n.Cond != nil {
					all = append(all, &n.Cond)
				}
			case *ast.RangeStmt:
				all = append(all, &n.X)
			case *ast.BinaryExpr:
				all = append(all, &n.X, &n.Y)
			case *ast.KeyValueExpr:
				all = append(all, &n.Value)
			case *ast.SelectorExpr:
				all = append(all, &n.X)
			case *ast.SendStmt:
				all = append(all, &n.Value)
			case *ast.ValueSpec:
				list(n.Values)
			case *ast.CaseClause:
				list(n.List)
			case *ast.CompositeLit:
				for i := range n.Elts {
					if _, ok := n.Elts[i].(*ast.KeyValueExpr); !ok {
						all = append(all, &n.Elts[i])
					}
				}
			}
			return true
		})
	}
	return all
}

func (m *mutant) slot() (*ast.Expr, bool) {
	all := m.slots()
	if len(all) == 0 {
		return nil, false
	}
	return all[m.pick(len(all))], true
}

// value reports whether an expression is a value of which the type is known.
func (m *mutant) value(x ast.Expr) (types.Type, bool) {
	tv, ok := m.info.Types[x]
	if !ok || !tv.IsValue() || tv.Type == nil {
		return nil, false
	}
	if _, tuple := tv.Type.(*types.Tuple); tuple {
		return nil, false
	}
	return tv.Type, true
}

// replace puts a copy of another expression of the same type where one stands.
func (m *mutant) replace() {
	slot, ok := m.slot()
	if !ok {
		return
	}
	t, ok := m.value(*slot)
	if !ok {
		return
	}
	var same []ast.Expr
	for _, other := range m.slots() {
		if u, ok := m.value(*other); ok && other != slot && types.AssignableTo(u, t) {
			same = append(same, *other)
		}
	}
	if len(same) == 0 {
		return
	}
	if c, ok := m.cloneExpr(same[m.pick(len(same))]); ok {
		*slot = c
	}
}

// hide puts an expression behind something that has the same value, or the zero value.
func (m *mutant) hide() {
	slot, ok := m.slot()
	if !ok {
		return
	}
	if _, ok := m.value(*slot); !ok {
		return
	}
	call := func(name string, arg ast.Expr) *ast.CallExpr {
		return &ast.CallExpr{Fun: ast.NewIdent(name), Args: []ast.Expr{arg}}
	}
	switch m.pick(4) {
	case 0:
		*slot = call("tortureSame", *slot)
	case 1:
		*slot = &ast.CallExpr{Fun: &ast.SelectorExpr{X: call("tortureBoxed", *slot), Sel: ast.NewIdent("get")}}
	case 2:
		*slot = call("tortureZero", *slot)
	case 3:
		*slot = &ast.SelectorExpr{X: call("tortureBoxed", *slot), Sel: ast.NewIdent("v")}
	}
}

func (m *mutant) negate() {
	for range 8 {
		if slot, ok := m.slot(); ok && isBool(m.info.TypeOf(*slot)) {
			*slot = &ast.UnaryExpr{Op: token.NOT, X: &ast.ParenExpr{X: *slot}}
			return
		}
	}
}

// number makes another number of one.
func (m *mutant) number() {
	var all []*ast.BasicLit
	ast.Inspect(m.file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && (lit.Kind == token.INT || lit.Kind == token.FLOAT) {
			all = append(all, lit)
		}
		return true
	})
	if len(all) > 0 {
		all[m.pick(len(all))].Value = []string{"0", "1", "(-1)", "2", "7", "1000000", "9223372036", "9223372036854775807", "0.5", "1e3"}[m.pick(10)]
	}
}

// functions are the functions all of whose parameters have a name.
func (m *mutant) functions() (all []*ast.FuncDecl) {
	for _, decl := range m.file.Decls {
		fd, ok := decl.(*ast.FuncDecl)
		if !ok || fd.Body == nil || fd.Type.TypeParams != nil || fd.Name.Name == "init" || fd.Name.Name == "main" || fd.Name.Name == "_" {
			continue
		}
		if _, ok := arguments(fd.Type); ok {
			all = append(all, fd)
		}
	}
	return all
}

// arguments are what a function gives to one with its own parameters.
func arguments(ft *ast.FuncType) (args []ast.Expr, named bool) {
	for _, field := range ft.Params.List {
		if len(field.Names) == 0 {
			return nil, false
		}
		if _, ok := field.Type.(*ast.Ellipsis); ok {
			return nil, false
		}
		for _, name := range field.Names {
			if name.Name == "_" {
				return nil, false
			}
			args = append(args, ast.NewIdent(name.Name))
		}
	}
	return args, true
}

// passOn is a statement that calls fun with all parameters of the function, and returns what it returns.
func passOn(fd *ast.FuncDecl, fun ast.Expr) ast.Stmt {
	args, _ := arguments(fd.Type)
	call := &ast.CallExpr{Fun: fun, Args: args}
	if fd.Type.Results == nil {
		return &ast.ExprStmt{X: call}
	}
	return &ast.ReturnStmt{Results: []ast.Expr{call}}
}

// recur lets a function call itself, on a condition.
func (m *mutant) recur() {
	all := m.functions()
	if len(all) == 0 {
		return
	}
	fd := all[m.pick(len(all))]
	var self ast.Expr = ast.NewIdent(fd.Name.Name)
	if fd.Recv != nil {
		if len(fd.Recv.List[0].Names) == 0 {
			return
		}
		self = &ast.SelectorExpr{X: ast.NewIdent(fd.Recv.List[0].Names[0].Name), Sel: ast.NewIdent(fd.Name.Name)}
	}
	again := &ast.IfStmt{Cond: m.condition(), Body: &ast.BlockStmt{List: []ast.Stmt{passOn(fd, self)}}}
	at := m.pick(len(fd.Body.List) + 1)
	fd.Body.List = append(fd.Body.List[:at:at], append([]ast.Stmt{again}, fd.Body.List[at:]...)...)
}

// generic moves the body of a function into a generic one, which it calls.
func (m *mutant) generic() {
	all := m.functions()
	if len(all) == 0 {
		return
	}
	fd := all[m.pick(len(all))]
	if fd.Recv != nil {
		return
	}
	name := fd.Name.Name + "Torture"
	ft := *fd.Type
	ft.TypeParams = &ast.FieldList{List: []*ast.Field{{Names: []*ast.Ident{ast.NewIdent("Torture")}, Type: ast.NewIdent("any")}}}
	m.file.Decls = append(m.file.Decls, &ast.FuncDecl{Name: ast.NewIdent(name), Type: &ft, Body: fd.Body})
	fd.Body = &ast.BlockStmt{List: []ast.Stmt{passOn(fd, &ast.IndexExpr{X: ast.NewIdent(name), Index: ast.NewIdent("int")})}}
}
