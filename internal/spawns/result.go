package spawns

import (
	"go/constant"
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
	if isList(name, i) && !asksForFew(&call.Call) && w.p.Facts.Behind(&call.Call) != "" {
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

// asksForFew reports whether a call says how much it wants at most:
// by a number for a parameter of such a name, or for such a field of its options.
func asksForFew(call *ssa.CallCommon) bool {
	params := call.Signature().Params()
	receiver := len(call.Args) - params.Len() // 1 where it is among the arguments
	for i, arg := range call.Args {
		if isInteger(arg.Type()) && i >= receiver && few.MatchString(params.At(i-receiver).Name()) {
			return true
		}
		load, ok := arg.(*ssa.UnOp)
		if ok {
			arg = load.X
		}
		options, ok := Root(arg).(*ssa.Alloc)
		if !ok {
			continue
		}
		for _, ref := range *options.Referrers() {
			if fa, ok := ref.(*ssa.FieldAddr); ok && few.MatchString(deadline.Field(fa.X.Type(), fa.Field).Name()) && len(storesTo(fa)) > 0 {
				return true
			}
		}
	}
	return false
}

// few are the names of what says how much somebody wants at most.
var few = regexp.MustCompile(`(?i)limit|max|count|size|top|perpage|first`)

var limitClause = regexp.MustCompile(`(?i)\b(limit|fetch first|fetch next|top)\b`)

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
