package timeout

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"
)

// A server is one http.Server that the package makes, and what is known of it.
type server struct {
	at     ast.Node // the literal, the call of new, the name declared; nil for a field
	fixed  bool     // a timeout is set somewhere, or may be set out of sight
	addrs  []ast.Expr
	starts []start
}

// A start is a call, or a method value, that makes a server serve.
type start struct {
	sel      *ast.SelectorExpr
	listener ast.Expr // nil if the server's address decides
}

// serverFlow follows servers through a package: from the places where they are
// made, by assignments, calls, returns and fields, to the places where a timeout
// is set and where they are started. It knows neither the order of statements
// nor one instance of a struct from another, both in favour of silence: a
// timeout set anywhere on a value that may be the server counts.
type serverFlow struct {
	pass    *analysis.Pass
	assigns *assignments
	closed  bool // nothing can import the package

	servers  map[place]*server
	edges    map[place][]place
	over     map[place]bool // zero servers that are assigned as a whole
	timeouts []place
	addrs    map[place][]ast.Expr
	starts   map[place][]start
	done     map[ast.Expr]bool
}

func newServerFlow(pass *analysis.Pass, files []*ast.File, assigns *assignments) *serverFlow {
	f := &serverFlow{
		pass:    pass,
		assigns: assigns,
		closed:  pass.Pkg.Name() == "main",
		servers: make(map[place]*server),
		edges:   make(map[place][]place),
		over:    make(map[place]bool),
		addrs:   make(map[place][]ast.Expr),
		starts:  make(map[place][]start),
		done:    make(map[ast.Expr]bool),
	}
	for _, file := range files {
		ast.PreorderStack(file, nil, func(n ast.Node, stack []ast.Node) bool {
			f.visit(n, stack)
			return true
		})
	}
	f.propagate()
	return f
}

func (f *serverFlow) visit(n ast.Node, stack []ast.Node) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		f.assign(n)
	case *ast.ValueSpec:
		f.declare(n)
	case *ast.RangeStmt:
		if n.Value != nil {
			f.move(f.source(n.X), n.Value)
		}
	case *ast.SendStmt:
		f.move(f.source(n.Value), n.Chan)
	case *ast.ReturnStmt:
		f.returns(n, stack)
	case *ast.FuncDecl:
		f.function(n)
	case *ast.StructType:
		f.fields(n)
	case *ast.CompositeLit:
		f.literal(n)
	case *ast.CallExpr:
		f.call(n)
	case *ast.SelectorExpr:
		f.selector(n, stack)
	case *ast.Ident:
		f.funcValue(n, stack)
	}
}

// edge notes that what is in from may be in to.
func (f *serverFlow) edge(from, to place) {
	if from != nil && to != nil && from != to {
		f.edges[from] = append(f.edges[from], to)
	}
}

// move notes that a server goes from a place to what the expression names.
func (f *serverFlow) move(from place, to ast.Expr) {
	if from == nil {
		return
	}
	if id, ok := to.(*ast.Ident); ok && id.Name == "_" {
		return
	}
	dest := f.source(to)
	if dest == nil {
		dest = outside // an interface, say
	}
	f.edge(from, dest)
}

func (f *serverFlow) assign(n *ast.AssignStmt) {
	if len(n.Rhs) == 1 && len(n.Lhs) > 1 {
		f.assignMany(n.Lhs, n.Rhs[0])
		return
	}
	for i, lhs := range n.Lhs {
		f.assignField(lhs, n.Rhs[i])
		if isServer(f.pass.TypesInfo.TypeOf(lhs)) {
			f.over[f.source(lhs)] = true
		}
		f.move(f.source(n.Rhs[i]), lhs)
	}
}

// assignMany handles the two forms of v, ok := m[k] and a, b := f().
func (f *serverFlow) assignMany(lhs []ast.Expr, rhs ast.Expr) {
	call, ok := ast.Unparen(rhs).(*ast.CallExpr)
	if !ok {
		if tuple, ok := f.pass.TypesInfo.TypeOf(rhs).(*types.Tuple); !ok || holdsServer(tuple.At(0).Type()) {
			f.move(f.sourceOfOK(rhs), lhs[0])
		}
		return
	}
	fn, ok := typeutil.Callee(f.pass.TypesInfo, call).(*types.Func)
	if !ok || fn.Pkg() != f.pass.Pkg || isInterfaceMethod(fn) {
		return
	}
	for i, l := range lhs {
		if holdsServer(f.pass.TypesInfo.TypeOf(l)) {
			f.move(result{fn.Origin(), i}, l)
		}
	}
}

// assignField handles s.ReadTimeout = x and s.Addr = x.
func (f *serverFlow) assignField(lhs, rhs ast.Expr) {
	sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr)
	if !ok || f.owner(sel) == nil {
		return
	}
	switch {
	case isTimeoutField(sel.Sel.Name) && !f.isZero(rhs):
		f.timeouts = append(f.timeouts, f.owner(sel))
	case sel.Sel.Name == "Addr":
		f.addrs[f.owner(sel)] = append(f.addrs[f.owner(sel)], rhs)
	}
}

func (f *serverFlow) declare(n *ast.ValueSpec) {
	info := f.pass.TypesInfo
	if len(n.Values) == 1 && len(n.Names) > 1 {
		var lhs []ast.Expr
		for _, name := range n.Names {
			lhs = append(lhs, name)
		}
		f.assignMany(lhs, n.Values[0])
		return
	}
	for i, name := range n.Names {
		switch obj := info.Defs[name]; {
		case obj == nil:
		case i < len(n.Values):
			f.move(f.source(n.Values[i]), name)
		case isServer(obj.Type()):
			f.servers[obj] = &server{at: name}
		}
	}
}

// fields notes the servers that are fields of a struct by value.
func (f *serverFlow) fields(n *ast.StructType) {
	typ, ok := f.pass.TypesInfo.TypeOf(n).(*types.Struct)
	if !ok {
		return
	}
	for v := range typ.Fields() {
		if isServer(v.Type()) {
			f.servers[v] = new(server)
		}
	}
}

// literal handles the fields of a literal of another struct.
func (f *serverFlow) literal(lit *ast.CompositeLit) {
	f.source(lit)
	typ := f.pass.TypesInfo.TypeOf(lit)
	if typ == nil || isServer(deref(typ)) {
		return
	}
	str, ok := types.Unalias(deref(typ)).Underlying().(*types.Struct)
	if !ok {
		return
	}
	for i, elt := range lit.Elts {
		field, value := fieldOf(f.pass.TypesInfo, str, i, elt)
		if field == nil {
			continue
		}
		from := f.source(value)
		if from == nil {
			continue
		}
		if isServer(field.Type()) {
			f.over[field] = true
		}
		f.edge(from, f.into(field))
	}
}

func (f *serverFlow) returns(n *ast.ReturnStmt, stack []ast.Node) {
	fn := enclosingFunc(f.pass.TypesInfo, stack)
	if len(n.Results) == 1 && fn != nil && fn.Signature().Results().Len() > 1 {
		call, ok := ast.Unparen(n.Results[0]).(*ast.CallExpr)
		if !ok {
			return
		}
		if callee, ok := typeutil.Callee(f.pass.TypesInfo, call).(*types.Func); ok && callee.Pkg() == f.pass.Pkg {
			for i := range fn.Signature().Results().Len() {
				f.edge(result{callee.Origin(), i}, result{fn, i})
			}
		}
		return
	}
	for i, res := range n.Results {
		from := f.source(res)
		switch {
		case from == nil:
		case fn == nil || !holdsServer(fn.Signature().Results().At(i).Type()):
			f.edge(from, outside) // of a function literal, or as an interface
		default:
			f.edge(from, result{fn, i})
		}
	}
}

// function links the named results of a function, and opens those of an
// exported one: its callers elsewhere may set what they like.
func (f *serverFlow) function(n *ast.FuncDecl) {
	fn, ok := f.pass.TypesInfo.Defs[n.Name].(*types.Func)
	if !ok {
		return
	}
	results := fn.Signature().Results()
	for i := range results.Len() {
		f.edge(results.At(i), result{fn, i})
		if fn.Exported() && !f.closed {
			f.edge(result{fn, i}, outside)
		}
	}
}

// funcValue opens the results of a function that is used as a value.
func (f *serverFlow) funcValue(id *ast.Ident, stack []ast.Node) {
	fn, ok := f.pass.TypesInfo.Uses[id].(*types.Func)
	if !ok || fn.Pkg() != f.pass.Pkg || isCallee(id, stack) {
		return
	}
	for i := range fn.Signature().Results().Len() {
		f.edge(result{fn.Origin(), i}, outside)
	}
}

func (f *serverFlow) call(call *ast.CallExpr) {
	if f.harmless(call) {
		return
	}
	params := f.params(call)
	for i, arg := range call.Args {
		from := f.source(arg)
		switch {
		case from == nil:
		case params.Len() == 0:
			f.edge(from, outside)
		default:
			f.edge(from, f.into(params.At(min(i, params.Len()-1))))
		}
	}
}

// harmless reports whether a call leaves the servers among its arguments as
// they are.
func (f *serverFlow) harmless(call *ast.CallExpr) bool {
	if f.pass.TypesInfo.Types[call.Fun].IsType() {
		return true
	}
	switch callee := typeutil.Callee(f.pass.TypesInfo, call).(type) {
	case *types.Builtin:
		return true
	case *types.Func:
		return callee.FullName() == "golang.org/x/net/http2.ConfigureServer"
	}
	return false
}

// params returns the parameters of the function that is called, nil if the
// package does not have it.
func (f *serverFlow) params(call *ast.CallExpr) *types.Tuple {
	if lit := f.assigns.funcLit(call.Fun); lit != nil {
		return f.pass.TypesInfo.TypeOf(lit).(*types.Signature).Params()
	}
	callee, ok := typeutil.Callee(f.pass.TypesInfo, call).(*types.Func)
	if !ok || callee.Pkg() != f.pass.Pkg || isInterfaceMethod(callee) {
		return nil
	}
	return callee.Origin().Signature().Params()
}

// selector handles what is done with a server: start it, or take the address
// of a timeout.
func (f *serverFlow) selector(sel *ast.SelectorExpr, stack []ast.Node) {
	owner := f.owner(sel)
	if owner == nil {
		return
	}
	parent := stack[len(stack)-1]
	if isTimeoutField(sel.Sel.Name) {
		if u, ok := parent.(*ast.UnaryExpr); ok && u.Op == token.AND {
			f.timeouts = append(f.timeouts, owner)
		}
		return
	}
	s := start{sel: sel}
	switch sel.Sel.Name {
	case "ListenAndServe", "ListenAndServeTLS":
	case "Serve", "ServeTLS":
		if call, ok := parent.(*ast.CallExpr); ok && call.Fun == sel && len(call.Args) > 0 {
			s.listener = call.Args[0]
		}
	default:
		return
	}
	f.starts[owner] = append(f.starts[owner], s)
}

// propagate carries what is known of the places to the servers in them.
func (f *serverFlow) propagate() {
	at := make(map[place][]*server)
	for from, s := range f.servers {
		seen := make(map[place]bool)
		var reach func(p place)
		reach = func(p place) {
			if seen[p] {
				return
			}
			seen[p] = true
			at[p] = append(at[p], s)
			for _, next := range f.edges[p] {
				reach(next)
			}
		}
		reach(from)
		if seen[outside] {
			s.fixed = true
		}
		if _, declared := from.(types.Object); declared && f.over[from] {
			s.fixed = true // the zero server is gone
		}
	}
	for _, p := range f.timeouts {
		for _, s := range at[p] {
			s.fixed = true
		}
	}
	for p, addrs := range f.addrs {
		for _, s := range at[p] {
			s.addrs = append(s.addrs, addrs...)
		}
	}
	for p, starts := range f.starts {
		for _, s := range at[p] {
			s.starts = append(s.starts, starts...)
		}
	}
}
