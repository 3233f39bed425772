package fanout

import (
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/effects"
)

// reportElsewhere reports calls that hand data to a function of another package which
// starts a goroutine for each element of it.
func (f *finder) reportElsewhere(fn *ssa.Function) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || call.Call.IsInvoke() {
				continue
			}
			name := deadline.Called(&call.Call)
			fact := f.conducts.FansOut(name)
			if fact == nil || fact.Each < 0 || !f.rep.Wanted(unboundedGo, call.Pos()) {
				continue
			}
			args := deadline.AllArguments(&call.Call)
			if fact.Each >= len(args) {
				continue
			}
			data := f.spawns.Amount(args[fact.Each])
			if data == nil {
				continue
			}
			waits, _, _ := strings.Cut(fact.Via, effects.Arrow)
			f.rep.Report(unboundedGo, analysis.Diagnostic{
				Pos: call.Pos(),
				Message: name.Name() + " starts a goroutine for each of " + data.What + ", and each calls " + waits +
					": with many, or when that is slow, all of them wait at once; limit how many run, or hand over fewer at a time",
			})
		}
	}
}
