package deadline

import (
	"go/types"

	"github.com/reslint/reslint/internal/knowledge"
)

// IsRequest reports whether t bounds a call by what the caller asks for, a
// context or a request, and not by the client that it is made with.
func IsRequest(t types.Type) bool {
	claim := knowledge.Type(t)
	return claim != nil && claim.Kind == knowledge.Policy && len(claim.Bound) == 0 || knowledge.IsContext(t)
}

// Carries reports whether a value of type t carries a bound, or the lack of
// one, to the calls that are made with it.
func Carries(t types.Type) bool {
	return knowledge.Type(t) != nil || knowledge.Generated(t) != nil || knowledge.IsContext(t) || types.TypeString(t, nil) == "net/http.RoundTripper"
}
