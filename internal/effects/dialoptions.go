package effects

import (
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/layers"
	"github.com/reslint/reslint/internal/retrypolicy"
	"github.com/reslint/reslint/internal/serviceconfig"
	"github.com/reslint/reslint/internal/ssabuild"
)

// A channel is what a gRPC connection is told of retries. What cannot be seen is not there.
type channel struct {
	// interceptors are the functions that unary calls run through, the outermost first.
	interceptors []ssa.Value
	// config is the service config, if it is a constant, and at the option that gives it.
	config serviceconfig.Config
	at     *ssa.Call
	// limit is how many attempts there are at most by the service config.
	limit int
}

// channelOf reads the options of a call that makes a connection.
func (w *wrapping) channelOf(dial *ssa.Call) channel {
	ch := channel{limit: serviceconfig.MaxAttempts}
	var outermost ssa.Value
	for _, option := range w.elements(dial.Call.Args[len(dial.Call.Args)-1], 0) {
		call := w.maker(option, 0)
		if call == nil || deadline.Called(&call.Call) == nil {
			continue
		}
		arg := call.Call.Args
		switch deadline.Called(&call.Call).FullName() {
		case "google.golang.org/grpc.WithUnaryInterceptor":
			outermost = arg[0] // the last one stands
		case "google.golang.org/grpc.WithChainUnaryInterceptor":
			ch.interceptors = append(ch.interceptors, w.elements(arg[0], 0)...)
		case "google.golang.org/grpc.WithDefaultServiceConfig":
			ch.config, ch.at = nil, nil
			if text, ok := constantText(w.single(arg[0])); ok {
				ch.config, ch.at = serviceconfig.Parse(text), call
			}
		case "google.golang.org/grpc.WithMaxCallAttempts":
			if n, ok := constantInt(arg[0]); ok && n >= 2 {
				ch.limit = n
			} else if !ok {
				ch.limit = 1 // nobody can know
			}
		case "google.golang.org/grpc.WithDisableRetry":
			ch.limit = 1
		}
	}
	if outermost != nil {
		ch.interceptors = append([]ssa.Value{outermost}, ch.interceptors...)
	}
	return ch
}

// layersOf are the layers of a call through a channel: those of the interceptors, in their order, and that of
// the service config, which makes so many attempts. call is nil for a call without options.
func (w *wrapping) layersOf(ch channel, call *ssa.Call, attempts int) (list []layers.Layer) {
	for _, v := range ch.interceptors {
		if l, ok := w.interceptor(v, call); ok && l.Attempts != 1 {
			list = append(list, l)
		}
	}
	if ch.at != nil && attempts > 1 {
		list = append(list, layers.Layer{Kind: layers.Client, Name: "the service config", Place: w.s.cs.at(ch.at.Pos()), Attempts: attempts})
	}
	return list
}

// interceptor is the layer that an interceptor is, if it retries.
func (w *wrapping) interceptor(v ssa.Value, call *ssa.Call) (layers.Layer, bool) {
	if made := w.maker(v, 0); made != nil {
		fn := deadline.Called(&made.Call)
		claim := knowledge.Retries(fn)
		if claim == nil || claim.Kind != knowledge.Retry || claim.Policy.Op >= 0 {
			return layers.Layer{}, false
		}
		l := layers.Layer{Kind: layers.Client, Name: shortName(fn), Place: w.s.cs.at(made.Pos())}
		l.Attempts = w.attempts(made, claim, call)
		return l, true
	}
	fn := w.written(v, 0)
	if fn == nil {
		if obj := function(ssabuild.Resolve(v)); obj != nil {
			if r := w.s.cs.Repeats(obj); r != nil && r.Param >= 0 && !r.Later {
				return layers.Layer{Kind: layers.Loop, Name: shortName(obj), Attempts: r.Attempts}, true
			}
		}
		return layers.Layer{}, false
	}
	var first *Place
	for _, p := range w.s.loops {
		if p.In == fn && p.Lent && (first == nil || p.Call.Pos() < first.Call.Pos()) {
			first = p
		}
	}
	if first == nil {
		return layers.Layer{}, false
	}
	return first.Layer, true
}

// attempts is how often an interceptor of a library tries a call, or 0 if that is not known. What a call
// is told itself goes before what the interceptor is told.
func (w *wrapping) attempts(made *ssa.Call, claim *knowledge.Claim, call *ssa.Call) int {
	set := w.s.policies.Call(made, claim)[knowledge.Attempts]
	options, known := w.s.policies.Options(&made.Call)
	if call != nil {
		own, ok := w.s.policies.Options(&call.Call)
		if !ok {
			return 0
		}
		for _, o := range own {
			o = ssabuild.Resolve(o)
			if of := knowledge.RetryType(o.Type()); of == nil && !w.tells(o, claim) {
				continue
			}
			options = append(options, o)
			if n, ok := w.s.policies.Value(o, call)[knowledge.Attempts]; ok {
				set = n
			}
		}
	}
	for _, o := range options {
		switch repeats, certain := w.repeatsUnavailable(o); {
		case !certain:
			return 0
		case !repeats:
			return 1
		}
	}
	if !known || set.Kind != retrypolicy.Number {
		return 0
	}
	return max(1, int(set.Number))
}

// tells reports whether an option is of the library that a line of a table speaks of.
func (w *wrapping) tells(option ssa.Value, claim *knowledge.Claim) bool {
	call, ok := option.(*ssa.Call)
	if !ok {
		return false
	}
	fn := deadline.Called(&call.Call)
	own := knowledge.Retries(fn)
	return own != nil && own.File() == claim.File()
}

// repeatsUnavailable reports whether a call is repeated when the server is not there, as far as one
// option decides that, and whether that is certain. Other failures may be an answer.
func (w *wrapping) repeatsUnavailable(option ssa.Value) (repeats, certain bool) {
	call, ok := ssabuild.Resolve(option).(*ssa.Call)
	if !ok {
		return false, false
	}
	switch fn := deadline.Called(&call.Call); {
	case fn == nil || fn.Name() == "WithRetriable":
		return false, false
	case fn.Name() == "WithCodes":
		list := w.elements(call.Call.Args[0], 0)
		certain = len(list) > 0
		for _, code := range list {
			n, ok := constantInt(code)
			repeats, certain = repeats || ok && n == 14, certain && ok
		}
		return repeats, certain || repeats
	}
	return true, true
}

// maxElements bounds the way to the elements of a slice.
const maxElements = 8

// elements are the values that are certain to be in a slice, in their order.
func (w *wrapping) elements(v ssa.Value, depth int) (list []ssa.Value) {
	if depth > maxElements {
		return nil
	}
	switch v := ssabuild.Resolve(v).(type) {
	case *ssa.Slice:
		array, ok := v.X.(*ssa.Alloc)
		if !ok {
			return w.elements(v.X, depth+1)
		}
		return literalElements(array)
	case *ssa.Call:
		if b, ok := v.Call.Value.(*ssa.Builtin); ok && b.Name() == "append" {
			return append(w.elements(v.Call.Args[0], depth+1), w.elements(v.Call.Args[1], depth+1)...)
		}
		if result := onlyResult(deadline.Callee(&v.Call)); result != nil {
			return w.elements(result, depth+1)
		}
	case *ssa.Phi:
		for i, e := range v.Edges {
			if here := w.elements(e, depth+1); i == 0 {
				list = here
			} else {
				list = slices.DeleteFunc(list, func(o ssa.Value) bool { return !slices.Contains(here, o) })
			}
		}
		return list
	case *ssa.UnOp:
		if one := w.single(v); one != v {
			return w.elements(one, depth+1)
		}
	}
	return nil
}

// literalElements are the elements of an array that is written as a literal, in their order.
func literalElements(array *ssa.Alloc) []ssa.Value {
	elems := make(map[int64]ssa.Value)
	for _, ref := range *array.Referrers() {
		at, ok := ref.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		i, ok := at.Index.(*ssa.Const)
		if !ok {
			continue
		}
		for _, use := range *at.Referrers() {
			if store, ok := use.(*ssa.Store); ok && store.Addr == at {
				elems[i.Int64()] = store.Val
			}
		}
	}
	var list []ssa.Value
	for i := range int64(len(elems)) {
		if elems[i] == nil {
			return nil
		}
		list = append(list, elems[i])
	}
	return list
}

// single is what a field or package variable of the package holds that is set once, or v.
func (w *wrapping) single(v ssa.Value) ssa.Value {
	v = ssabuild.Resolve(v)
	if load, ok := v.(*ssa.UnOp); ok {
		if obj := stored(load.X); obj != nil && len(w.stores[obj]) == 1 {
			return ssabuild.Resolve(w.stores[obj][0])
		}
	}
	if c := ssabuild.Captured(v); c != nil {
		return ssabuild.Resolve(c)
	}
	return v
}

// maker is the call of another package's function that makes v, through functions of this one.
func (w *wrapping) maker(v ssa.Value, depth int) *ssa.Call {
	v = w.single(v)
	if e, ok := v.(*ssa.Extract); ok && e.Index == 0 {
		v = e.Tuple
	}
	call, ok := v.(*ssa.Call)
	if !ok || depth > maxElements {
		return nil
	}
	fn := deadline.Callee(&call.Call)
	if fn == nil {
		return nil
	}
	if fn.Blocks == nil {
		return call
	}
	if result := onlyResult(fn); result != nil {
		return w.maker(result, depth+1)
	}
	return nil
}

// written is the function of this package that v is, or that a function of this package returns.
func (w *wrapping) written(v ssa.Value, depth int) *ssa.Function {
	v = w.single(v)
	if lit := ssabuild.Literal(v); lit != nil || depth > maxElements {
		return lit
	}
	call, ok := v.(*ssa.Call)
	if !ok {
		return nil
	}
	if result := onlyResult(deadline.Callee(&call.Call)); result != nil {
		return w.written(result, depth+1)
	}
	return nil
}

// onlyResult is the first result of a function of this package that returns one, or nil in its place; or nil.
func onlyResult(fn *ssa.Function) (result ssa.Value) {
	if fn == nil {
		return nil
	}
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || len(ret.Results) > 0 && ssabuild.IsNil(ret.Results[0]) {
			continue
		}
		if result != nil || len(ret.Results) == 0 {
			return nil
		}
		result = ret.Results[0]
	}
	return result
}

func constantInt(v ssa.Value) (int, bool) {
	if conv, ok := v.(*ssa.Convert); ok {
		v = conv.X
	}
	c, ok := ssabuild.Resolve(v).(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
		return 0, false
	}
	n, exact := constant.Int64Val(c.Value)
	return int(n), exact
}

func constantText(v ssa.Value) (string, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(c.Value), true
}

// methodOf is the full name of the gRPC method that a call calls, "/shop.v1.Orders/Get", or empty.
func methodOf(call *ssa.CallCommon) string {
	fn := deadline.Called(call)
	recv, args := deadline.Arguments(call)
	if recv == nil || fn.Pkg() == nil {
		return ""
	}
	if fn.Name() == "Invoke" && isConn(recv.Type()) && len(args) > 1 {
		name, _ := constantText(args[1])
		return name
	}
	named := knowledge.Named(fn.Signature().Recv().Type())
	if named == nil {
		return ""
	}
	service := strings.TrimSuffix(named.Obj().Name(), "Client")
	c, ok := fn.Pkg().Scope().Lookup(service + "_" + fn.Name() + "_FullMethodName").(*types.Const)
	if !ok || c.Val().Kind() != constant.String {
		return ""
	}
	return constant.StringVal(c.Val())
}
