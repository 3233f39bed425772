package retryloop

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/effects"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/source"
	"github.com/reslint/reslint/internal/ssabuild"
)

var deadStream = rule.Define(rule.Rule{
	ID: "retryloop/dead-stream",
	Doc: lint.RawDocumentation{
		Title: "a stream that has failed is read on",
		Text: `The first error of a stream is its last word: whoever asks again gets the same error,
at once, for ever. A loop that logs it and goes on turns a lost connection into a
loop that takes a processor, and fills the log or the peer with warnings. Leave the
loop at the first error; if the stream has to go on, open a new one, with a wait in
between.`,
		Before: `for {
	m, err := stream.Recv()
	if err != nil {
		log.Print(err)
		continue
	}
	handle(m)
}`,
		After: `for {
	m, err := stream.Recv()
	if err != nil {
		return err
	}
	handle(m)
}`,
		Since: "0.1",
	},
	Fix: "None: whether to give up or to open a new stream is a decision.",
	Limits: `The streams are those of gRPC, gorilla/websocket's connections and decoders of encoding/json, whose errors of type
UnmarshalTypeError alone let them go on. One in a field is judged if nothing in the loop may replace it.`,
	Source:    "grpc-go v1.85.0, stream.go: on any error the stream is aborted; gorilla/websocket v1.5.3, conn.go: errors of NextReader are permanent, and the thousandth read panics; go1.26.8 encoding/json: Decode keeps syntax and read errors",
	Lifecycle: rule.Stable,
})

// reportStreams reports the receives of dead streams.
func (f *finder) reportStreams(fn *ssa.Function) {
	for _, r := range loops.Repeats(fn, func(call *ssa.Call) bool { return isReceive(deadline.Called(&call.Call)) }) {
		recv, _ := deadline.Arguments(&r.Call.Call)
		if recv == nil || mayChange(recv, r.Loop) {
			continue
		}
		name := deadline.Called(&r.Call.Call).Name()
		d := f.at(r.Call.Pos())
		d.Message = "after an error the loop calls " + name + " again, which gives the same error at once and for ever: leave the loop, or open a new stream"
		if goesOn := f.continueAfter(r.Call.Pos()); goesOn != nil {
			d = f.at(goesOn.Pos())
			d.Message = "the loop goes on after an error of " + name + ", which gives the same error again, at once and for ever: leave the loop, or open a new stream"
		}
		f.rep.Report(deadStream, d)
	}
}

// continueAfter is the only statement with which the loop around a call goes on after an
// error, or nil.
func (f *finder) continueAfter(call token.Pos) (only *ast.BranchStmt) {
	path, _ := astutil.PathEnclosingInterval(source.File(f.pass.Files, call), call, call)
	i := slices.IndexFunc(path, effects.IsLoop)
	if i < 0 {
		return nil
	}
	n := 0
	var find func(n ast.Node, failed bool)
	find = func(root ast.Node, failed bool) {
		ast.Inspect(root, func(m ast.Node) bool {
			switch m := m.(type) {
			case *ast.FuncLit:
				return false
			case *ast.IfStmt:
				if !failed && f.asksForError(m.Cond) {
					find(m.Body, true)
					return false
				}
			case *ast.BranchStmt:
				if failed && m.Tok == token.CONTINUE && m.Pos() > call {
					only = m
					n++
				}
			}
			return m == root || !effects.IsLoop(m)
		})
	}
	find(path[i], false)
	if n != 1 {
		return nil
	}
	return only
}

// asksForError reports whether a condition is about an error.
func (f *finder) asksForError(cond ast.Expr) (asks bool) {
	ast.Inspect(cond, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			obj := f.pass.TypesInfo.Uses[id]
			asks = asks || obj != nil && loops.IsError(obj.Type())
		}
		return !asks
	})
	return asks
}

// isReceive reports whether a function reads from a stream that no error leaves alive.
func isReceive(fn *types.Func) bool {
	if fn == nil || fn.Signature().Recv() == nil {
		return false
	}
	switch fn.FullName() {
	case "(*encoding/json.Decoder).Decode", "(*github.com/gorilla/websocket.Conn).ReadMessage", "(*github.com/gorilla/websocket.Conn).NextReader":
		return true
	}
	if fn.Name() != "Recv" && fn.Name() != "RecvMsg" {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(fn.Signature().Recv().Type(), true, fn.Pkg(), "RecvMsg")
	base, ok := obj.(*types.Func)
	return ok && base.Pkg() != nil && base.Pkg().Path() == "google.golang.org/grpc"
}

// mayChange reports whether a value may be another one in the next round of a loop.
func mayChange(v ssa.Value, l *loops.Loop) bool {
	instr, ok := v.(ssa.Instruction)
	if !ok || !l.Contains(instr) {
		return false
	}
	switch v := v.(type) {
	case *ssa.ChangeInterface:
		return mayChange(v.X, l)
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return true
		}
		switch addr := v.X.(type) {
		case *ssa.Alloc:
			return ssabuild.OnlyStore(addr) == nil
		case *ssa.FieldAddr:
			field := deadline.Field(addr.X.Type(), addr.Field)
			if field == nil || field.Exported() || mayChange(addr.X, l) {
				return true
			}
			for b := range l.Blocks {
				if replaces(b, field, 0) {
					return true
				}
			}
			return false
		}
	}
	return true
}

// replaces reports whether a block sets a field, or a function of the package does that
// it calls.
func replaces(b *ssa.BasicBlock, field *types.Var, depth int) bool {
	for _, instr := range b.Instrs {
		switch instr := instr.(type) {
		case *ssa.Store:
			if fa, ok := instr.Addr.(*ssa.FieldAddr); ok && deadline.Field(fa.X.Type(), fa.Field) == field {
				return true
			}
		case ssa.CallInstruction:
			fn := deadline.Callee(instr.Common())
			if fn == nil || fn.Pkg != b.Parent().Pkg {
				continue
			}
			if depth > 3 {
				return true
			}
			for _, inner := range fn.Blocks {
				if replaces(inner, field, depth+1) {
					return true
				}
			}
		}
	}
	return false
}
