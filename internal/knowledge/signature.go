package knowledge

import (
	"go/types"
	"strings"
)

// A signature is a claim about functions of whatever package, known by what
// they take: the methods of generated clients.
type signature struct {
	claim *Claim
	// context is set where the first parameter is a context.
	context bool
	// first is the name of the first parameter's type after the context, or
	// empty; last that of the variadic parameter.
	first, last string
}

// parseSignature reads a name such as func(ctx,...CallOption), or returns nil.
func parseSignature(c *Claim) *signature {
	list, ok := strings.CutPrefix(c.Name, "func(")
	if !ok {
		return nil
	}
	s := &signature{claim: c}
	for word := range strings.SplitSeq(strings.TrimSuffix(list, ")"), ",") {
		if last, ok := strings.CutPrefix(word, "..."); ok {
			s.last = last
		} else if word == "ctx" {
			s.context = true
		} else {
			s.first = word
		}
	}
	return s
}

// generated returns the claim about a function of generated code, or nil.
func generated(fn *types.Func) *Claim {
	sig := fn.Signature()
	params := sig.Params()
	n := params.Len()
	if n == 0 {
		return nil
	}
	var first, last *types.Named
	context := takesContext(sig)
	if context && n > 1 {
		first = Named(params.At(1).Type())
	} else if !context {
		first = Named(params.At(0).Type())
	}
	if sig.Variadic() {
		last = Named(params.At(n - 1).Type().(*types.Slice).Elem())
	}
	for _, named := range []*types.Named{last, first} {
		if named == nil || named.Obj().Pkg() == fn.Pkg() {
			continue // the library's own functions have lines of their own
		}
		t := For(named.Obj().Pkg().Path())
		if t == nil {
			continue
		}
		for _, s := range t.signatures {
			if s.context == context && s.matches(sig, first, last) {
				return s.claim
			}
		}
	}
	return nil
}

func (s *signature) matches(sig *types.Signature, first, last *types.Named) bool {
	if s.last != "" && (last == nil || last.Obj().Name() != s.last) {
		return false
	}
	if s.first != "" && (first == nil || first.Obj().Name() != s.first) {
		return false
	}
	if !s.context {
		return sig.Recv() == nil
	}
	if sig.Recv() == nil {
		return false
	}
	// The implementation of a service has the same methods as its client.
	return s.last != "" || types.IsInterface(sig.Recv().Type())
}

func takesContext(sig *types.Signature) bool {
	return sig.Params().Len() > 0 && IsContext(sig.Params().At(0).Type())
}

// IsContext reports whether t is context.Context.
func IsContext(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == "Context" && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "context"
}
