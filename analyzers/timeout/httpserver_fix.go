package timeout

import (
	"go/ast"
	"strings"

	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/edit"

	"github.com/reslint/reslint/internal/fix"
	"github.com/reslint/reslint/internal/source"
)

const addHeaderTimeout = "Set ReadHeaderTimeout to 10 s"

// fixServer adds the timeout where the server is made.
func fixServer(pass *analysis.Pass, s *server) (analysis.SuggestedFix, bool) {
	if s.at == nil {
		return analysis.SuggestedFix{}, false
	}
	file := source.File(pass.Files, s.at.Pos())
	timeName, edits := fix.AddImport(pass, file, s.at.Pos(), "time")
	value := fix.Duration(headerTimeout, timeName)
	e := fix.Initialize(pass.Fset, file, s.at, fix.Field{Name: "ReadHeaderTimeout", Value: value})
	if e == nil {
		return analysis.SuggestedFix{}, false
	}
	return fix.New(pass, addHeaderTimeout, append(edits, e...)...), true
}

// fixHelper makes a server of the call of a helper.
func fixHelper(pass *analysis.Pass, name string, call *ast.CallExpr) (analysis.SuggestedFix, bool) {
	file := source.File(pass.Files, call.Pos())
	args, ok := argTexts(pass, file, call)
	handler := helpers[name]
	if !ok || len(args) <= handler {
		return analysis.SuggestedFix{}, false // f(g()), or comments between the arguments
	}
	httpName, edits := fix.AddImport(pass, file, call.Pos(), "net/http")
	timeName, more := fix.AddImport(pass, file, call.Pos(), "time")
	edits = append(edits, more...)

	var fields, rest []string
	for i, arg := range args {
		switch {
		case i == handler && arg == "nil":
		case i == handler:
			fields = append(fields, "Handler: "+arg)
		case i == 0 && strings.HasPrefix(name, "Listen"):
			fields = append(fields, "Addr: "+arg)
		default:
			rest = append(rest, arg)
		}
	}
	fields = append(fields, "ReadHeaderTimeout: "+fix.Duration(headerTimeout, timeName))
	text := "(&" + httpName + ".Server{" + strings.Join(fields, ", ") + "})." + name + "(" + strings.Join(rest, ", ") + ")"
	return fix.New(pass, "Make a server with ReadHeaderTimeout 10 s", append(edits, edit.ReplaceWithString(call, text))...), true
}

// argTexts returns the source of the arguments of a call. It reports false if
// that is not all there is: comments between them would be lost.
func argTexts(pass *analysis.Pass, file *ast.File, call *ast.CallExpr) ([]string, bool) {
	tokens := pass.Fset.File(call.Pos())
	src, err := source.Read(pass, tokens.Name())
	if err != nil || len(src) != tokens.Size() {
		return nil, false
	}
	var texts []string
	for _, arg := range call.Args {
		texts = append(texts, string(src[tokens.Offset(arg.Pos()):tokens.Offset(arg.End())]))
	}
	for _, group := range file.Comments {
		if group.Pos() < call.Pos() || call.End() < group.End() {
			continue
		}
		inside := false
		for _, arg := range call.Args {
			inside = inside || arg.Pos() <= group.Pos() && group.End() <= arg.End()
		}
		if !inside {
			return nil, false
		}
	}
	return texts, true
}
