package effects

import (
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/directive"
)

// marks are what directives say of the functions and interface methods of the
// package. They are believed: what the body does is not asked.
type marks map[*types.Func]*directive.Mark

func marksOf(pass *analysis.Pass) marks {
	found := make(marks)
	for name, m := range pass.ResultOf[directive.Analyzer].(*directive.Index).Marks {
		if fn, ok := pass.TypesInfo.Defs[name].(*types.Func); ok {
			found[fn] = m
		}
	}
	return found
}

// speaks reports whether a directive says what bounds fn.
func (ms marks) speaks(fn *types.Func) bool {
	m := ms[fn]
	return m != nil && (m.Remote || m.Bounded)
}

// marked are the needs of a function or method with a mark: a remote one needs
// a deadline from any one of its contexts and requests.
func marked(fn *types.Func, m *directive.Mark) []Need {
	if !m.Remote || m.Bounded {
		return nil
	}
	need := Need{Via: shortName(fn)}
	sig := fn.Signature()
	shift := 0
	if sig.Recv() != nil {
		shift = 1
	}
	for i := range sig.Params().Len() {
		if deadline.IsRequest(sig.Params().At(i).Type()) {
			need.Params = append(need.Params, i+shift)
		}
	}
	return []Need{need}
}

func (f *finder) exportMarks() {
	for fn, m := range f.marks {
		if m.Remote || m.Bounded {
			f.pass.ExportObjectFact(fn, &Function{Needs: marked(fn, m), Bounded: m.Bounded})
		}
	}
}
