package deadline

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/ablation"
	"github.com/reslint/reslint/internal/knowledge"
)

// An Index holds what a walk against the flow of values needs to know of a
// whole package: who stores, who calls, who closes over.
type Index struct {
	// stores are the values stored in a field or a package-level variable.
	stores map[types.Object][]ssa.Value
	// late are the values that a bound is set to through a field or variable
	// that holds a client: c.hc.Timeout = d.
	late map[types.Object][]ssa.Value
	// reads counts how often a field is read.
	reads map[types.Object]int
	// Calls are the calls in this package of a function of this package.
	Calls map[*ssa.Function][]ssa.CallInstruction
	// closures is where a function literal becomes a value.
	closures map[*ssa.Function]*ssa.MakeClosure
	// Passed is where a function is handed to another one to be called.
	Passed map[*ssa.Function][]Lending
	// escapes are the functions that are used as values.
	escapes map[*ssa.Function]bool
}

// NewIndex reads the functions of a package.
func NewIndex(funcs []*ssa.Function) *Index {
	x := &Index{
		stores:   make(map[types.Object][]ssa.Value),
		late:     make(map[types.Object][]ssa.Value),
		reads:    make(map[types.Object]int),
		Calls:    make(map[*ssa.Function][]ssa.CallInstruction),
		closures: make(map[*ssa.Function]*ssa.MakeClosure),
		Passed:   make(map[*ssa.Function][]Lending),
		escapes:  make(map[*ssa.Function]bool),
	}
	for _, fn := range funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				x.read(instr)
			}
		}
	}
	return x
}

func (x *Index) read(instr ssa.Instruction) {
	switch instr := instr.(type) {
	case *ssa.Store:
		if obj := holder(instr.Addr); obj != nil {
			x.stores[obj] = append(x.stores[obj], instr.Val)
		}
		for _, obj := range holdersOfBound(instr.Addr) {
			x.late[obj] = append(x.late[obj], instr.Val)
		}
	case *ssa.UnOp:
		if f := FieldRead(instr); f != nil {
			x.reads[f]++
		}
	case *ssa.MakeClosure:
		x.closures[instr.Fn.(*ssa.Function)] = instr
	}
	call, isCall := instr.(ssa.CallInstruction)
	if isCall {
		x.setter(call.Common())
		x.lend(call)
		if fn := Callee(call.Common()); fn != nil {
			x.Calls[fn] = append(x.Calls[fn], call)
		}
		if addr, val := storedBy(call.Common()); addr != nil {
			if obj := holder(addr); obj != nil {
				x.stores[obj] = append(x.stores[obj], val)
			}
		}
	}
	for _, op := range instr.Operands(nil) {
		if fn, ok := (*op).(*ssa.Function); ok && !(isCall && op == &call.Common().Value) {
			x.escapes[fn] = true
		}
	}
}

// A Lending is a call that hands a function over as an argument.
type Lending struct {
	Site ssa.CallInstruction
	// Arg is the argument; the receiver is number 0 of a method.
	Arg int
}

func (x *Index) lend(call ssa.CallInstruction) {
	for i, arg := range AllArguments(call.Common()) {
		if change, ok := arg.(*ssa.ChangeType); ok {
			arg = change.X
		}
		fn, ok := arg.(*ssa.Function)
		if closure, isClosure := arg.(*ssa.MakeClosure); isClosure {
			fn, ok = closure.Fn.(*ssa.Function), true
		}
		if ok {
			x.Passed[fn] = append(x.Passed[fn], Lending{call, i})
		}
	}
}

// setter notes a call that sets a bound on what a field or variable holds:
// s.conn.SetDeadline.
func (x *Index) setter(call *ssa.CallCommon) {
	recv, claim := setter(call)
	load, ok := recv.(*ssa.UnOp)
	if claim == nil || !ok {
		return
	}
	if obj := holder(load.X); obj != nil {
		x.late[obj] = append(x.late[obj], recv)
	}
}

// Callee is the function that a call names, in its generic form, or nil for a
// dynamic call.
func Callee(call *ssa.CallCommon) *ssa.Function {
	fn := call.StaticCallee()
	if fn == nil {
		return nil
	}
	if method := boundMethod(fn); method != nil {
		fn = method
	}
	if origin := fn.Origin(); origin != nil {
		return origin
	}
	return fn
}

// storedBy is the address at which a call stores one of its arguments, and that
// argument, as flag.DurationVar does with the default of a flag.
func storedBy(call *ssa.CallCommon) (addr, val ssa.Value) {
	fn := Called(call)
	if fn == nil {
		return nil, nil
	}
	claim := knowledge.Func(fn)
	if claim == nil || claim.Into < 0 || len(claim.Bound) != 1 {
		return nil, nil
	}
	return Argument(call, knowledge.Source{From: "arg", Arg: claim.Into}), Argument(call, claim.Bound[0])
}

// holder is the field or package-level variable at an address, or nil.
func holder(addr ssa.Value) types.Object {
	switch addr := addr.(type) {
	case *ssa.FieldAddr:
		if f := Field(addr.X.Type(), addr.Field); f != nil && !ablation.Off(ablation.Fields) {
			return f
		}
	case *ssa.Global:
		if obj := addr.Object(); obj != nil {
			return obj
		}
	}
	return nil
}

// holdersOfBound are the fields and variables that hold, or are, the clients of
// which the address is a bounding field: hc for c.hc.Timeout, hc and rc for
// c.rc.hc.Timeout, if the hc of rc bounds what is done through rc.
func holdersOfBound(addr ssa.Value) []types.Object {
	var all []types.Object
	for {
		fa, ok := addr.(*ssa.FieldAddr)
		if !ok || !isBound(fa) {
			return all
		}
		addr = fa.X
		if load, ok := addr.(*ssa.UnOp); ok {
			addr = load.X
		}
		if obj := holder(addr); obj != nil {
			all = append(all, obj)
		}
	}
}

// isBound reports whether fa is the address of a field that bounds what is
// done through its struct, such as Client.Timeout.
func isBound(fa *ssa.FieldAddr) bool {
	claim := knowledge.Type(fa.X.Type())
	if claim == nil {
		return false
	}
	f := Field(fa.X.Type(), fa.Field)
	for _, src := range claim.Fields {
		if f != nil && src.Name == f.Name() {
			return true
		}
	}
	return false
}

// Reads counts how often the package reads a field.
func (x *Index) Reads(field *types.Var) int { return x.reads[field] }

// FieldRead is the field that v was just read from, or nil.
func FieldRead(v ssa.Value) *types.Var {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	fa, ok := load.X.(*ssa.FieldAddr)
	if !ok {
		return nil
	}
	return Field(fa.X.Type(), fa.Field)
}

// Field is the i-th field of the struct that t is or points to, in its generic
// form.
func Field(t types.Type, i int) *types.Var {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok || i >= s.NumFields() {
		return nil
	}
	return s.Field(i).Origin()
}
