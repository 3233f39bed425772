package standin

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/loops"
)

// Remote reports whether a call waits for another machine, itself or through a function
// literal that it is or is given: breaker.Execute(func() … { return client.Get(ctx) }).
func Remote(call *ssa.CallCommon, j loops.Judge) (via string, ok bool) {
	if via, ok := j.Remote(call); ok {
		return via, true
	}
	if call.IsInvoke() {
		return "", false
	}
	for _, v := range append([]ssa.Value{call.Value}, call.Args...) {
		if fn := Literal(v); fn != nil {
			if via, ok := loops.Inside(fn, j); ok {
				return via, true
			}
		}
	}
	return "", false
}

// Literal is the function literal or method value that v is, or nil.
func Literal(v ssa.Value) *ssa.Function {
	for {
		switch x := v.(type) {
		case *ssa.ChangeType:
			v = x.X
			continue
		case *ssa.MakeClosure:
			return x.Fn.(*ssa.Function)
		case *ssa.Function:
			if x.Parent() != nil {
				return x
			}
		}
		return nil
	}
}

// Asks reports whether a call with a context, which can fail, is of a function value or
// an interface's method, or of a function that leads to one. Whoever gave it decides
// what it does, and whoever can be told to stop can wait.
func Asks(call *ssa.CallCommon, j loops.Judge) bool {
	return canStop(call) && (asksItself(call, j) || call.StaticCallee() != nil && j.Asks(call))
}

// asksItself reports whether a call is of a function value or an interface's method.
func asksItself(call *ssa.CallCommon, j loops.Judge) bool {
	if call.IsInvoke() {
		return j.Asks(call)
	}
	return call.StaticCallee() == nil
}

// canStop reports whether a call takes a context and can fail.
func canStop(call *ssa.CallCommon) bool {
	sig := call.Signature()
	return sig.Params().Len() > 0 && knowledge.IsContext(sig.Params().At(0).Type()) &&
		sig.Results().Len() > 0 && loops.IsError(sig.Results().At(sig.Results().Len()-1).Type())
}

// recovers reports whether a call does not answer, but makes what was missing, or undoes
// what was begun. Nothing but its name tells.
func recovers(call *ssa.Call) bool {
	name := ""
	if fn := deadline.Called(&call.Call); fn != nil {
		name = fn.Name()
	}
	return Begins(name, "create", "insert", "add", "put", "set", "save", "store", "write", "update", "patch", "upsert", "register", "enqueue", "publish",
		"connect", "reconnect", "dial", "login", "auth", "authenticate", "refresh", "renew", "delete", "remove", "rollback", "undo", "cancel", "abort", "close", "cleanup", "report", "log")
}

// reads reports whether a call that returns nothing but an error fills the variables
// that it is given the addresses of.
func reads(call *ssa.Call) bool {
	fn := deadline.Called(&call.Call)
	return fn != nil && Begins(fn.Name(), "get", "read", "load", "fetch", "find", "query", "scan", "decode", "list", "lookup", "select")
}

// Begins reports whether the first word of a name is one of the words.
func Begins(name string, words ...string) bool {
	return slices.ContainsFunc(words, func(word string) bool {
		if len(name) < len(word) || !strings.EqualFold(name[:len(word)], word) {
			return false
		}
		rest := name[len(word):]
		return rest == "" || !unicode.IsLower(rune(rest[0]))
	})
}
