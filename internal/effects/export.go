package effects

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
)

// export turns what was found into facts on what other packages can name.
func (f *finder) export() {
	if knowledge.Embedded(f.pass.Pkg.Path()) {
		return // a library with a table is known from its table alone
	}
	for _, fn := range f.info.Funcs {
		obj, ok := fn.Object().(*types.Func)
		if !ok || !obj.Exported() {
			continue
		}
		if f.marks.speaks(obj) {
			continue
		}
		fact := &Function{Results: f.results(fn), Sets: f.sets(fn)}
		for _, n := range f.needs[fn] {
			if !n.private {
				fact.Needs = append(fact.Needs, n.Need)
			}
		}
		if len(fact.Needs)+len(fact.Results)+len(fact.Sets) > 0 {
			f.pass.ExportObjectFact(obj, fact)
		}
	}
	f.exportMarks()
	if list := append(f.questions, carriedQuestions(f.pass)...); len(list) > 0 {
		f.pass.ExportPackageFact(&Questions{list[:min(len(list), maxQuestions)]})
	}
	for field, fact := range f.slots {
		f.pass.ExportObjectFact(field, fact)
	}
}

func (f *finder) results(fn *ssa.Function) []Result {
	var known []Result
	results := fn.Signature.Results()
	for i := range results.Len() {
		if !deadline.Carries(results.At(i).Type()) {
			continue
		}
		if b := f.info.Eval.Returned(fn, i); b.Kind != deadline.Unknown || b.Decided {
			known = append(known, Result{Index: i, Bound: b})
		}
	}
	return known
}

func (f *finder) sets(fn *ssa.Function) []int {
	var params []int
	for i := range fn.Params {
		if f.info.Eval.Sets(fn, i) {
			params = append(params, i)
		}
	}
	return params
}
