package retryloop

import (
	"net/http"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/ssabuild"
)

// repeatsWrite looks for a POST or PATCH that a loop sends again after every error,
// without a key by which the server could tell a repetition.
func (f *finder) repeatsWrite(fn *ssa.Function, r *loops.Retry) *lack {
	if !r.RepeatsEveryError() {
		return nil
	}
	method := f.writes(&r.Op.Call, 0)
	switch {
	case method == "":
		return nil
	case mentionsKey(fn) || fn.Parent() != nil && mentionsKey(ssabuild.Outermost(fn)):
		return nil
	}
	return &lack{rule: nonIdempotent, text: "repeats a " + method + " after every error, though the server may have done it: send a key that the server knows, or do not repeat it"}
}

// writes is the method, if it is POST or PATCH, of the only request that a call sends:
// by itself, or in a function of the package.
func (f *finder) writes(call *ssa.CallCommon, depth int) (method string) {
	if s := sendOf(call); s != nil {
		if s.method != http.MethodPost && s.method != http.MethodPatch || s.request != nil && handsRequest(s.request) {
			return ""
		}
		return s.method
	}
	fn := deadline.Callee(call)
	if fn == nil || depth > 2 || mentionsKey(fn) {
		return ""
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			inner, ok := instr.(ssa.CallInstruction)
			if !ok || f.conducts.Of(deadline.Called(inner.Common())).Reaches == "" {
				continue
			}
			if method != "" {
				return "" // what is done again depends on more than one request
			}
			if method = f.writes(inner.Common(), depth+1); method == "" {
				return ""
			}
		}
	}
	return method
}

// handsRequest reports whether a request is given to a function that may set a key.
func handsRequest(request ssa.Value) bool {
	for _, alias := range aliases(request) {
		for _, ref := range *alias.Referrers() {
			switch ref := ref.(type) {
			case *ssa.MakeClosure:
				return true
			case ssa.CallInstruction:
				fn := deadline.Called(ref.Common())
				if sendOf(ref.Common()) == nil && (fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "net/http") {
					return true
				}
			}
		}
	}
	return false
}

// query matches what the address of a POST tells of one that changes nothing, or that
// may be repeated.
var query = regexp.MustCompile(`(?i)quer(y|ies)|search|graphql|token|oauth|rpc|login|auth|lookup|list|status|validate|verify|batch.?get`)

// mentionsKey reports whether a function knows of a key, by the name of a header, field,
// parameter or function; or whether its request may be a query.
func mentionsKey(fn *ssa.Function) bool {
	for _, p := range fn.Params {
		if keyHeader.MatchString(p.Name()) {
			return true
		}
	}
	for _, inner := range fn.AnonFuncs {
		if mentionsKey(inner) {
			return true
		}
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			for _, operand := range instr.Operands(nil) {
				text := constantText(*operand)
				if keyHeader.MatchString(text) || strings.Contains(text, "/") && query.MatchString(text) {
					return true
				}
			}
			switch instr := instr.(type) {
			case *ssa.FieldAddr:
				if field := deadline.Field(instr.X.Type(), instr.Field); field != nil && keyHeader.MatchString(field.Name()) {
					return true
				}
			case *ssa.Store:
				if fa, ok := instr.Addr.(*ssa.FieldAddr); ok && deadline.Field(fa.X.Type(), fa.Field).Name() == "Header" {
					return true // made elsewhere
				}
			case ssa.CallInstruction:
				if callee := deadline.Called(instr.Common()); callee != nil && (keyHeader.MatchString(callee.Name()) || setsHeader(instr.Common(), callee.FullName())) {
					return true
				}
			}
		}
	}
	return false
}

// setsHeader reports whether a call sets a header whose name is not constant.
func setsHeader(call *ssa.CallCommon, name string) bool {
	return (name == "(net/http.Header).Set" || name == "(net/http.Header).Add") &&
		constantText(deadline.Argument(call, knowledge.Source{From: "arg"})) == ""
}
