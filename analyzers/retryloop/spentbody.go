package retryloop

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/ssabuild"
)

var spentBody = rule.Define(rule.Rule{
	ID: "retryloop/spent-body",
	Doc: lint.RawDocumentation{
		Title: "the second attempt sends what is left of the body: nothing",
		Text: `A request body is a reader, and an attempt reads it to its end and closes it. The next
attempt with the same reader sends an empty body, and the server may take that for
an order without lines. With the same request it fails, since the body is shorter
than the length that the request announces, or succeeds by luck: if a kept
connection breaks while it is sent, and only then, the transport asks GetBody for a
new body. Make the reader for each attempt, or set the request's body from GetBody,
which NewRequest provides for readers of bytes and strings.`,
		Before: `req, err := http.NewRequest(http.MethodPut, url, bytes.NewReader(data))
…
for range 3 {
	resp, err := client.Do(req)
	…
}`,
		After: `req, err := http.NewRequest(http.MethodPut, url, bytes.NewReader(data))
…
for range 3 {
	if req.Body, err = req.GetBody(); err != nil {
		return err
	}
	resp, err := client.Do(req)
	…
}`,
		Since: "0.1",
	},
	Fix: `Asks GetBody before each attempt, for readers of bytes and strings, where the error can be returned; or makes a reader in the
loop that was made before it for nothing else.`,
	Limits: `Reported where a request or a reader is made outside the loop, in the same function or in a caller in the package, and nothing
in the loop rewinds it or might do so.`,
	Source:    "Seen with go1.26.8: the same request sent again on a new connection fails with `http: ContentLength=5 with Body length 0`; the same reader in a new request is sent as an empty body; a file is closed",
	Lifecycle: rule.Stable,
})

// spentBodies reports a request body that is made once and sent by each attempt.
func (f *finder) spentBodies(r *loops.Retry) {
	if f.told[r.Op] || !r.RepeatsErrors() && !r.RepeatsAnswered(nil) {
		return
	}
	request, body := sent(&r.Op.Call)
	made := madeRequest(request)
	if made != nil {
		body = requestArgs(made)[2]
	}
	reader := f.reader(body, 0)
	if reader == nil || reader.Parent() == r.Op.Parent() && r.Contains(reader) || setIn(body, r) {
		return
	}
	d := f.at(posOf(reader))
	switch {
	case made != nil && !r.Contains(made):
		if mayRewind(request, r.Blocks, 0) {
			return
		}
		advice := "set the body anew before each attempt, from GetBody"
		if !hasGetBody(reader) {
			advice = "read it into memory first, and give each attempt a reader of that"
		}
		d.Pos = made.Pos()
		d.Message = "the first attempt at " + f.operation(r) + " reads the body of this request to its end, and the next ones have none to send: " + advice
		d.SuggestedFixes = f.askGetBody(r, reader)
	case usedIn(body, r.Blocks, r.Op):
		return
	default:
		d.Message = "the first attempt at " + f.operation(r) + " reads this to its end, and the next ones send an empty body: make the reader anew for each attempt"
		d.SuggestedFixes = f.makeInside(r, reader)
	}
	f.told[r.Op] = true
	f.rep.Report(spentBody, d)
}

// sent is the request that a call sends, or the body, if these are made outside of
// the function that does: an argument of the call.
func sent(call *ssa.CallCommon) (request, body ssa.Value) {
	if s := sendOf(call); s != nil {
		return s.request, s.body
	}
	fn := call.StaticCallee()
	if fn == nil || len(fn.FreeVars) > 0 {
		return nil, nil
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			inner, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			s := sendOf(&inner.Call)
			if s == nil {
				continue
			}
			if made := madeRequest(s.request); made != nil {
				s.body = requestArgs(made)[2]
			}
			for i, p := range fn.Params {
				switch {
				case s.request == p && !mayRewind(p, blocksOf(fn), 0):
					return call.Args[i], nil
				case s.body == p && !usedIn(p, blocksOf(fn), nil):
					return nil, call.Args[i]
				}
			}
		}
	}
	return nil, nil
}

// onceReaders are types of readers that are read to their end, and do not begin again
// by themselves.
var onceReaders = []string{"*bytes.Buffer", "*bytes.Reader", "*strings.Reader", "*bufio.Reader", "*os.File", "*io.PipeReader"}

// reader is what makes the reader that v is, on one way at least, or nil. What makes a
// parameter stands in a function of the package that calls.
func (f *finder) reader(v ssa.Value, depth int) ssa.Instruction {
	if depth > 5 {
		return nil
	}
	switch v := v.(type) {
	case *ssa.MakeInterface:
		if made, ok := v.X.(ssa.Instruction); ok && slices.Contains(onceReaders, types.TypeString(v.X.Type(), nil)) {
			return made
		}
	case *ssa.ChangeInterface:
		return f.reader(v.X, depth+1)
	case *ssa.Phi:
		for _, edge := range v.Edges {
			if made := f.reader(edge, depth+1); made != nil {
				return made
			}
		}
	case *ssa.UnOp:
		if cell, ok := v.X.(*ssa.Alloc); ok && v.Op == token.MUL {
			return f.reader(ssabuild.OnlyStore(cell), depth+1)
		}
	case *ssa.Parameter:
		i := slices.Index(v.Parent().Params, v)
		for _, call := range f.callsOf(v.Parent()) {
			if made := f.reader(call.Args[i], depth+1); made != nil {
				return made
			}
		}
	}
	return nil
}

// posOf is where an instruction stands; a result stands where its call does.
func posOf(instr ssa.Instruction) token.Pos {
	if result, ok := instr.(*ssa.Extract); ok {
		return result.Tuple.Pos()
	}
	return instr.Pos()
}

// setIn reports whether the loop may set the variable of a reader anew.
func setIn(v ssa.Value, r *loops.Retry) bool {
	for _, alias := range aliases(v) {
		phi, ok := alias.(*ssa.Phi)
		if !ok || !r.Contains(phi) {
			continue
		}
		for i, edge := range phi.Edges {
			if edge != phi && r.Blocks[phi.Block().Preds[i]] {
				return true
			}
		}
	}
	return false
}

// callsOf are the calls of a function in the package.
func (f *finder) callsOf(fn *ssa.Function) (calls []*ssa.CallCommon) {
	for _, caller := range f.funcs {
		for _, b := range caller.Blocks {
			for _, instr := range b.Instrs {
				if call, ok := instr.(ssa.CallInstruction); ok && call.Common().StaticCallee() == fn {
					calls = append(calls, call.Common())
				}
			}
		}
	}
	return calls
}

// usedIn reports whether something in the blocks uses a reader but as the body of a
// request: it may rewind it. One call is left out.
func usedIn(v ssa.Value, in map[*ssa.BasicBlock]bool, but *ssa.Call) bool {
	for _, alias := range aliases(v) {
		for _, ref := range *alias.Referrers() {
			switch ref := ref.(type) {
			case *ssa.MakeClosure:
				return true // it may be called in the blocks
			case *ssa.Store:
				if _, local := ref.Addr.(*ssa.Alloc); !local && ref.Val == alias {
					return true
				}
			case ssa.CallInstruction:
				call, ok := ref.(*ssa.Call)
				if in[ref.Block()] && !(ok && (call == but || requestArgs(call) != nil || sendOf(&call.Call) != nil)) {
					return true
				}
			}
		}
	}
	return false
}

// mayRewind reports whether something gives a request another body, or, in the blocks,
// is given the request and may do so.
func mayRewind(request ssa.Value, in map[*ssa.BasicBlock]bool, depth int) bool {
	for _, alias := range aliases(request) {
		for _, ref := range *alias.Referrers() {
			switch ref := ref.(type) {
			case *ssa.MakeClosure:
				return true
			case *ssa.FieldAddr:
				switch deadline.Field(ref.X.Type(), ref.Field).Name() {
				case "Body", "GetBody":
					return true
				}
			case *ssa.Store:
				if _, local := ref.Addr.(*ssa.Alloc); !local && ref.Val == alias {
					return true
				}
			case ssa.CallInstruction:
				if in[ref.Block()] && mayRewindBy(ref.Common(), alias, depth) {
					return true
				}
			}
		}
	}
	return false
}

func mayRewindBy(call *ssa.CallCommon, request ssa.Value, depth int) bool {
	if fn := deadline.Called(call); sendOf(call) != nil || fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "net/http" {
		return false
	}
	fn := call.StaticCallee()
	if fn == nil || len(fn.Blocks) == 0 || len(fn.FreeVars) > 0 || depth > 2 {
		return true
	}
	for i, arg := range call.Args {
		if arg == request && mayRewind(fn.Params[i], blocksOf(fn), depth+1) {
			return true
		}
	}
	return false
}

// aliases are the values that are the same as v, or have the same body: interfaces and
// variables that hold it, copies of a request.
func aliases(v ssa.Value) (all []ssa.Value) {
	seen := make(map[ssa.Value]bool)
	var follow func(v ssa.Value)
	follow = func(v ssa.Value) {
		if v == nil || seen[v] || v.Referrers() == nil {
			return
		}
		seen[v] = true
		all = append(all, v)
		if instr, ok := v.(ssa.Instruction); ok {
			for _, from := range handed(instr) {
				follow(from)
			}
		}
		for _, ref := range *v.Referrers() {
			switch ref := ref.(type) {
			case *ssa.Store:
				if cell, ok := ref.Addr.(*ssa.Alloc); ok {
					follow(cell)
					follow(ref.Val)
				}
			case ssa.Value:
				if slices.Contains(handed(ref.(ssa.Instruction)), v) {
					follow(ref)
				}
			}
		}
	}
	follow(v)
	return all
}

// handed are the values of which the value of an instruction is one.
func handed(instr ssa.Instruction) []ssa.Value {
	switch instr := instr.(type) {
	case *ssa.MakeInterface:
		return []ssa.Value{instr.X}
	case *ssa.ChangeInterface:
		return []ssa.Value{instr.X}
	case *ssa.Phi:
		return instr.Edges
	case *ssa.UnOp:
		if _, local := instr.X.(*ssa.Alloc); local && instr.Op == token.MUL {
			return []ssa.Value{instr.X}
		}
	case *ssa.Call:
		fn := deadline.Called(&instr.Call)
		if fn != nil && (fn.FullName() == "(*net/http.Request).WithContext" || fn.FullName() == "(*net/http.Request).Clone") {
			return instr.Call.Args[:1]
		}
	}
	return nil
}

// hasGetBody reports whether a request that is made of the reader has a GetBody.
func hasGetBody(reader ssa.Instruction) bool {
	switch types.TypeString(reader.(ssa.Value).Type(), nil) {
	case "*bytes.Buffer", "*bytes.Reader", "*strings.Reader":
		return true
	}
	return false
}
