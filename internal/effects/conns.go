package effects

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/layers"
	"github.com/reslint/reslint/internal/ssabuild"
)

// An origin is where a gRPC connection comes from: the call that makes it, or a slot.
type origin struct {
	dial *ssa.Call
	// slot is the parameter or field of this package that another one gives the connection, or a
	// client with it: "shop/orders.New#0", "shop/orders.Service Client".
	slot   string
	layers []layers.Layer
}

// conns are the origins of v, a connection or a client of one, each with the layers of a call through it.
// There are none if one of them is not known, or if it is one of several of which not all retry: then it may
// be any.
func (w *wrapping) conns(v ssa.Value, layersOf func(channel) []layers.Layer) []origin {
	c := &connWalk{w: w, seen: make(map[ssa.Value]bool)}
	if c.follow(v); c.lost {
		return nil
	}
	for i, o := range c.found {
		if o.dial == nil {
			if c.either {
				return nil
			}
			continue
		}
		if c.found[i].layers = layersOf(w.channelOf(o.dial)); c.either && len(c.found[i].layers) == 0 {
			return nil
		}
	}
	return c.found
}

// A connWalk goes from one use of a connection back to where it is made.
type connWalk struct {
	w     *wrapping
	seen  map[ssa.Value]bool
	found []origin
	// either is set if it is one of several, and nobody can see which.
	either, lost bool
}

// maxConnSteps bounds the way back.
const maxConnSteps = 60

func (c *connWalk) add(o origin) {
	if !slices.ContainsFunc(c.found, func(known origin) bool { return known.dial == o.dial && known.slot == o.slot }) {
		c.found = append(c.found, o)
	}
}

func (c *connWalk) follow(v ssa.Value) {
	if c.lost || v == nil || c.seen[v] || ssabuild.IsNil(v) {
		c.lost = c.lost || v == nil
		return
	}
	c.seen[v] = true
	if c.lost = len(c.seen) > maxConnSteps; c.lost {
		return
	}
	switch v := v.(type) {
	case *ssa.MakeInterface:
		c.follow(v.X)
	case *ssa.ChangeInterface:
		c.follow(v.X)
	case *ssa.ChangeType:
		c.follow(v.X)
	case *ssa.TypeAssert:
		c.follow(v.X)
	case *ssa.Phi:
		c.any(v.Edges)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok && v.Index == 0 {
			c.called(call)
			return
		}
		c.lost = true
	case *ssa.Call:
		c.called(v)
	case *ssa.FreeVar:
		c.follow(ssabuild.Captured(v))
	case *ssa.Field:
		c.held(deadline.Field(v.X.Type(), v.Field), v.X.Type())
	case *ssa.UnOp:
		c.loaded(v)
	case *ssa.Parameter:
		c.given(v)
	default:
		c.lost = true
	}
}

// loaded follows what is read from an address.
func (c *connWalk) loaded(v *ssa.UnOp) {
	switch addr := v.X.(type) {
	case *ssa.Alloc:
		c.follow(ssabuild.OnlyStore(addr))
		return
	case *ssa.FreeVar:
		c.follow(ssabuild.Captured(addr))
		return
	case *ssa.FieldAddr:
		c.held(deadline.Field(addr.X.Type(), addr.Field), addr.X.Type())
		return
	case *ssa.Global:
		if v.Op == token.MUL {
			c.held(stored(addr), nil)
			return
		}
	}
	c.lost = true
}

// held follows a field or package variable, if the package sets it once or, for a field that others
// can set, never.
func (c *connWalk) held(obj types.Object, owner types.Type) {
	if obj == nil {
		c.lost = true
		return
	}
	var set []ssa.Value
	for _, v := range c.w.stores[obj] {
		if !ssabuild.IsNil(v) {
			set = append(set, v)
		}
	}
	switch {
	case len(set) == 1:
		c.follow(set[0])
	case len(set) == 0 && owner != nil && obj.Exported() && obj.Pkg() == c.w.s.cs.pass.Pkg && fieldName(owner, obj) != "":
		c.add(origin{slot: fieldName(owner, obj)})
	default:
		c.lost = true
	}
}

// called follows what a call returns.
func (c *connWalk) called(call *ssa.Call) {
	fn := deadline.Called(&call.Call)
	switch {
	case fn == nil:
		c.lost = true
	case isDial(fn):
		c.add(origin{dial: call})
	case isGenerated(fn):
		c.follow(call.Call.Args[0])
	default:
		c.returned(deadline.Callee(&call.Call))
	}
}

// returned follows what a function of the package returns.
func (c *connWalk) returned(fn *ssa.Function) {
	if fn == nil || fn.Blocks == nil {
		c.lost = true
		return
	}
	var results []ssa.Value
	for _, b := range fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(ret.Results) > 0 {
			results = append(results, ret.Results[0])
		}
	}
	c.any(results)
}

// any follows values of which one is meant.
func (c *connWalk) any(values []ssa.Value) {
	before := len(c.found)
	for _, v := range values {
		c.follow(v)
	}
	c.either = c.either || len(c.found) > before+1
}

// given follows a parameter: to the callers in the package, and beyond it if others can call
// the function.
func (c *connWalk) given(p *ssa.Parameter) {
	fn := p.Parent()
	obj, ok := fn.Object().(*types.Func)
	i := slices.Index(fn.Params, p)
	if !ok || i < 0 {
		c.lost = true
		return
	}
	known := false
	for _, call := range c.w.calls[fn] {
		if args := deadline.AllArguments(call.Common()); i < len(args) {
			known = true
			c.follow(args[i])
		}
	}
	if obj.Exported() && obj.Pkg().Name() != "main" {
		known = true
		c.add(origin{slot: slotOf(obj, i)})
	}
	c.lost = c.lost || !known
}

// slotOf names a parameter, the receiver included.
func slotOf(fn *types.Func, i int) string { return fmt.Sprintf("%s#%d", fn.Origin().FullName(), i) }

// fieldName names a field for another package, or is empty.
func fieldName(owner types.Type, field types.Object) string {
	if p, ok := types.Unalias(owner).(*types.Pointer); ok {
		owner = p.Elem()
	}
	named, ok := types.Unalias(owner).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || !named.Obj().Exported() {
		return ""
	}
	return named.Obj().Pkg().Path() + "." + named.Obj().Name() + " " + field.Name()
}

// isDial reports whether fn makes a gRPC connection.
func isDial(fn *types.Func) bool {
	switch fn.FullName() {
	case "google.golang.org/grpc.NewClient", "google.golang.org/grpc.Dial", "google.golang.org/grpc.DialContext":
		return true
	}
	return false
}

// isConn reports whether t is a gRPC connection.
func isConn(t types.Type) bool {
	switch types.TypeString(t, nil) {
	case "google.golang.org/grpc.ClientConnInterface", "*google.golang.org/grpc.ClientConn":
		return true
	}
	return false
}

// isGenerated reports whether fn makes a client of a connection, as generated functions do.
func isGenerated(fn *types.Func) bool {
	params, results := fn.Signature().Params(), fn.Signature().Results()
	if params.Len() != 1 || results.Len() != 1 || fn.Signature().Recv() != nil || types.TypeString(params.At(0).Type(), nil) != "google.golang.org/grpc.ClientConnInterface" {
		return false
	}
	client, ok := results.At(0).Type().Underlying().(*types.Interface)
	if !ok {
		return false
	}
	for method := range client.Methods() {
		if claim := knowledge.Func(method); claim.Remote() && claim.As == "grpc-call" {
			return true
		}
	}
	return false
}

// isGRPC reports whether fn is of the package that makes connections, or sets what is done on them.
func isGRPC(fn *types.Func) bool {
	return fn.Pkg() != nil && fn.Pkg().Path() == "google.golang.org/grpc" && (isDial(fn) || strings.HasPrefix(fn.Name(), "With"))
}
