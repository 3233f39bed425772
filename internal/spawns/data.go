package spawns

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/loops"
)

// Data is where a number comes from that nobody has written down: how many elements a
// list has, how many rows, how many messages.
type Data struct {
	// What is how a message names it: "what (*Client).List returned".
	What string
	// Stream is set for messages that come one after the other, as long as the sender
	// likes.
	Stream bool
}

// A walk goes against the flow of values, from a list to where it was made.
type walk struct {
	p    *Package
	seen map[ssa.Value]bool
	// calls are the calls through which the walk has gone into functions.
	calls []*ssa.Call
	// names are those of the fields, functions and types on the way.
	names []string
	// fields are those on the way.
	fields []*types.Var
	steps  int
	// at is the instruction for which it is asked, or nil.
	at ssa.Instruction
}

const (
	maxSteps = 400
	maxCalls = 4
)

// dataOf returns where the length of v comes from, if that is data which nothing holds
// against a number; or nil. What it is when the program comes to at, if that is not nil, is
// meant.
func (p *Package) dataOf(v ssa.Value, at ssa.Instruction) *Data {
	w := &walk{p: p, seen: make(map[ssa.Value]bool), steps: maxSteps, at: at}
	w.name(elementName(v.Type()))
	found := w.data(v)
	if found == nil || isTopology(w.names) {
		return nil
	}
	for v := range w.seen {
		if isGuarded(v) {
			return nil
		}
	}
	for _, f := range w.fields {
		if p.guarded[f] {
			return nil
		}
	}
	return found
}

func (w *walk) name(s string) {
	if s != "" {
		w.names = append(w.names, s)
	}
}

// data goes one step back from v.
func (w *walk) data(v ssa.Value) *Data {
	if v == nil || w.seen[v] {
		return nil
	}
	if w.steps--; w.steps < 0 {
		return nil
	}
	w.seen[v] = true
	switch v := v.(type) {
	case *ssa.Parameter:
		return w.parameter(v, nil)
	case *ssa.FreeVar:
		return w.data(Binding(v))
	case *ssa.Phi:
		return w.either(v)
	case *ssa.Alloc:
		return w.variable(v)
	case *ssa.UnOp:
		switch v.Op {
		case token.MUL:
			if fa, ok := v.X.(*ssa.FieldAddr); ok {
				return w.field(fa.X, deadline.Field(fa.X.Type(), fa.Field))
			}
			return w.data(v.X)
		case token.ARROW:
			return w.channel(v.X)
		}
		return w.data(v.X)
	case *ssa.FieldAddr:
		return w.field(v.X, deadline.Field(v.X.Type(), v.Field))
	case *ssa.Field:
		return w.field(v.X, deadline.Field(v.X.Type(), v.Field))
	case *ssa.IndexAddr:
		return w.data(v.X)
	case *ssa.Index:
		return w.data(v.X)
	case *ssa.Lookup:
		return w.data(v.X)
	case *ssa.Call:
		return w.result(v, 0)
	case *ssa.Extract:
		switch tuple := v.Tuple.(type) {
		case *ssa.Call:
			return w.result(tuple, v.Index)
		case *ssa.Next:
			if r, ok := tuple.Iter.(*ssa.Range); ok {
				return w.data(r.X)
			}
		case *ssa.UnOp, *ssa.TypeAssert, *ssa.Lookup:
			return w.data(tuple)
		}
	case *ssa.Slice:
		if v.High != nil {
			return nil // cut: somebody has said how much
		}
		if alloc, ok := v.X.(*ssa.Alloc); ok {
			if _, isArray := alloc.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array); isArray {
				return nil // a literal
			}
		}
		return w.data(v.X)
	case *ssa.MakeSlice:
		return w.data(v.Len)
	case *ssa.MakeMap:
		return w.filled(v)
	case *ssa.BinOp:
		switch v.Op {
		case token.ADD, token.SUB, token.MUL, token.QUO:
			if found := w.data(v.X); found != nil {
				return found
			}
			return w.data(v.Y)
		}
	case *ssa.MakeInterface:
		return w.data(v.X)
	case *ssa.ChangeInterface:
		return w.data(v.X)
	case *ssa.ChangeType:
		return w.data(v.X)
	case *ssa.Convert:
		return w.data(v.X)
	case *ssa.TypeAssert:
		return w.data(v.X)
	}
	return nil
}

// either follows a value that has several origins. All are looked at that it can have when
// something is started: where one of them is a part of the system, which one it is is not
// known.
func (w *walk) either(v *ssa.Phi) (found *Data) {
	for i, edge := range v.Edges {
		if excludes(v.Block().Preds[i], w.at) {
			continue
		}
		if one := w.data(edge); one != nil && found == nil {
			found = one
		}
	}
	return found
}

// variable follows what a variable holds: the values it is given, and what is decoded
// into it.
func (w *walk) variable(v *ssa.Alloc) *Data {
	for _, val := range storesTo(v) {
		if found := w.data(val); found != nil {
			return found
		}
	}
	return w.decoded(v)
}

// field follows a field of x.
func (w *walk) field(x ssa.Value, f *types.Var) *Data {
	if f == nil {
		return nil
	}
	w.name(f.Name())
	w.fields = append(w.fields, f)
	if tagged(x.Type(), f) {
		return nil
	}
	switch x := Root(x).(type) {
	case *ssa.Alloc:
		for _, ref := range *x.Referrers() {
			fa, ok := ref.(*ssa.FieldAddr)
			if !ok || deadline.Field(fa.X.Type(), fa.Field) != f {
				continue
			}
			for _, val := range storesTo(fa) {
				if found := w.data(val); found != nil {
					return found
				}
			}
			if found := w.decoded(fa); found != nil {
				return found
			}
		}
		return w.variable(x)
	case *ssa.Parameter:
		return w.parameter(x, f)
	case *ssa.FieldAddr, *ssa.Field:
		if isReceiver(x) {
			return nil
		}
		return w.data(x)
	case *ssa.Global:
		return nil
	default:
		return w.data(x)
	}
}

// tagged reports whether the tag of a field says how long it may be: a validator reads
// that.
func tagged(t types.Type, f *types.Var) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for i := range s.NumFields() {
		if s.Field(i).Origin() == f {
			tag := s.Tag(i)
			return strings.Contains(tag, "max=") || strings.Contains(tag, "lte=") || strings.Contains(tag, "len=")
		}
	}
	return false
}

// isReceiver reports whether v is a part of the receiver of a method.
func isReceiver(v ssa.Value) bool {
	for {
		switch x := v.(type) {
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.Field:
			v = x.X
		case *ssa.UnOp:
			v = x.X
		case *ssa.Parameter:
			fn := x.Parent()
			return fn.Signature.Recv() != nil && len(fn.Params) > 0 && fn.Params[0] == x
		default:
			return false
		}
	}
}

// parameter follows a parameter, or a field of it, to the calls that give it. The
// receiver of a method is not followed: what an object holds may be a configuration.
func (w *walk) parameter(v *ssa.Parameter, f *types.Var) *Data {
	fn := v.Parent()
	if found := ofRequest(v); found != nil {
		return found
	}
	if len(fn.Params) > 0 && fn.Signature.Recv() != nil && fn.Params[0] == v {
		return nil
	}
	if call := loops.Iteration(fn); call != nil {
		return w.data(call.Call.Value)
	}
	i := parameter(fn, v)
	follow := func(arg ssa.Value) *Data {
		if f == nil {
			return w.data(arg)
		}
		return w.field(arg, f)
	}
	if n := len(w.calls); n > 0 && w.p.callee(&w.calls[n-1].Call) == fn {
		call := w.calls[n-1]
		args := deadline.AllArguments(&call.Call)
		if i >= len(args) {
			return nil
		}
		w.calls = w.calls[:n-1]
		found := follow(args[i])
		w.calls = append(w.calls, call)
		return found
	}
	for _, site := range w.p.Calls[fn] {
		if args := deadline.AllArguments(site.Common()); i < len(args) {
			if found := follow(args[i]); found != nil {
				return found
			}
		}
	}
	return nil
}

// filled follows a map to what puts something into it: as many entries as there are
// rounds of the loop around that.
func (w *walk) filled(m ssa.Value) *Data {
	for _, ref := range *m.Referrers() {
		if up, ok := ref.(*ssa.MapUpdate); ok && up.Map == m {
			if found := w.rounds(up); found != nil {
				return found
			}
		}
	}
	return nil
}

// rounds is the data that decides how often an instruction is executed, or nil.
func (w *walk) rounds(instr ssa.Instruction) *Data {
	for _, l := range w.p.around(instr) {
		for _, v := range conditions(l) {
			if found := w.data(v); found != nil {
				return found
			}
		}
	}
	if call := loops.Iteration(instr.Parent()); call != nil {
		return w.data(call.Call.Value)
	}
	return nil
}

// elementName is the name of the type of which t is a list, or that it is.
func elementName(t types.Type) string {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		t = u.Elem()
	case *types.Map:
		t = u.Elem()
	case *types.Chan:
		t = u.Elem()
	}
	if named := knowledge.Named(t); named != nil {
		return named.Obj().Name()
	}
	return ""
}
