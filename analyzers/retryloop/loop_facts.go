package retryloop

import (
	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/effects"
)

// facts tell the loops what calls do.
type facts struct{ conducts *effects.Conducts }

// Remote reports whether a call waits for another machine.
func (f facts) Remote(call *ssa.CallCommon) (via string, ok bool) {
	via = f.conducts.Of(deadline.Called(call)).Reaches
	return via, via != ""
}

// Sleeps reports whether a call may wait for time to pass.
func (f facts) Sleeps(call *ssa.CallCommon) bool {
	return f.conducts.Of(deadline.Called(call)).Sleeps
}
