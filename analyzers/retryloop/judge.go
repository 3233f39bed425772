package retryloop

import (
	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/effects"
)

// A judge tells the loops what calls do, from the facts.
type judge struct{ conducts *effects.Conducts }

// Remote reports whether a call waits for another machine.
func (j judge) Remote(call *ssa.CallCommon) (via string, ok bool) {
	via = j.conducts.Of(deadline.Called(call)).Reaches
	return via, via != ""
}

// Sleeps reports whether a call may wait for time to pass.
func (j judge) Sleeps(call *ssa.CallCommon) bool {
	return j.conducts.Of(deadline.Called(call)).Sleeps
}
