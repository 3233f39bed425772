package spawns

import (
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/loops"
)

// result follows the i-th result of a call.
func (w *walk) result(call *ssa.Call, i int) *Data {
	if b, ok := call.Call.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "append":
			return w.appended(call)
		case "len", "max":
			for _, arg := range call.Call.Args {
				w.name(elementName(arg.Type()))
				if found := w.data(arg); found != nil {
					return found
				}
			}
		}
		return nil
	}
	name := deadline.Called(&call.Call)
	if name != nil {
		w.name(name.Name())
	}
	if results := call.Call.Signature().Results(); i < results.Len() && loops.IsError(results.At(i).Type()) {
		return nil
	}
	if name == nil {
		if fn := w.p.callee(&call.Call); fn != nil {
			return w.returned(call, fn, i)
		}
		return nil
	}
	if knowledge.Func(name).Remote() {
		if bounded(&call.Call) {
			return nil
		}
		return &Data{What: "what " + shortName(name) + " returned"}
	}
	if fn := w.p.callee(&call.Call); fn != nil {
		return w.returned(call, fn, i)
	}
	if name.Pkg() == nil {
		return nil
	}
	if passesOn(name) {
		for _, arg := range deadline.AllArguments(&call.Call) {
			if found := w.data(arg); found != nil {
				return found
			}
		}
		return nil
	}
	if _, remote := w.p.Judge.Remote(&call.Call); remote && !call.Call.IsInvoke() && isList(name, i) {
		return &Data{What: "what " + shortName(name) + " returned"}
	}
	return w.handedOn(call, name)
}

// handedOn follows a method without arguments of what another call returned, as those of
// generated messages are: resp.GetItems(), obj.Items(). What it returns is a part of its
// receiver.
func (w *walk) handedOn(call *ssa.Call, name *types.Func) *Data {
	recv, args := deadline.Arguments(&call.Call)
	if recv == nil || len(args) > 0 || name.Signature().Params().Len() > 0 || !strings.HasPrefix(name.Name(), "Get") {
		return nil
	}
	return w.data(recv)
}

// isList reports whether the i-th result of fn is something of which there may be many.
func isList(fn *types.Func, i int) bool {
	results := fn.Signature().Results()
	if i >= results.Len() {
		return false
	}
	switch results.At(i).Type().Underlying().(type) {
	case *types.Slice, *types.Map:
		return true
	}
	return false
}

// returned follows what a function of this package returns.
func (w *walk) returned(call *ssa.Call, fn *ssa.Function, i int) *Data {
	if len(w.calls) >= maxCalls {
		return nil
	}
	for _, c := range w.calls {
		if w.p.callee(&c.Call) == fn {
			return nil
		}
	}
	w.calls = append(w.calls, call)
	defer func() { w.calls = w.calls[:len(w.calls)-1] }()
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || i >= len(ret.Results) {
			continue
		}
		if found := w.data(ret.Results[i]); found != nil {
			return found
		}
	}
	return nil
}

// appended follows a list that grows: by another list, or by an element in each round of
// a loop.
func (w *walk) appended(call *ssa.Call) *Data {
	args := call.Call.Args
	if found := w.data(args[0]); found != nil {
		return found
	}
	if len(args) < 2 {
		return nil
	}
	if slice, ok := args[1].(*ssa.Slice); ok {
		if _, literal := slice.X.(*ssa.Alloc); literal {
			return w.rounds(call)
		}
	}
	return w.data(args[1])
}

// passesOn reports whether what a function of the standard library returns is as long as
// what it is given.
func passesOn(fn *types.Func) bool {
	path := fn.Pkg().Path()
	switch path {
	case "slices":
		return fn.Name() != "Chunk"
	case "maps", "sort", "bytes", "iter", "bufio", "net/url", "encoding/json", "encoding/csv", "io", "mime/multipart", "net/http":
		return true
	case "strings":
		return !strings.HasSuffix(fn.Name(), "N")
	case "strconv":
		return fn.Name() == "Atoi" || strings.HasPrefix(fn.Name(), "Parse")
	}
	return false
}

// bounded reports whether a call says itself how much it wants at most: a query with a
// LIMIT.
func bounded(call *ssa.CallCommon) bool {
	for _, arg := range call.Args {
		if c, ok := Root(arg).(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.String && limitClause.MatchString(constant.StringVal(c.Value)) {
			return true
		}
	}
	return false
}

var limitClause = regexp.MustCompile(`(?i)\b(limit|fetch first|fetch next|top)\b`)

// decoded follows what is decoded into the variable at an address: the body of a request
// or response, a row.
func (w *walk) decoded(addr ssa.Value) *Data {
	if addr.Referrers() == nil {
		return nil
	}
	for _, ref := range *addr.Referrers() {
		var call *ssa.Call
		switch ref := ref.(type) {
		case *ssa.Call:
			call = ref
		case *ssa.MakeInterface:
			for _, use := range *ref.Referrers() {
				if c, ok := use.(*ssa.Call); ok {
					call = c
				}
			}
		case *ssa.MakeClosure:
			for i, b := range ref.Bindings {
				if b == addr {
					if found := w.decoded(ref.Fn.(*ssa.Function).FreeVars[i]); found != nil {
						return found
					}
				}
			}
		}
		if call == nil {
			continue
		}
		name := deadline.Called(&call.Call)
		if name == nil {
			continue
		}
		if knowledge.Func(name).Remote() {
			if bounded(&call.Call) {
				continue
			}
			return &Data{What: "what " + shortName(name) + " returned"}
		}
		if !decodes(name) {
			continue
		}
		for _, arg := range deadline.AllArguments(&call.Call) {
			if isTo(arg, addr) {
				continue
			}
			if found := w.data(arg); found != nil {
				return found
			}
		}
	}
	return nil
}

func isTo(arg, addr ssa.Value) bool {
	if box, ok := arg.(*ssa.MakeInterface); ok {
		arg = box.X
	}
	return arg == addr
}

// decodes reports whether a function fills what it is given a pointer to.
func decodes(fn *types.Func) bool {
	for _, prefix := range []string{"Decode", "Unmarshal", "Bind", "ShouldBind", "BodyParser", "Scan", "ReadJSON"} {
		if strings.HasPrefix(fn.Name(), prefix) {
			return true
		}
	}
	return false
}

// shortName is a function as a message names it.
func shortName(fn *types.Func) string {
	byName := func(p *types.Package) string { return p.Name() }
	recv := fn.Signature().Recv()
	if recv == nil {
		if fn.Pkg() == nil {
			return fn.Name()
		}
		return fn.Pkg().Name() + "." + fn.Name()
	}
	t := types.TypeString(recv.Type(), byName)
	if i := strings.IndexByte(t, '['); i > 0 {
		t = t[:i] // without type arguments
	}
	if strings.HasPrefix(t, "*") {
		t = "(" + t + ")"
	}
	return t + "." + fn.Name()
}

// conditions are the values that decide how often a loop runs: what it ranges over, the
// number that it counts up to, what it asks for more.
func conditions(l *loops.Loop) (values []ssa.Value) {
	for b := range l.Blocks {
		test, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || l.Blocks[b.Succs[0]] == l.Blocks[b.Succs[1]] {
			continue
		}
		switch cond := test.Cond.(type) {
		case *ssa.BinOp:
			if isInteger(cond.X.Type()) && isCondition(l, b, cond) {
				values = append(values, cond.Y)
			}
		case *ssa.Extract:
			switch tuple := cond.Tuple.(type) {
			case *ssa.Next:
				if r, ok := tuple.Iter.(*ssa.Range); ok {
					values = append(values, r.X)
				}
			case *ssa.UnOp:
				if tuple.Op == token.ARROW && cond.Index == 1 {
					values = append(values, tuple)
				}
			}
		case *ssa.Call:
			if name := deadline.Called(&cond.Call); name != nil && asksForMore[name.Name()] {
				if recv, _ := deadline.Arguments(&cond.Call); recv != nil {
					values = append(values, recv)
				}
			}
		}
	}
	return values
}

// asksForMore are the names of methods that tell whether there is one more.
var asksForMore = map[string]bool{"Next": true, "Scan": true, "More": true, "HasMorePages": true, "HasNext": true}
