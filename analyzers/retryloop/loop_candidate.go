package retryloop

import (
	"go/types"

	"github.com/reslint/reslint/internal/effects"
)

// anyCandidate reports whether the package repeats a call that may be retried.
func anyCandidate(conducts *effects.Conducts) bool {
	return conducts.AnyRetry(func(callee *types.Func) bool {
		if callee == nil {
			return true // a function value
		}
		recv, known := callee.Signature().Recv(), conducts.Of(callee)
		return known.Reaches != "" || known.Asks || isReceive(callee) || recv != nil && types.IsInterface(recv.Type())
	})
}
