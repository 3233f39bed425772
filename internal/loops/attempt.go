package loops

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
)

// RepeatsErrors reports whether an error that the loop has no name for leads to the
// next attempt.
func (r *Retry) RepeatsErrors() bool { return r.outcome.again(surprised, nil) }

// RepeatsEveryError reports whether an error without a name is certain to lead to the
// next attempt: nothing that may know more of it is asked on the way.
func (r *Retry) RepeatsEveryError() bool {
	return r.reaches(func(s step) []*ssa.BasicBlock {
		cond, _ := s.condition()
		_, asks := r.outcome.predicate(cond)
		if named := asks && r.outcome.isNamed(cond); !named && (asks || r.outcome.signs[cond]) {
			return nil
		}
		return r.outcome.ways(s.at, surprised)
	}, nil)
}

// RepeatsIf reports whether an error of which an answer is known to some conditions is
// certain to lead to the next attempt. is tells which values are that error.
func (r *Retry) RepeatsIf(answer func(cond ssa.Value, is func(ssa.Value) bool) (holds, known bool)) bool {
	is := func(v ssa.Value) bool { return r.outcome.errs[v] }
	return r.reaches(func(s step) []*ssa.BasicBlock {
		cond, negated := s.condition()
		if cond == nil {
			return r.outcome.ways(s.at, surprised)
		}
		if holds, known := answer(cond, is); known {
			return s.choose(holds != negated)
		}
		_, asks := r.outcome.predicate(cond)
		if _, compares := r.outcome.comparison(cond); asks || compares || r.outcome.signs[cond] {
			if _, test := r.outcome.nilTest(cond); !test {
				return nil
			}
		}
		return r.outcome.ways(s.at, surprised)
	}, nil)
}

// OnlyRefused reports whether no error, but a response alone, leads to the next
// attempt.
func (r *Retry) OnlyRefused() bool { return !r.outcome.again(failed, nil) }

// Response is the HTTP response that the operation returns, or nil.
func (r *Retry) Response() *ssa.Extract {
	for _, ref := range *r.Op.Referrers() {
		if e, ok := ref.(*ssa.Extract); ok && isResponse(e.Type()) {
			return e
		}
	}
	return nil
}

// RepeatsAnswered reports whether the next attempt follows on a response, by a way
// that keeps clear of some blocks.
func (r *Retry) RepeatsAnswered(avoid map[*ssa.BasicBlock]bool) bool {
	return !avoid[r.Op.Block()] && r.reaches(func(s step) []*ssa.BasicBlock {
		if holds, ok := r.outcome.answered(s); ok {
			return s.choose(holds)
		}
		if cond, negated := s.condition(); r.outcome.onlyOfError(cond) {
			return s.choose(negated) // there is none
		}
		return r.outcome.ways(s.at, refused)
	}, avoid)
}

// RepeatsStatus reports whether the loop is known to repeat an operation that was
// answered with a status. What it asks of the response is computed; where that
// can't be done, nothing is known.
func (r *Retry) RepeatsStatus(code int64) bool {
	return r.reaches(func(s step) []*ssa.BasicBlock {
		if holds, ok := r.outcome.answered(s); ok {
			return s.choose(holds)
		}
		cond, negated := s.condition()
		if holds, ok := r.outcome.ofStatus(cond, code); ok {
			return s.choose(holds != negated)
		}
		if _, ok := r.outcome.predicate(cond); r.outcome.signs[cond] && !(ok && r.outcome.isNamed(cond)) {
			return nil
		}
		return r.outcome.ways(s.at, succeeded)
	}, nil)
}

// A step is a block at the end of which control goes on, and the one before it.
type step struct{ from, at *ssa.BasicBlock }

// condition is what the next block depends on, and whether it is turned round; or
// nil.
func (s step) condition() (cond ssa.Value, negated bool) {
	test, ok := s.at.Instrs[len(s.at.Instrs)-1].(*ssa.If)
	if !ok {
		return nil, false
	}
	cond, negated = withoutNot(test.Cond)
	cond, again := withoutNot(s.value(cond))
	return cond, negated != again
}

// value is what a variable of the block is after the block before.
func (s step) value(v ssa.Value) ssa.Value {
	if phi, ok := v.(*ssa.Phi); ok && phi.Block() == s.at {
		if i := slices.Index(s.at.Preds, s.from); i >= 0 {
			return phi.Edges[i]
		}
	}
	return v
}

func (s step) choose(holds bool) []*ssa.BasicBlock {
	if holds {
		return s.at.Succs[:1]
	}
	return s.at.Succs[1:2]
}

// reaches reports whether the operation is reached again from itself, by the ways
// that lead on from each step, but not through the blocks to avoid.
func (r *Retry) reaches(ways func(step) []*ssa.BasicBlock, avoid map[*ssa.BasicBlock]bool) bool {
	seen := make(map[step]bool)
	var reach func(s step) bool
	reach = func(s step) bool {
		for _, next := range ways(s) {
			if next == r.Op.Block() {
				return true
			}
			s := step{s.at, next}
			if !r.Blocks[next] || avoid[next] || seen[s] {
				continue
			}
			seen[s] = true
			if reach(s) {
				return true
			}
		}
		return false
	}
	return reach(step{nil, r.Op.Block()})
}

// answered computes what a step asks, where there is a response: whether there is
// one, or a body, or an error that the loop made; or what is constant on the way.
func (o *outcome) answered(s step) (holds, ok bool) {
	cond, negated := s.condition()
	if c, ok := cond.(*ssa.Const); ok {
		return constant.BoolVal(c.Value) != negated, true
	}
	cmp, ok := cond.(*ssa.BinOp)
	if !ok || cmp.Op != token.EQL && cmp.Op != token.NEQ {
		return false, false
	}
	if c, ok := cmp.Y.(*ssa.Const); !ok || !c.IsNil() {
		return false, false
	}
	equal := cmp.Op == token.EQL
	switch v := s.value(cmp.X).(type) {
	case *ssa.MakeInterface:
		return negated == equal, true // an error of the loop's own
	case *ssa.UnOp:
		if _, ok := v.X.(*ssa.Global); ok && IsError(v.Type()) {
			return negated == equal, true // a variable with such an error
		}
	case *ssa.Call:
		if fn := deadline.Called(&v.Call); fn != nil && (fn.FullName() == "fmt.Errorf" || fn.FullName() == "errors.New") {
			return negated == equal, true
		}
	}
	if v := s.value(cmp.X); o.results[v] && (isResponse(v.Type()) || types.TypeString(v.Type(), nil) == "io.ReadCloser") {
		return negated == equal, true
	}
	return false, false
}

// onlyOfError reports whether a condition is what a function says that is given the
// error, and not the response.
func (o *outcome) onlyOfError(cond ssa.Value) bool {
	call, ok := cond.(*ssa.Call)
	return ok && o.tells(call) && !slices.ContainsFunc(call.Call.Args, func(arg ssa.Value) bool { return o.results[arg] })
}

// ofStatus computes a condition that compares the response's status, or its class,
// with a constant.
func (o *outcome) ofStatus(cond ssa.Value, code int64) (holds, ok bool) {
	cmp, ok := cond.(*ssa.BinOp)
	if !ok {
		return false, false
	}
	status, ok := o.statusIs(cmp.X, code)
	if !ok {
		return false, false
	}
	limit, ok := integer(cmp.Y)
	if !ok {
		return false, false
	}
	switch cmp.Op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return constant.Compare(constant.MakeInt64(status), cmp.Op, constant.MakeInt64(limit)), true
	}
	return false, false
}

// statusIs is the value of v where the response has the status.
func (o *outcome) statusIs(v ssa.Value, code int64) (value int64, ok bool) {
	switch v := v.(type) {
	case *ssa.UnOp:
		fa, ok := v.X.(*ssa.FieldAddr)
		return code, ok && v.Op == token.MUL && o.results[fa.X] && isResponse(fa.X.Type()) && deadline.Field(fa.X.Type(), fa.Field).Name() == "StatusCode"
	case *ssa.BinOp:
		x, ok := o.statusIs(v.X, code)
		y, isInt := integer(v.Y)
		if ok && isInt && v.Op == token.QUO && y != 0 {
			return x / y, true
		}
	}
	return 0, false
}
