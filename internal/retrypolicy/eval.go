package retrypolicy

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/ssabuild"
)

// An Evaluator follows the policies of one package.
type Evaluator struct {
	closures map[*ssa.Function]*ssa.MakeClosure
	// stores and loads are those of package-level variables; lent are the
	// variables whose address something else has.
	stores map[*ssa.Global][]*ssa.Store
	loads  map[*ssa.Global][]*ssa.UnOp
	lent   map[*ssa.Global]bool
	fields map[*types.Var]*field
	// callers are the static calls of each function, taken the functions that are
	// values, and invoked the names of the methods that are called through interfaces.
	callers map[*ssa.Function][]ssa.CallInstruction
	taken   map[types.Object]bool
	invoked map[string]bool
}

// New returns an evaluator for the functions of a package.
func New(funcs []*ssa.Function) *Evaluator {
	e := &Evaluator{
		closures: make(map[*ssa.Function]*ssa.MakeClosure),
		stores:   make(map[*ssa.Global][]*ssa.Store),
		loads:    make(map[*ssa.Global][]*ssa.UnOp),
		lent:     make(map[*ssa.Global]bool),
		fields:   make(map[*types.Var]*field),
		callers:  make(map[*ssa.Function][]ssa.CallInstruction),
		taken:    make(map[types.Object]bool),
		invoked:  make(map[string]bool),
	}
	for _, fn := range funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if c, ok := instr.(*ssa.MakeClosure); ok {
					e.closures[c.Fn.(*ssa.Function)] = c
				}
				e.globals(instr)
				e.noteField(instr)
				e.noteCall(instr)
			}
		}
	}
	return e
}

// globals notes what the instruction does to package-level variables.
func (e *Evaluator) globals(instr ssa.Instruction) {
	for _, op := range instr.Operands(nil) {
		g, ok := (*op).(*ssa.Global)
		if !ok {
			continue
		}
		switch instr := instr.(type) {
		case *ssa.Store:
			if instr.Addr == g {
				e.stores[g] = append(e.stores[g], instr)
				continue
			}
		case *ssa.UnOp:
			e.loads[g] = append(e.loads[g], instr)
			continue
		case *ssa.FieldAddr:
			if onlyRead(instr) || isInitializer(instr.Parent()) {
				continue
			}
		}
		e.lent[g] = true
	}
}

func isInitializer(fn *ssa.Function) bool { return fn.Synthetic == "package initializer" }

// onlyRead reports whether nothing but reads is done at an address.
func onlyRead(addr ssa.Value) bool {
	for _, ref := range *addr.Referrers() {
		switch ref := ref.(type) {
		case *ssa.UnOp:
		case *ssa.FieldAddr:
			if !onlyRead(ref) {
				return false
			}
		case *ssa.DebugRef:
		default:
			return false
		}
	}
	return true
}

// maxDepth bounds the way from a use to the place where the policy is made.
const maxDepth = 20

// Call returns the policy by which a call that a table knows repeats, or makes
// something that does.
func (e *Evaluator) Call(call ssa.CallInstruction, claim *knowledge.Claim) Policy {
	w := &walk{e: e, at: call}
	return w.call(call, claim)
}

// Ranged returns the policy of which a loop ranges over the attempts, and what is known of the
// iterator. The claim is nil if that is not one of a library's retries.
func (e *Evaluator) Ranged(iterator ssa.Value) (Policy, *knowledge.Claim) {
	call, ok := iterator.(*ssa.Call)
	if !ok {
		return nil, nil
	}
	callee := deadline.Called(&call.Call)
	if callee == nil {
		return nil, nil
	}
	claim := knowledge.Retries(callee)
	if claim == nil || claim.Kind != knowledge.Retry {
		return nil, nil
	}
	return e.Call(call, claim), claim
}

// Value returns the policy that v is where the instruction uses it.
func (e *Evaluator) Value(v ssa.Value, at ssa.Instruction) Policy {
	w := &walk{e: e, at: at}
	return w.value(v)
}

// A walk goes from one use back to where the policy is made.
type walk struct {
	e     *Evaluator
	at    ssa.Instruction
	depth int
	// busy are the parameters whose callers are being looked at.
	busy map[*ssa.Parameter]bool
}

func (w *walk) value(v ssa.Value) Policy {
	if w.depth++; w.depth > maxDepth {
		return hide()
	}
	defer func() { w.depth-- }()
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return w.value(v.X)
	case *ssa.ChangeInterface:
		return w.value(v.X)
	case *ssa.ChangeType:
		return w.value(v.X)
	case *ssa.Function:
		if obj, ok := v.Object().(*types.Func); ok {
			if claim := knowledge.Retries(obj); claim != nil {
				return w.settings(claim, By{At: v, Claim: claim}, nil)
			}
		}
		return w.function(v)
	case *ssa.MakeClosure:
		return w.function(v.Fn.(*ssa.Function))
	case *ssa.FreeVar:
		if bound := w.e.binding(v); bound != nil {
			return w.value(bound)
		}
	case *ssa.Call:
		return w.result(v)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok && v.Index == 0 { // beside it an error
			return w.result(call)
		}
	case *ssa.Parameter:
		return w.parameter(v)
	case *ssa.Field:
		return w.inField(deadline.Field(v.X.Type(), v.Field), v.Parent())
	case *ssa.Alloc:
		return w.object(v)
	case *ssa.Global, *ssa.FieldAddr:
		return w.sealed(v)
	case *ssa.Const:
		return w.zero(v)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return w.load(v)
		}
	}
	return hide()
}

func (e *Evaluator) binding(v *ssa.FreeVar) ssa.Value {
	closure := e.closures[v.Parent()]
	if closure == nil {
		return nil
	}
	for i, fv := range v.Parent().FreeVars {
		if fv == v {
			return closure.Bindings[i]
		}
	}
	return nil
}

// result is the policy that a call returns.
func (w *walk) result(call *ssa.Call) Policy {
	obj := deadline.Called(call.Common())
	if obj == nil {
		return hide()
	}
	if recv := itself(call); recv != nil {
		return w.value(recv)
	}
	if claim := knowledge.Retries(obj); claim != nil {
		p := w.call(call, claim)
		if later := knowledge.RetryType(call.Type()); later != nil && !isOption(call.Type()) {
			p = w.stored(p, call, later)
		}
		return p
	}
	if isOption(call.Type()) && obj.Pkg() == knowledge.Named(call.Type()).Obj().Pkg() {
		return nil // no line speaks of it: it is about something else
	}
	fn := deadline.Callee(call.Common())
	if fn == nil || fn.Blocks == nil {
		return hide()
	}
	p := w.returned(fn)
	if later := knowledge.RetryType(call.Type()); later != nil {
		p = w.stored(p, call, later)
	}
	return p
}

// returned is the policy that a function of this package makes.
func (w *walk) returned(fn *ssa.Function) Policy {
	var made ssa.Value
	for _, b := range fn.Blocks {
		if len(b.Instrs) == 0 {
			continue
		}
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		if made != nil || len(ret.Results) != 1 {
			return hide()
		}
		made = ret.Results[0]
	}
	if made == nil {
		return hide()
	}
	return w.elsewhere(made)
}

// isOption reports whether t is the type of a library's options, of which a table
// knows all that are about retries.
func isOption(t types.Type) bool {
	_, ok := t.Underlying().(*types.Signature)
	return ok && knowledge.RetryType(t) != nil
}

// load is the policy at an address.
func (w *walk) load(v *ssa.UnOp) Policy {
	switch addr := v.X.(type) {
	case *ssa.Global:
		return w.global(addr)
	case *ssa.FieldAddr:
		return w.inField(deadline.Field(addr.X.Type(), addr.Field), addr.Parent())
	case *ssa.Alloc:
		if knowledge.RetryType(v.Type()) != nil && !isPointer(v.Type()) {
			return w.object(addr)
		}
		return w.cell(addr)
	case *ssa.FreeVar:
		if alloc, ok := w.e.binding(addr).(*ssa.Alloc); ok {
			if knowledge.RetryType(v.Type()) != nil && !isPointer(v.Type()) {
				return w.object(alloc)
			}
			return w.cell(alloc)
		}
	}
	return hide()
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

// cell is the policy in a local variable that is shared with function literals.
func (w *walk) cell(alloc *ssa.Alloc) Policy {
	var val ssa.Value
	for _, ref := range *alloc.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if val != nil || ref.Val == alloc {
				return hide()
			}
			val = ref.Val
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.MakeClosure:
			for i, b := range ref.Bindings {
				if b == alloc && !onlyRead(ref.Fn.(*ssa.Function).FreeVars[i]) {
					return hide()
				}
			}
		default:
			return hide()
		}
	}
	if val == nil {
		return hide()
	}
	return w.value(val)
}

// global is the policy in a package-level variable: of a library that a table
// knows, or of this package, if only this package has it and sets it once, in
// another function than the one at hand.
func (w *walk) global(g *ssa.Global) Policy {
	obj, ok := g.Object().(*types.Var)
	if !ok {
		return hide()
	}
	if claim := knowledge.Var(obj); claim != nil && claim.Policy != nil && len(w.e.stores[g]) == 0 && !w.e.lent[g] {
		return w.settings(claim, By{At: g, Claim: claim}, nil)
	}
	if obj.Exported() && obj.Pkg().Name() != "main" || w.e.lent[g] {
		return hide()
	}
	if claim := knowledge.RetryType(obj.Type()); claim != nil && !isPointer(obj.Type()) {
		return w.globalStruct(g, claim).sharedBy(g)
	}
	if len(w.e.stores[g]) != 1 {
		return hide()
	}
	store := w.e.stores[g][0]
	if w.at != nil && ssabuild.Outermost(store.Parent()) == ssabuild.Outermost(w.at.Parent()) {
		return hide()
	}
	return w.elsewhere(store.Val).sharedBy(g)
}

// elsewhere is the policy that v is when the function around it has ended.
func (w *walk) elsewhere(v ssa.Value) Policy {
	at := w.at
	w.at = nil
	defer func() { w.at = at }()
	return w.value(v)
}

// call is the policy that a call of a known function makes or uses.
func (w *walk) call(call ssa.CallInstruction, claim *knowledge.Claim) Policy {
	common := call.Common()
	by := By{At: call, Claim: claim}
	var p Policy
	options := false
	for _, src := range claim.Policy.Inherit {
		if src.From == "options" {
			options = true
			continue
		}
		arg := deadline.Argument(common, src)
		if arg == nil || src.From == "recv" && changedBeside(arg, call) {
			return hide()
		}
		p = p.over(named(w.value(arg), call, src))
	}
	p = p.over(w.settings(claim, by, argumentOf(common)))
	if !options {
		return p
	}
	list, ok := w.options(deadline.Argument(common, knowledge.Source{From: "options"}))
	if !ok {
		return hide()
	}
	for _, option := range list {
		p = p.over(w.value(option))
	}
	return p
}

// argumentOf finds the arguments of a call that a setting speaks of.
func argumentOf(call *ssa.CallCommon) func(knowledge.Setting) (ssa.Value, bool) {
	return func(s knowledge.Setting) (ssa.Value, bool) {
		arg := deadline.Argument(call, knowledge.Source{From: "arg", Arg: s.Arg})
		return arg, arg != nil
	}
}

// changedBeside reports whether another call than the given one sets something on
// its receiver, which is the same: a builder that is used statement by statement.
func changedBeside(recv ssa.Value, call ssa.CallInstruction) bool {
	refs := recv.Referrers()
	if refs == nil {
		return false
	}
	for _, ref := range *refs {
		other, ok := ref.(ssa.CallInstruction)
		if !ok || other == call {
			continue
		}
		fn := deadline.Called(other.Common())
		if fn == nil {
			continue
		}
		if on, _ := deadline.Arguments(other.Common()); on != recv {
			continue
		}
		claim := knowledge.Retries(fn)
		if claim != nil && claim.Kind == knowledge.Schedule && len(claim.Policy.Settings) > 0 {
			return true
		}
	}
	return false
}

// named puts the place where a function is named in the place of the function.
func named(p Policy, call ssa.CallInstruction, src knowledge.Source) Policy {
	for property, v := range p {
		if _, ok := v.By.At.(*ssa.Function); ok && src.From == "arg" {
			v.By.At, v.By.Nth = call, src.Arg+1
			p[property] = v
		}
	}
	return p
}

// settings are the properties that a line gives by itself. arg finds the
// arguments that it speaks of.
func (w *walk) settings(claim *knowledge.Claim, by By, arg func(knowledge.Setting) (ssa.Value, bool)) Policy {
	p := make(Policy)
	for property, s := range claim.Policy.Settings {
		p[property] = setting(s, by, arg)
	}
	return p
}

func setting(s knowledge.Setting, by By, arg func(knowledge.Setting) (ssa.Value, bool)) Value {
	var v ssa.Value
	if s.From == "arg" {
		var ok bool
		if arg != nil {
			v, ok = arg(s)
		}
		if !ok {
			return Value{}
		}
	}
	if s.Zero == nil || s.Zero.From != "arg" {
		return set(s, v, by)
	}
	// One argument stands in for the other.
	zero := *s.Zero
	s.Zero = nil
	if out := set(s, v, by); out.Kind != Number || out.Number > 0 {
		return out
	}
	return setting(zero, by, arg)
}

// Options returns the elements of the list of options of a call, if all of them are
// written there.
func (e *Evaluator) Options(call *ssa.CallCommon) ([]ssa.Value, bool) {
	return (&walk{e: e}).options(deadline.Argument(call, knowledge.Source{From: "options"}))
}

// options are the elements of the list of options of a call, if all of them are
// written there.
func (w *walk) options(v ssa.Value) ([]ssa.Value, bool) {
	switch v := v.(type) {
	case *ssa.Const:
		return nil, true // no options
	case *ssa.Slice:
		array, ok := v.X.(*ssa.Alloc)
		if !ok || v.Low != nil || v.High != nil {
			return nil, false
		}
		elems := make(map[int64]ssa.Value)
		for _, ref := range *array.Referrers() {
			switch ref := ref.(type) {
			case *ssa.IndexAddr:
				i, ok := ref.Index.(*ssa.Const)
				if !ok {
					return nil, false
				}
				for _, use := range *ref.Referrers() {
					store, ok := use.(*ssa.Store)
					if !ok || elems[i.Int64()] != nil {
						return nil, false
					}
					elems[i.Int64()] = store.Val
				}
			case *ssa.Slice, *ssa.DebugRef:
			default:
				return nil, false
			}
		}
		var list []ssa.Value
		for i := range int64(len(elems)) {
			if elems[i] == nil {
				return nil, false
			}
			list = append(list, elems[i])
		}
		// The slice itself may be kept in a variable and changed there.
		for _, ref := range *v.Referrers() {
			switch ref.(type) {
			case ssa.CallInstruction, *ssa.DebugRef:
			default:
				return nil, false
			}
		}
		return list, true
	}
	return nil, false
}
