package effects

import (
	"go/constant"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
)

// maxNeeds bounds what is remembered of one function. What it calls beyond
// that is rarely of another kind.
const maxNeeds = 8

// A need is a Need in its own package: it knows the call that it is of.
type need struct {
	Need
	of   *ssa.Function
	call *Call
	// private needs are those of a client that other code may replace: they
	// hold for the client made here, and not for every one a caller may have.
	private bool
}

// A finder finds the remote calls of a package, and what they need from the
// callers of the functions that they stand in.
type finder struct {
	pass  *analysis.Pass
	info  *Info
	facts imported
	marks marks
	needs map[*ssa.Function][]need
	queue []need
	// slots are the exported fields whose clients need a bound.
	slots map[*types.Var]*Field
	// alone counts the reads of a field's client for a call that nothing but
	// the client can bound. Only if no other read is left, whoever puts a
	// client into the field has to give it a timeout.
	alone map[*types.Var]int
	// local remembers of which libraries the program may use a driver that
	// stays on this machine.
	local map[string]bool
	// questions are the calls of interface methods that only another package
	// can judge.
	questions []Question
	// open are the questions that are asked of this package, by method.
	open map[string][]Question
	// kept are the needs of functions that put a client into a field.
	kept []need
}

func (f *finder) find() {
	for _, fn := range f.info.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch instr := instr.(type) {
				case ssa.CallInstruction:
					f.call(instr)
				case *ssa.Store:
					f.store(instr)
				}
			}
		}
	}
	for _, n := range f.kept {
		if f.alwaysAlone(n.call.Client.Field) {
			f.add(n)
		}
	}
	maps.DeleteFunc(f.slots, func(field *types.Var, _ *Field) bool { return !f.alwaysAlone(field) })
	// What a function needs, its callers need, and so on.
	for len(f.queue) > 0 {
		n := f.queue[0]
		f.queue = f.queue[1:]
		for _, site := range f.info.Eval.Calls[n.of] {
			callee, _ := n.of.Object().(*types.Func)
			f.consider(&Call{Instr: site, Callee: callee, Via: hop(n.of, n.Via), Inner: n.call,
				As: n.As, Default: n.call.Default, Lives: n.Lives, proof: n.Proof},
				arguments(site.Common(), n.Params), nil)
		}
		for _, lent := range f.info.Eval.Passed[n.of] {
			f.lent(n, lent)
		}
	}
	f.answer()
}

// add remembers a need, unless it is one more of a kind.
func (f *finder) add(n need) {
	if obj, ok := n.of.Object().(*types.Func); ok && f.marks.speaks(obj) {
		return
	}
	known := f.needs[n.of]
	if len(known) >= maxNeeds || slices.ContainsFunc(known, func(m need) bool {
		return slices.Equal(m.Params, n.Params) && m.call.Root().Client.Made == n.call.Root().Client.Made
	}) {
		return
	}
	f.needs[n.of] = append(known, n)
	f.queue = append(f.queue, n)
}

func (f *finder) alwaysAlone(field *types.Var) bool {
	return f.alone[field] == f.info.Eval.Reads(field)
}

// call looks at a call of a function of another package.
func (f *finder) call(instr ssa.CallInstruction) {
	common := instr.Common()
	callee := deadline.Called(common)
	if callee == nil {
		return
	}
	if claim := knowledge.Func(callee); claim != nil {
		if claim.Remote() {
			f.onWire(instr, callee, claim)
		}
		return
	}
	if common.IsInvoke() {
		if claim := knowledge.Shape(callee); claim != nil {
			f.onWire(instr, callee, claim)
			return
		}
	}
	var needs []Need
	if m := f.marks[callee.Origin()]; m != nil {
		needs = marked(callee.Origin(), m)
	} else if fact := f.facts.function(callee); fact != nil {
		needs = fact.Needs
	}
	if needs == nil && common.IsInvoke() {
		f.ask(instr, callee)
	}
	for _, n := range needs {
		f.consider(&Call{Instr: instr, Callee: callee, Via: join(shortName(callee), n.Via), As: n.As,
			OnWire: n.Via == shortName(callee), Lives: n.Lives, proof: n.Proof}, arguments(common, n.Params), nil)
	}
}

// onWire looks at a call that a table knows to be remote.
func (f *finder) onWire(instr ssa.CallInstruction, callee *types.Func, claim *knowledge.Claim) {
	if !f.leaves(instr.Common(), claim) {
		return
	}
	c := &Call{Instr: instr, Callee: callee, Via: shortName(callee), OnWire: true, As: claim.As, Default: claim.Default, proof: true}
	if c.As == "grpc-call" && f.info.Eval.Blocks(instr.Common()) {
		c.As = "grpc-wait-for-ready"
	}
	var values []ssa.Value
	var client *deadline.Origin
	c.claim = claim
	for _, src := range claim.Bound {
		switch src.From {
		case "self", "unknown":
			return
		case "var":
			client = f.variable(callee.Pkg(), src.Name, instr)
			continue
		}
		if v := deadline.Argument(instr.Common(), src); v != nil {
			values = append(values, v)
			c.proof = c.proof && !deadline.IsRequest(v.Type())
			if field := deadline.FieldRead(v); field != nil && !deadline.IsRequest(v.Type()) {
				c.field = field
			}
		}
	}
	f.consider(c, values, client)
	if c.field == nil || c.field.Pkg() != f.pass.Pkg {
		return
	}
	if c.Request.Kind != deadline.Unbounded {
		return
	}
	f.alone[c.field]++
	if c.field.Exported() {
		f.slots[c.field] = &Field{Via: hop(instr.Parent(), c.Via)}
	}
}

// leaves reports whether a call of a function that a table knows leaves this
// machine, and waits.
func (f *finder) leaves(call *ssa.CallCommon, claim *knowledge.Claim) bool {
	if claim.Blocks && !f.info.Eval.Blocks(call) {
		return false
	}
	if claim.Network < 0 {
		return true
	}
	network, ok := deadline.Argument(call, knowledge.Source{From: "arg", Arg: claim.Network}).(*ssa.Const)
	return ok && network.Value != nil && network.Value.Kind() == constant.String &&
		strings.HasPrefix(constant.StringVal(network.Value), "tcp")
}

// variable is a client that is a variable of the library itself.
func (f *finder) variable(pkg *types.Package, name string, at ssa.Instruction) *deadline.Origin {
	v, ok := pkg.Scope().Lookup(name).(*types.Var)
	if !ok || f.info.Eval.Changed(v) {
		return new(deadline.Origin)
	}
	return &deadline.Origin{
		Bound: deadline.Bound{Kind: deadline.Unbounded, Why: pkg.Name() + "." + name},
		Var:   v, In: at.Parent(), Pos: at.Pos(),
	}
}

// store looks at a store in a field of another package that needs a bound.
func (f *finder) store(instr *ssa.Store) {
	fa, ok := instr.Addr.(*ssa.FieldAddr)
	if !ok {
		return
	}
	field := deadline.Field(fa.X.Type(), fa.Field)
	fact := new(Field)
	if field == nil || field.Pkg() == f.pass.Pkg || !f.pass.ImportObjectFact(field, fact) {
		return
	}
	f.consider(&Call{Instr: instr, Via: fact.Via}, []ssa.Value{instr.Val}, nil)
}

// arguments are the arguments of a call for some parameters. The receiver is
// parameter 0 of a method, through an interface and as a method value, too.
func arguments(common *ssa.CallCommon, params []int) []ssa.Value {
	args := deadline.AllArguments(common)
	var values []ssa.Value
	for _, p := range params {
		if p < len(args) {
			values = append(values, args[p])
		}
	}
	return values
}
