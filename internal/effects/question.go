package effects

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/ablation"
	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
)

// Questions is the fact about a package that calls interface methods without a
// deadline. Whether that is a fault depends on what stands behind the interface:
// the package that puts it there answers.
type Questions struct{ List []Question }

// A Question is a call of an interface method.
type Question struct {
	// Method is the full name of the method, as in "(io.Reader).Read".
	Method string
	// Params are the contexts and requests that provably have no deadline; the
	// receiver is parameter 0.
	Params []int
	// Via is the way to the call, as text: "handler.Serve → (handler.Store).Get".
	Via string
	// Why names what sets no deadline: "context.Background()".
	Why string
}

// AFact marks Questions as a fact.
func (*Questions) AFact() {}

func (q *Questions) String() string {
	var parts []string
	for _, q := range q.List {
		parts = append(parts, fmt.Sprintf("asks%v(%s)", q.Params, q.Via))
	}
	return strings.Join(parts, " ")
}

// maxQuestions bounds what is remembered of one package.
const maxQuestions = 32

// ask notes a call of an interface method of which nothing is known, on a
// context without a deadline.
func (f *finder) ask(instr ssa.CallInstruction, method *types.Func) {
	if len(f.questions) >= maxQuestions || ablation.Off(ablation.Questions) {
		return
	}
	q := Question{Method: method.FullName(), Via: hop(instr.Parent(), shortName(method))}
	for i, arg := range deadline.AllArguments(instr.Common()) {
		if !deadline.IsRequest(arg.Type()) {
			continue
		}
		if b := f.info.Eval.Bound(arg); b.Kind == deadline.Unbounded {
			q.Params = append(q.Params, i)
			q.Why = b.Why
		}
	}
	if len(q.Params) == 0 || slices.ContainsFunc(f.questions, func(p Question) bool {
		return p.Method == q.Method && slices.Equal(p.Params, q.Params)
	}) {
		return
	}
	f.questions = append(f.questions, q)
}

// answer looks at the places where a concrete type becomes an interface of
// which this package or one below it asks.
func (f *finder) answer() {
	for _, q := range f.questions {
		f.open[q.Method] = append(f.open[q.Method], q)
	}
	if len(f.open) == 0 {
		return
	}
	for _, fn := range f.info.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if mi, ok := instr.(*ssa.MakeInterface); ok {
					f.answerAt(mi)
				}
			}
		}
	}
}

// openMethods are the questions of other packages, by method.
func openMethods(pass *analysis.Pass) map[string][]Question {
	open := make(map[string][]Question)
	for _, q := range questionsOfOthers(pass) {
		open[q.Method] = append(open[q.Method], q)
	}
	return open
}

// questionsOfOthers are those of other packages, each once, in an order that does not depend on the driver.
func questionsOfOthers(pass *analysis.Pass) (list []Question) {
	for _, fact := range pass.AllPackageFacts() {
		if asked, ok := fact.Fact.(*Questions); ok && fact.Package != pass.Pkg {
			list = append(list, asked.List...)
		}
	}
	slices.SortFunc(list, func(a, b Question) int {
		return cmp.Or(cmp.Compare(a.Method, b.Method), cmp.Compare(a.Via, b.Via), slices.Compare(a.Params, b.Params))
	})
	return slices.CompactFunc(list, func(a, b Question) bool {
		return a.Method == b.Method && a.Via == b.Via && slices.Equal(a.Params, b.Params)
	})
}

// namesOpen reports whether obj is, holds or takes an interface that has one of
// the methods: a package that turns a type into that interface names such a
// thing.
func namesOpen(obj types.Object, open func(method string) bool) bool {
	isOpen := func(t types.Type) bool {
		iface, ok := t.Underlying().(*types.Interface)
		if !ok {
			return false
		}
		for method := range iface.Methods() {
			if open(method.FullName()) {
				return true
			}
		}
		return false
	}
	if sig, ok := obj.Type().(*types.Signature); ok {
		for p := range sig.Params().Variables() {
			if isOpen(p.Type()) {
				return true
			}
		}
		return false
	}
	return isOpen(obj.Type())
}

func (f *finder) answerAt(mi *ssa.MakeInterface) {
	iface, ok := mi.Type().Underlying().(*types.Interface)
	if !ok {
		return
	}
	for method := range iface.Methods() {
		for _, q := range f.open[method.FullName()] {
			obj, _, _ := types.LookupFieldOrMethod(mi.X.Type(), true, f.pass.Pkg, method.Name())
			impl, ok := obj.(*types.Func)
			if !ok {
				continue
			}
			for _, n := range f.needsOf(impl) {
				if f.meets(mi, impl, n, q) {
					return // one answer for one conversion
				}
			}
		}
	}
}

// needsOf are the needs of a function of this package or another one.
func (f *finder) needsOf(fn *types.Func) []Need {
	if fn.Pkg() != f.pass.Pkg {
		if claim := knowledge.Func(fn); claim.Remote() {
			return nil // what the client is, is not known here
		}
		if fact := f.facts.function(fn); fact != nil {
			return fact.Needs
		}
		return nil
	}
	if m := f.marks[fn]; m != nil {
		return marked(fn, m)
	}
	var needs []Need
	for _, n := range f.needs[f.program().FuncValue(fn.Origin())] {
		needs = append(needs, n.Need)
	}
	return needs
}

func (f *finder) program() *ssa.Program { return f.info.Funcs[0].Prog }

// meets records that the call of the question needs what it does not bring.
func (f *finder) meets(mi *ssa.MakeInterface, impl *types.Func, n Need, q Question) bool {
	for _, p := range n.Params {
		if !slices.Contains(q.Params, p) {
			return false
		}
	}
	if len(n.Params) == 0 {
		return false // its own place reports it
	}
	why := deadline.Bound{Kind: deadline.Unbounded, Why: q.Why}
	f.info.Calls = append(f.info.Calls, &Call{
		Instr:    mi,
		Callee:   impl,
		Via:      q.Via + Arrow + join(shortName(impl), n.Via),
		As:       n.As,
		Request:  why,
		Requests: []deadline.Origin{{Bound: why}},
		Client:   deadline.Origin{Bound: deadline.Bound{Kind: deadline.Unbounded}},
		Proven:   true,
		Total:    why,
		Wired:    true,
	})
	return true
}

// Conversion is where a conversion to an interface stands: the call, the assignment
// or the return that makes it necessary.
func Conversion(mi *ssa.MakeInterface) token.Pos {
	if mi.Pos().IsValid() {
		return mi.Pos()
	}
	for _, ref := range *mi.Referrers() {
		if ref.Pos().IsValid() {
			return ref.Pos()
		}
	}
	return mi.X.Pos()
}
