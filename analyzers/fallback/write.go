package fallback

import (
	"go/constant"
	"net/http"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/standin"
)

// writes reports whether a call changes something on another machine.
func (f *finder) writes(call *ssa.CallCommon) bool {
	fn := deadline.Called(call)
	results := call.Signature().Results()
	if fn == nil || fn.Pkg() == nil || results.Len() == 0 || !loops.IsError(results.At(results.Len()-1).Type()) {
		return false
	}
	switch fn.Pkg().Path() {
	case "net/http":
		if fn.Name() == "Post" || fn.Name() == "PostForm" {
			return true
		}
		_, args := deadline.Arguments(call)
		return fn.Name() == "Do" && len(args) == 1 && writesByMethod(args[0])
	case "database/sql":
		return fn.Name() == "Exec" || fn.Name() == "ExecContext"
	}
	if _, remote := f.conducts.Remote(call); !remote {
		return false
	}
	return standin.Begins(fn.Name(), "create", "insert", "update", "upsert", "save", "store", "publish", "send", "submit", "place", "book", "charge", "pay", "transfer")
}

// writesByMethod reports whether a request is made with a method that writes.
func writesByMethod(req ssa.Value) bool {
	made, ok := req.(*ssa.Extract)
	if !ok {
		return false
	}
	call, ok := made.Tuple.(*ssa.Call)
	if !ok {
		return false
	}
	fn := deadline.Called(&call.Call)
	if fn == nil {
		return false
	}
	at := 0
	switch fn.FullName() {
	case "net/http.NewRequest":
	case "net/http.NewRequestWithContext":
		at = 1
	default:
		return false
	}
	method, ok := call.Call.Args[at].(*ssa.Const)
	if !ok || method.Value == nil || method.Value.Kind() != constant.String {
		return false
	}
	switch constant.StringVal(method.Value) {
	case http.MethodPost, http.MethodPut, http.MethodPatch:
		return true
	}
	return false
}

// tellsOnly reports whether a call logs, counts, or makes a value, and does nothing
// that could be left to do.
func tellsOnly(call *ssa.CallCommon) bool {
	if _, ok := call.Value.(*ssa.Builtin); ok {
		return true
	}
	fn := deadline.Called(call)
	if fn == nil {
		return false
	}
	if fn.Pkg() == nil {
		return fn.Name() == "Error" // of an error
	}
	path := fn.Pkg().Path()
	switch path {
	case "fmt", "errors", "log", "log/slog", "strconv", "strings", "time":
		return true
	}
	for element := range strings.SplitSeq(path, "/") {
		if slices.Contains([]string{"zap", "zerolog", "logrus", "logr", "klog", "log", "logging", "logger", "prometheus", "metric", "metrics", "otel", "trace"}, element) {
			return true
		}
	}
	return false
}
