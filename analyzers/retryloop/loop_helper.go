package retryloop

import (
	"fmt"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/effects"
	"github.com/reslint/reslint/internal/loops"
)

// listHelped lists the calls of helpers that repeat what they are given: the loop
// stands in the helper, perhaps in another package, and the retry here.
func (f *finder) listHelped(fn *ssa.Function) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || !f.rep.Wanted(loop, call.Pos()) {
				continue
			}
			helper := deadline.Called(&call.Call)
			known := f.conducts.Repeats(helper)
			if known == nil || known.Later {
				continue
			}
			via, ok := f.attempt(&call.Call, known)
			if !ok {
				continue
			}
			d := f.at(call.Pos())
			d.Message = fmt.Sprintf("retries %s through %s", firstStep(via), helper.Name())
			if n := known.AttemptsOf(&call.Call); n > 0 {
				d.Message += fmt.Sprintf("; %d attempts", n)
			}
			f.rep.Report(loop, d)
		}
	}
}

// attempt is the way to another machine in what a helper repeats.
func (f *finder) attempt(call *ssa.CallCommon, known *effects.Repeats) (via string, ok bool) {
	if known.Param < 0 {
		return f.conducts.Remote(call)
	}
	switch v := known.Given(call).(type) {
	case *ssa.MakeClosure:
		return loops.Inside(v.Fn.(*ssa.Function), f.conducts)
	case *ssa.Function:
		return loops.Inside(v, f.conducts)
	}
	return "", false
}
