package timeout

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// A use is what becomes of a number that has the type time.Duration.
type use int

const (
	// nowhere: it is printed, compared with its like, or not used.
	nowhere use = iota
	// asDuration: something takes it for a duration.
	asDuration
	// asCount: it may be multiplied by a unit yet, or leaves what is seen. A
	// Duration that counts seconds is odd, but not wrong.
	asCount
)

// and joins the uses of one value: one multiplication is enough to see that it
// is a count.
func (u use) and(other use) use { return max(u, other) }

// use returns what becomes of the value of the expression at c.
func (d *durations) use(c inspector.Cursor) use {
	parent := c.Parent()
	switch kind, i := c.ParentEdge(); kind {
	case edge.ParenExpr_X:
		return d.use(parent)
	case edge.UnaryExpr_X:
		if parent.Node().(*ast.UnaryExpr).Op == token.SUB {
			return d.use(parent)
		}
		return asCount // its address
	case edge.BinaryExpr_X:
		return d.operand(parent, parent.Node().(*ast.BinaryExpr).Y, true)
	case edge.BinaryExpr_Y:
		return d.operand(parent, parent.Node().(*ast.BinaryExpr).X, false)
	case edge.CallExpr_Args:
		return d.argument(parent, i)
	case edge.KeyValueExpr_Value:
		return d.element(parent.Parent(), parent.Node().(*ast.KeyValueExpr).Key, 0)
	case edge.CompositeLit_Elts:
		return d.element(parent, nil, i)
	case edge.AssignStmt_Rhs:
		return d.assigned(parent.Node().(*ast.AssignStmt), i)
	case edge.AssignStmt_Lhs:
		return d.overwritten(parent.Node().(*ast.AssignStmt), i)
	case edge.ValueSpec_Names:
		if spec := parent.Node().(*ast.ValueSpec); i < len(spec.Values) && d.isQuotient(spec.Values[i]) {
			return asCount
		}
	case edge.ValueSpec_Values:
		if spec := parent.Node().(*ast.ValueSpec); len(spec.Names) == len(spec.Values) {
			return d.object(d.pass.TypesInfo.Defs[spec.Names[i]])
		}
	case edge.ReturnStmt_Results:
		return d.returned(parent, i)
	case edge.SendStmt_Value:
		return asDuration
	}
	return nowhere
}

// operand returns the use of an operand of a binary expression.
func (d *durations) operand(parent inspector.Cursor, other ast.Expr, left bool) use {
	n := parent.Node().(*ast.BinaryExpr)
	switch n.Op {
	case token.MUL:
		if f := d.value(other); f != nil && d.plain(other) && !tooLargeForFactor(f) {
			return d.use(parent) // doubled
		}
		return asCount
	case token.ADD, token.SUB:
		return d.use(parent)
	case token.SHL:
		if left {
			return d.use(parent)
		}
	case token.LSS, token.LEQ, token.GTR, token.GEQ, token.EQL, token.NEQ:
		return d.compared(other)
	}
	return nowhere
}

// compared returns the use of a value by its comparison with another.
func (d *durations) compared(other ast.Expr) use {
	if d.real(other) {
		return asDuration
	}
	switch e := ast.Unparen(other).(type) {
	case *ast.BinaryExpr:
		return asCount // a quotient or the like
	case *ast.Ident:
		return d.object(d.pass.TypesInfo.Uses[e])
	case *ast.SelectorExpr:
		return d.object(d.pass.TypesInfo.Uses[e.Sel])
	case *ast.CallExpr:
		if fn, ok := typeutil.Callee(d.pass.TypesInfo, e).(*types.Func); ok {
			return d.function(fn)
		}
		return asCount
	}
	return nowhere
}

// argument returns the use of the i-th argument of a call.
func (d *durations) argument(c inspector.Cursor, i int) use {
	call := c.Node().(*ast.CallExpr)
	info := d.pass.TypesInfo
	if tv := info.Types[call.Fun]; tv.IsType() {
		if isDuration(tv.Type) {
			return d.use(c)
		}
		return d.converted(c)
	}
	switch fn := typeutil.Callee(info, call).(type) {
	case *types.Builtin:
		switch fn.Name() {
		case "min", "max":
			return d.use(c)
		case "print", "println":
			return nowhere
		}
		return asCount // an element of a list
	case *types.Func:
		if isRand(fn) || isRounding(fn) {
			return nowhere
		}
		return d.parameter(fn, i)
	}
	return nowhere
}

// converted returns the use of a number made of a duration: as a factor it is a
// count.
func (d *durations) converted(c inspector.Cursor) use {
	for {
		switch kind := c.ParentEdgeKind(); kind {
		case edge.ParenExpr_X:
		case edge.BinaryExpr_X, edge.BinaryExpr_Y:
			if op := c.Parent().Node().(*ast.BinaryExpr).Op; op == token.MUL {
				return asCount
			}
		case edge.CallExpr_Args:
			if !d.pass.TypesInfo.Types[c.Parent().Node().(*ast.CallExpr).Fun].IsType() {
				return nowhere
			}
		default:
			return nowhere
		}
		c = c.Parent()
	}
}

// isRounding reports whether fn takes a granularity, which is plain nanoseconds
// now and then.
func isRounding(fn *types.Func) bool {
	return fn.Pkg() != nil && fn.Pkg().Path() == "time" && (fn.Name() == "Round" || fn.Name() == "Truncate")
}

// parameter returns the use of a value as the i-th parameter of fn.
func (d *durations) parameter(fn *types.Func, i int) use {
	sig := fn.Origin().Signature()
	if sig.Params().Len() == 0 {
		return nowhere
	}
	param := sig.Params().At(min(i, sig.Params().Len()-1))
	typ := param.Type()
	if sig.Variadic() && i >= sig.Params().Len()-1 {
		return nowhere // a list
	}
	switch {
	case !isDuration(typ):
		return nowhere // as an any
	case fn.Pkg() == d.pass.Pkg && isInterfaceMethod(fn):
		return nowhere
	}
	return d.object(param)
}

// element returns the use of a value as an element of a composite literal.
func (d *durations) element(c inspector.Cursor, key ast.Expr, i int) use {
	lit, ok := c.Node().(*ast.CompositeLit)
	if !ok {
		return nowhere
	}
	str, ok := types.Unalias(deref(d.pass.TypesInfo.TypeOf(lit))).Underlying().(*types.Struct)
	if !ok {
		return asCount // a list of numbers
	}
	if key == nil {
		return d.object(str.Field(i))
	}
	if id, ok := key.(*ast.Ident); ok {
		return d.object(d.pass.TypesInfo.Uses[id])
	}
	return nowhere
}

func (d *durations) assigned(n *ast.AssignStmt, i int) use {
	switch n.Tok {
	case token.ASSIGN, token.DEFINE, token.ADD_ASSIGN, token.SUB_ASSIGN:
	case token.MUL_ASSIGN:
		return asCount
	default:
		return nowhere
	}
	if len(n.Lhs) != len(n.Rhs) {
		return nowhere
	}
	switch lhs := ast.Unparen(n.Lhs[i]).(type) {
	case *ast.Ident:
		return d.object(d.pass.TypesInfo.ObjectOf(lhs))
	case *ast.SelectorExpr:
		return d.object(d.pass.TypesInfo.Uses[lhs.Sel])
	}
	return asCount
}

// overwritten returns the use of a variable by an assignment to it.
func (d *durations) overwritten(n *ast.AssignStmt, i int) use {
	if n.Tok == token.MUL_ASSIGN && !(d.value(n.Rhs[0]) != nil && d.plain(n.Rhs[0])) {
		return asCount // d *= time.Second
	}
	if len(n.Lhs) == len(n.Rhs) && d.isQuotient(n.Rhs[i]) {
		return asCount
	}
	return nowhere
}

// isQuotient reports whether e is a number of units, as d / time.Second is.
func (d *durations) isQuotient(e ast.Expr) bool {
	b, ok := ast.Unparen(e).(*ast.BinaryExpr)
	return ok && b.Op == token.QUO && d.real(b.Y)
}

func (d *durations) returned(c inspector.Cursor, i int) use {
	for f := range c.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		decl, ok := f.Node().(*ast.FuncDecl)
		if !ok {
			return nowhere
		}
		fn, ok := d.pass.TypesInfo.Defs[decl.Name].(*types.Func)
		if !ok || !isDuration(fn.Signature().Results().At(i).Type()) {
			return nowhere
		}
		return d.function(fn)
	}
	return nowhere
}

// function returns the use of a result of fn.
func (d *durations) function(fn *types.Func) use {
	if unitOf(fn.Name()) != nil {
		return asCount
	}
	if fn.Pkg() != d.pass.Pkg {
		return asDuration
	}
	return d.object(fn)
}

// object returns the use of whatever a variable, field, parameter, constant or
// function of type Duration holds.
func (d *durations) object(obj types.Object) use {
	switch v := obj.(type) {
	case nil:
		return nowhere
	case *types.Var:
		obj = v.Origin()
	case *types.Func:
		obj = v.Origin()
	}
	if d.seen[obj] {
		return nowhere // its uses are being joined already
	}
	d.seen[obj] = true
	return d.usesOf(obj)
}

func (d *durations) usesOf(obj types.Object) use {
	if _, isFunc := obj.(*types.Func); !isFunc && (unitOf(obj.Name()) != nil || !isDuration(obj.Type())) {
		return asCount
	}
	if obj.Pkg() != d.pass.Pkg {
		return asDuration // what its type says
	}
	result := nowhere
	for _, c := range d.mentions(obj) {
		result = result.and(d.mention(c))
	}
	if v, ok := obj.(*types.Var); result == nowhere && obj.Exported() && (!ok || v.IsField() || v.Parent() == d.pass.Pkg.Scope()) {
		return asDuration // somewhere else
	}
	return result
}

// mention returns the use of an object where the identifier at c names it.
func (d *durations) mention(c inspector.Cursor) use {
	if c.ParentEdgeKind() == edge.SelectorExpr_Sel {
		c = c.Parent()
	}
	if c.ParentEdgeKind() == edge.CallExpr_Fun {
		c = c.Parent()
	}
	if c.ParentEdgeKind() == edge.KeyValueExpr_Key {
		return nowhere
	}
	return d.use(c)
}

// mentions returns where the package names an object that is, or returns, a
// Duration.
func (d *durations) mentions(obj types.Object) []inspector.Cursor {
	if d.named == nil {
		d.named = make(map[types.Object][]inspector.Cursor)
		for c := range d.root.Preorder((*ast.Ident)(nil)) {
			switch obj := d.pass.TypesInfo.ObjectOf(c.Node().(*ast.Ident)).(type) {
			case *types.Var:
				if isDuration(obj.Type()) {
					d.named[obj.Origin()] = append(d.named[obj.Origin()], c)
				}
			case *types.Const:
				if isDuration(obj.Type()) {
					d.named[obj] = append(d.named[obj], c)
				}
			case *types.Func:
				d.named[obj.Origin()] = append(d.named[obj.Origin()], c)
			}
		}
	}
	return d.named[obj]
}

// real reports whether e is a duration without doubt: it has a unit, or comes
// from a clock.
func (d *durations) real(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.SelectorExpr:
		return d.isUnit(e)
	case *ast.BinaryExpr:
		switch e.Op {
		case token.MUL:
			return d.real(e.X) || d.real(e.Y)
		case token.ADD, token.SUB:
			return d.real(e.X) && d.real(e.Y)
		}
	case *ast.Ident:
		return d.realObject(d.pass.TypesInfo.Uses[e])
	case *ast.CallExpr:
		fn, ok := typeutil.Callee(d.pass.TypesInfo, e).(*types.Func)
		if !ok {
			return false
		}
		switch fn.FullName() {
		case "time.Since", "time.Until", "(time.Time).Sub":
			return true
		}
	}
	return false
}

func (d *durations) realObject(obj types.Object) bool {
	switch obj := obj.(type) {
	case *types.Const:
		init := d.constInit(obj)
		return isDuration(obj.Type()) && init != nil && d.real(init)
	case *types.Var:
		stores, ok := d.assigns.of(obj)
		if !ok || !isDuration(obj.Type()) || d.following[obj] {
			return false
		}
		d.following[obj] = true
		defer delete(d.following, obj)
		for _, s := range stores {
			if s.op != token.DEFINE && s.op != token.ASSIGN || s.value == nil || !d.real(s.value) {
				return false
			}
		}
		return true
	}
	return false
}

// isUnit reports whether e is one of time's units, the nanosecond excepted.
func (d *durations) isUnit(e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	c, ok := d.pass.TypesInfo.Uses[sel.Sel].(*types.Const)
	return ok && c.Pkg() != nil && c.Pkg().Path() == "time" && isDuration(c.Type()) &&
		constant.Compare(c.Val(), token.GTR, constant.MakeInt64(1))
}
