package deadline

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/knowledge"
)

// Called is the function or interface method that a call names, or nil.
func Called(call *ssa.CallCommon) *types.Func {
	if call.IsInvoke() {
		return call.Method
	}
	if fn := Callee(call); fn != nil {
		obj, _ := fn.Object().(*types.Func)
		return obj
	}
	return nil
}

// Argument is the value from which a call gets a bound, or nil. The receiver
// of a method stands before its arguments.
func Argument(call *ssa.CallCommon, src knowledge.Source) ssa.Value {
	recv, args := Arguments(call)
	switch {
	case src.From == "options":
		return optionArgs(call)
	case src.From == "recv":
		return recv
	case src.From == "arg" && src.Arg < len(args):
		return args[src.Arg]
	}
	return nil
}

// Arguments are the receiver of a call, or nil, and its other arguments: those of
// a call of a method by its name, through an interface, or as a method value.
func Arguments(call *ssa.CallCommon) (recv ssa.Value, args []ssa.Value) {
	switch {
	case call.IsInvoke():
		return call.Value, call.Args
	case isMethodValue(call.StaticCallee()):
		if closure, ok := call.Value.(*ssa.MakeClosure); ok {
			return closure.Bindings[0], call.Args
		}
	case call.Signature().Recv() != nil && len(call.Args) > 0:
		return call.Args[0], call.Args[1:]
	}
	return nil, call.Args
}

// AllArguments are the receiver of a call, if it has one, and its arguments, as
// the parameters of a method are counted.
func AllArguments(call *ssa.CallCommon) []ssa.Value {
	recv, args := Arguments(call)
	if recv == nil {
		return args
	}
	return append([]ssa.Value{recv}, args...)
}

func isMethodValue(fn *ssa.Function) bool {
	return fn != nil && strings.HasPrefix(fn.Synthetic, "bound method wrapper")
}

// boundMethod is the method of which fn is a method value, as in
//
//	get := client.Get
//	get(ctx)
//
// or nil.
func boundMethod(fn *ssa.Function) *ssa.Function {
	if !isMethodValue(fn) {
		return nil
	}
	method, ok := fn.Object().(*types.Func)
	if !ok {
		return nil
	}
	return fn.Prog.FuncValue(method)
}
