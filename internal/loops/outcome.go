package loops

import (
	"go/token"
	"go/types"
	"net/http"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/ablation"
	"github.com/reslint/reslint/internal/deadline"
)

// An outcome is how a round of a loop finds out whether its operation succeeded.
type outcome struct {
	loop *Loop
	// all are the loops of the function.
	all []*Loop
	op  *ssa.Call
	// err is the operation's error, and errs are the values that it goes
	// through: variables, wrapped errors, errors of reading its response.
	err  ssa.Value
	errs map[ssa.Value]bool
	// yes is set if err is no error, but a boolean that is true on success.
	yes bool
	// results are the operation's other results, and the variables that they go
	// through.
	results map[ssa.Value]bool
	// signs are values that tell of success or failure in their own way: a
	// status, what a helper says of the error or the response.
	signs map[ssa.Value]bool
	// status is set if the loop asks for a status that tells of a server in
	// trouble: 429, 503 and their like. code is the one of these that is looked at.
	status bool
	code   int64
	// own leaves out what others make of the error: they may say no to any.
	own bool
}

// A result is one way in which an operation can end.
type result uint8

const (
	succeeded result = iota
	failed           // with an error
	surprised        // with an error that the loop has no name for
	refused          // with a response that tells of trouble
)

func outcomeOf(all []*Loop, l *Loop, op *ssa.Call) *outcome {
	o := &outcome{loop: l, all: all, op: op}
	o.find()
	return o
}

// find finds the operation's results, and what is made of them.
func (o *outcome) find() {
	o.errs, o.results, o.signs = make(map[ssa.Value]bool), make(map[ssa.Value]bool), make(map[ssa.Value]bool)
	op := o.op
	results := op.Call.Signature().Results()
	if results.Len() == 1 {
		o.err = op
		o.follow(op)
		o.yes = isBool(op.Type())
		return
	}
	for _, ref := range *op.Referrers() {
		extract, ok := ref.(*ssa.Extract)
		if !ok {
			continue
		}
		if extract.Index == results.Len()-1 {
			o.err = extract
			o.follow(extract)
		} else if isPointerOrInterface(extract.Type()) {
			o.followResult(extract)
		}
	}
}

func isPointerOrInterface(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface:
		return true
	}
	return false
}

// follow collects the values that an error goes through.
func (o *outcome) follow(err ssa.Value) {
	if o.errs[err] {
		return
	}
	o.errs[err] = true
	for _, ref := range *err.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Phi:
			o.follow(ref)
		case *ssa.ChangeInterface:
			o.follow(ref)
		case *ssa.MakeInterface:
			o.sign(ref)
		case *ssa.TypeAssert:
			o.sign(ref)
		case *ssa.Store:
			if ref.Val == err {
				o.loads(ref.Addr)
			}
		case *ssa.Call:
			o.told(ref)
		}
	}
}

// told looks at a call that is given an error or a response: it may hand on the
// error, or say what it means.
func (o *outcome) told(call *ssa.Call) {
	results := call.Call.Signature().Results()
	switch {
	case o.own && !named(calleeName(&call.Call), "errorf", "wrap", "join"):
	case results.Len() == 1 && IsError(results.At(0).Type()):
		o.follow(call)
	case results.Len() > 1 && IsError(results.At(results.Len()-1).Type()):
		for _, ref := range *call.Referrers() {
			if e, ok := ref.(*ssa.Extract); ok && e.Index == results.Len()-1 {
				o.follow(e)
			} else if ok {
				o.sign(e)
			}
		}
	default:
		o.sign(call)
	}
}

// loads follows an error through a variable that it is stored in.
func (o *outcome) loads(addr ssa.Value) {
	refs := addr.Referrers()
	if refs == nil {
		return
	}
	switch addr.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
	default:
		return
	}
	for _, ref := range *refs {
		if load, ok := ref.(*ssa.UnOp); ok && load.Op == token.MUL && o.loop.Contains(load) {
			o.follow(load)
		}
	}
}

// followResult collects what is said of the response: its status, the errors of
// reading it, what helpers make of it.
func (o *outcome) followResult(v ssa.Value) {
	if o.results[v] || v.Referrers() == nil {
		return
	}
	o.results[v] = true
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Phi:
			o.followResult(ref)
		case *ssa.Store:
			switch ref.Addr.(type) {
			case *ssa.Alloc, *ssa.FreeVar: // of a literal, or shared with the function around it
				for _, use := range *ref.Addr.Referrers() {
					if load, ok := use.(*ssa.UnOp); ok && load.Op == token.MUL {
						o.followResult(load)
					}
				}
			}
		case *ssa.FieldAddr:
			field := deadline.Field(ref.X.Type(), ref.Field)
			if field == nil {
				continue
			}
			switch field.Name() {
			case "StatusCode", "Status":
				for _, use := range *ref.Referrers() {
					if load, ok := use.(*ssa.UnOp); ok {
						o.sign(load)
						o.status = o.status || asksForTrouble(load)
					}
				}
			case "Body":
				for _, use := range *ref.Referrers() {
					if load, ok := use.(*ssa.UnOp); ok {
						o.followResult(load)
					}
				}
			}
		case *ssa.ChangeInterface:
			o.followResult(ref)
		case *ssa.Call:
			if inner := innermost(o.all, ref.Block()); inner != o.loop && inner != nil {
				continue // a connection that is used until it breaks
			}
			if results := ref.Call.Signature().Results(); results.Len() > 0 && IsError(results.At(results.Len()-1).Type()) || isResponse(v.Type()) {
				o.told(ref)
			}
		}
	}
}

// asksForTrouble reports whether a status is compared with a limit from 400 up, with
// one that tells of a server in trouble, or its class with such a class. 401 and 404
// are answers: who asks again has got a new token, or waits for something to be there.
func asksForTrouble(status ssa.Value) bool {
	for _, ref := range *status.Referrers() {
		cmp, ok := ref.(*ssa.BinOp)
		if !ok {
			continue
		}
		code, ok := integer(cmp.Y)
		switch {
		case ok && cmp.Op == token.QUO && code == 100:
			for _, ref := range *cmp.Referrers() {
				if cmp, ok := ref.(*ssa.BinOp); ok {
					if class, ok := integer(cmp.Y); ok && class >= 4 {
						return true
					}
				}
			}
		case !ok || code < 400:
		case cmp.Op != token.EQL && cmp.Op != token.NEQ:
			return true
		case code >= 500, code == 408, code == 425, code == 429:
			return true
		}
	}
	return false
}

func isResponse(t types.Type) bool { return types.TypeString(t, nil) == "*net/http.Response" }

// sign collects what is computed from a value that tells of success or failure.
func (o *outcome) sign(v ssa.Value) {
	if o.signs[v] || v.Referrers() == nil {
		return
	}
	o.signs[v] = true
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.BinOp:
			o.sign(ref)
		case *ssa.UnOp:
			o.sign(ref)
		case *ssa.Phi:
			o.sign(ref)
		case *ssa.Extract:
			o.sign(ref)
		case *ssa.Field:
			o.sign(ref)
		case *ssa.FieldAddr:
			o.sign(ref)
		case *ssa.Convert:
			o.sign(ref)
		case *ssa.Call:
			o.sign(ref)
		}
	}
}

// statusOf is the status of a response to which cond is put: that of trouble, or one of
// success, which is the one that cond asks for, if it does.
func (o *outcome) statusOf(cond ssa.Value, how result) int64 {
	if how == refused {
		return o.code
	}
	if cmp, ok := cond.(*ssa.BinOp); ok {
		if code, ok := integer(cmp.Y); ok && code >= 200 && code < 300 && (cmp.Op == token.EQL || cmp.Op == token.NEQ) {
			return code
		}
	}
	return 200
}

// trouble are statuses that tell of a server in trouble, the most usual first.
var trouble = []int64{503, 429, 500, 502, 504, 408}

// againRefused reports whether the operation is reached again after a response that
// tells of trouble, and keeps the status that it has.
func (o *outcome) againRefused() bool {
	for _, o.code = range trouble {
		if o.status && o.again(refused, nil) && !ablation.Off(ablation.Statuses) {
			return true
		}
	}
	o.code = trouble[0]
	return false
}

// again reports whether the operation is reached again after it has ended in a
// way, without passing one of the blocks to avoid.
func (o *outcome) again(how result, avoid map[*ssa.BasicBlock]bool) bool {
	if avoid[o.op.Block()] {
		return false // the wait stands beside the operation
	}
	seen := make(map[*ssa.BasicBlock]bool)
	var reach func(b *ssa.BasicBlock) bool
	reach = func(b *ssa.BasicBlock) bool {
		for _, next := range o.ways(b, how) {
			if next == o.op.Block() {
				return true
			}
			if !o.loop.Blocks[next] || avoid[next] || seen[next] {
				continue
			}
			seen[next] = true
			if reach(next) {
				return true
			}
		}
		return false
	}
	return reach(o.op.Block())
}

// ways returns the blocks that may follow b after the operation has ended in a
// way.
func (o *outcome) ways(b *ssa.BasicBlock, how result) []*ssa.BasicBlock {
	test, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok || o.loop.again[b] {
		return o.loop.succs(b)
	}
	cond, negated := withoutNot(test.Cond)
	choose := func(holds bool) []*ssa.BasicBlock {
		if holds != negated {
			return b.Succs[:1]
		}
		return b.Succs[1:2]
	}
	if ifFailed, ok := o.nilTest(cond); ok {
		return choose(ifFailed == (how == failed || how == surprised))
	}
	if given, ok := o.resultTest(cond); ok && how == succeeded {
		return choose(given)
	}
	if later, ok := o.loop.laterRounds(cond); ok && how != succeeded {
		return choose(later)
	}
	if about, ok := o.predicate(cond); ok {
		switch {
		case how == succeeded:
			return choose(false) // no error is of any kind
		case how == failed && isConflict(about):
			return choose(false)
		case how == surprised && o.isNamed(cond):
			return choose(false)
		}
	}
	if equal, ok := o.comparison(cond); ok && how == surprised {
		return choose(!equal)
	}
	if how == succeeded || how == refused {
		if holds, ok := o.ofStatus(cond, o.statusOf(cond, how)); ok {
			return choose(holds)
		}
	}
	if how != failed && how != surprised && o.signs[test.Cond] {
		// What tells of success leaves the loop, if one of its sides does.
		var leaves, stays []*ssa.BasicBlock
		for _, next := range b.Succs {
			if o.loop.returns(next, o.op.Block()) {
				stays = append(stays, next)
			} else {
				leaves = append(leaves, next)
			}
		}
		good, ok := o.ofStatus(cond, http.StatusOK)
		switch {
		case how == succeeded && len(leaves) > 0:
			return leaves
		case how == succeeded && ok:
			return choose(good) // status != 429 && status < 500
		case how == refused && len(stays) > 0:
			return stays
		}
	}
	return b.Succs
}

// withoutNot is a condition without the negations in front of it, and whether they
// turn it round.
func withoutNot(cond ssa.Value) (inner ssa.Value, negated bool) {
	for {
		not, ok := cond.(*ssa.UnOp)
		if !ok || not.Op != token.NOT {
			return cond, negated
		}
		cond, negated = not.X, !negated
	}
}

// predicate reports whether cond says that the error is of some kind, and the name
// of what says so: errors.Is, a helper, a type assertion.
func (o *outcome) predicate(cond ssa.Value) (name string, ok bool) {
	switch cond := cond.(type) {
	case *ssa.Extract:
		assert, ok := cond.Tuple.(*ssa.TypeAssert)
		return "", ok && o.errs[assert.X]
	case *ssa.Call:
		if !o.tells(cond) {
			return "", false
		}
		name = calleeName(&cond.Call)
		if name == "Is" || name == "As" {
			for _, arg := range cond.Call.Args {
				if load, ok := arg.(*ssa.UnOp); ok {
					if global, ok := load.X.(*ssa.Global); ok {
						name = global.Name()
					}
				}
			}
		}
		return name, true
	}
	return "", false
}

// isNamed reports whether a predicate asks for one error by name: with errors.Is, or
// for its type.
func (o *outcome) isNamed(cond ssa.Value) bool {
	call, ok := cond.(*ssa.Call)
	if !ok {
		return true // a type assertion
	}
	fn := call.Call.StaticCallee()
	return fn != nil && fn.Pkg != nil && fn.Pkg.Pkg.Path() == "errors"
}

// comparison reports whether cond compares the error, or its text, with a certain
// one, and whether it holds if they are equal.
func (o *outcome) comparison(cond ssa.Value) (equal, ok bool) {
	cmp, isCmp := cond.(*ssa.BinOp)
	if !isCmp || cmp.Op != token.EQL && cmp.Op != token.NEQ {
		return false, false
	}
	for _, side := range []ssa.Value{cmp.X, cmp.Y} {
		if o.errs[side] {
			return cmp.Op == token.EQL, true
		}
		if call, isCall := side.(*ssa.Call); isCall && call.Call.IsInvoke() && call.Call.Method.Name() == "Error" && o.errs[call.Call.Value] {
			return cmp.Op == token.EQL, true
		}
	}
	return false, false
}

// tells reports whether a call says yes or no about the error.
func (o *outcome) tells(call *ssa.Call) bool {
	basic, ok := call.Type().(*types.Basic)
	if !ok || basic.Kind() != types.Bool {
		return false
	}
	for _, arg := range call.Call.Args {
		if o.errs[arg] {
			return true
		}
	}
	return false
}

func calleeName(call *ssa.CallCommon) string {
	if call.IsInvoke() {
		return call.Method.Name()
	}
	if fn := call.StaticCallee(); fn != nil {
		return fn.Name()
	}
	return ""
}

// isConflict reports whether an error of that name says that somebody else was
// faster: to read anew and write again is no retry of what failed.
func isConflict(name string) bool {
	return named(name, "conflict", "exist", "mismatch", "modified", "stale", "serializ", "deadlock", "duplicate", "collision")
}

// nilTest reports whether cond compares the error with nil, and whether it then
// holds for a failure.
func (o *outcome) nilTest(cond ssa.Value) (failed, ok bool) {
	if o.yes {
		return false, o.errs[cond]
	}
	cmp, ok := cond.(*ssa.BinOp)
	if !ok || cmp.Op != token.EQL && cmp.Op != token.NEQ {
		return false, false
	}
	err, other := cmp.X, cmp.Y
	if !o.errs[err] {
		err, other = other, err
	}
	if c, isConst := other.(*ssa.Const); !o.errs[err] || !isConst || !c.IsNil() {
		return false, false
	}
	return cmp.Op == token.NEQ, true
}

// resultTest reports whether cond compares another result of the operation with nil,
// and whether it holds if there is one.
func (o *outcome) resultTest(cond ssa.Value) (given, ok bool) {
	cmp, ok := cond.(*ssa.BinOp)
	if !ok || cmp.Op != token.EQL && cmp.Op != token.NEQ {
		return false, false
	}
	c, isConst := cmp.Y.(*ssa.Const)
	return cmp.Op == token.NEQ, isConst && c.IsNil() && o.results[cmp.X]
}

// laterRounds reports whether cond tells the first round from the later ones, and
// what it is for those: attempt > 0.
func (l *Loop) laterRounds(cond ssa.Value) (later, ok bool) {
	cmp, ok := cond.(*ssa.BinOp)
	if !ok {
		return false, false
	}
	counter, ok := cmp.X.(*ssa.Phi)
	if !ok || counter.Block() != l.Head {
		return false, false
	}
	if c, _ := counted(counter); c == nil {
		return false, false
	}
	limit, ok := integer(cmp.Y)
	if !ok {
		return false, false
	}
	for _, edge := range counter.Edges {
		start, ok := integer(edge)
		if !ok {
			continue
		}
		switch {
		case cmp.Op == token.GTR && limit == start, cmp.Op == token.NEQ && limit == start, cmp.Op == token.GEQ && limit == start+1:
			return true, true
		case cmp.Op == token.EQL && limit == start, cmp.Op == token.LSS && limit == start+1, cmp.Op == token.LEQ && limit == start:
			return false, true
		}
	}
	return false, false
}

// returns reports whether the target is reached from b without leaving the loop.
func (l *Loop) returns(b, target *ssa.BasicBlock) bool {
	seen := make(map[*ssa.BasicBlock]bool)
	var reach func(b *ssa.BasicBlock) bool
	reach = func(b *ssa.BasicBlock) bool {
		if !l.Blocks[b] || seen[b] {
			return false
		}
		if b == target {
			return true
		}
		seen[b] = true
		return slices.ContainsFunc(l.succs(b), reach)
	}
	return reach(b)
}
