package effects

import (
	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/layers"
	"github.com/reslint/reslint/internal/retrypolicy"
	"github.com/reslint/reslint/internal/ssabuild"
)

// interceptor is the layer that an interceptor is, if it retries.
func (w *wrapping) interceptor(v ssa.Value, call *ssa.Call) (layers.Layer, bool) {
	if made := w.maker(v, 0); made != nil {
		fn := deadline.Called(&made.Call)
		claim := knowledge.Retries(fn)
		if claim == nil || claim.Kind != knowledge.Retry || claim.Policy.Op >= 0 {
			return layers.Layer{}, false
		}
		l := layers.Layer{Kind: layers.Client, Name: shortName(fn), Place: w.s.cs.at(made.Pos())}
		l.Attempts = w.attempts(made, claim, call)
		return l, true
	}
	fn := w.written(v, 0)
	if fn == nil {
		if obj := function(ssabuild.Resolve(v)); obj != nil {
			if r := w.s.cs.Repeats(obj); r != nil && r.Param >= 0 && !r.Later {
				return layers.Layer{Kind: layers.Loop, Name: shortName(obj), Attempts: r.Attempts}, true
			}
		}
		return layers.Layer{}, false
	}
	var first *Place
	for _, p := range w.s.loops {
		if p.In == fn && p.Lent && (first == nil || p.Call.Pos() < first.Call.Pos()) {
			first = p
		}
	}
	if first == nil {
		return layers.Layer{}, false
	}
	return first.Layer, true
}

// attempts is how often an interceptor of a library tries a call, or 0 if that is not known. What a call
// is told itself goes before what the interceptor is told.
func (w *wrapping) attempts(made *ssa.Call, claim *knowledge.Claim, call *ssa.Call) int {
	set := w.s.policies.Call(made, claim)[knowledge.Attempts]
	options, known := w.s.policies.Options(&made.Call)
	if call != nil {
		own, ok := w.s.policies.Options(&call.Call)
		if !ok {
			return 0
		}
		for _, o := range own {
			o = ssabuild.Resolve(o)
			if of := knowledge.RetryType(o.Type()); of == nil && !w.tells(o, claim) {
				continue
			}
			options = append(options, o)
			if n, ok := w.s.policies.Value(o, call)[knowledge.Attempts]; ok {
				set = n
			}
		}
	}
	for _, o := range options {
		switch repeats, certain := w.repeatsUnavailable(o); {
		case !certain:
			return 0
		case !repeats:
			return 1
		}
	}
	if !known || set.Kind != retrypolicy.Number {
		return 0
	}
	return max(1, int(set.Number))
}

// tells reports whether an option is of the library that a line of a table speaks of.
func (w *wrapping) tells(option ssa.Value, claim *knowledge.Claim) bool {
	call, ok := option.(*ssa.Call)
	if !ok {
		return false
	}
	fn := deadline.Called(&call.Call)
	own := knowledge.Retries(fn)
	return own != nil && own.File() == claim.File()
}

// repeatsUnavailable reports whether a call is repeated when the server is not there, as far as one
// option decides that, and whether that is certain. Other failures may be an answer.
func (w *wrapping) repeatsUnavailable(option ssa.Value) (repeats, certain bool) {
	call, ok := ssabuild.Resolve(option).(*ssa.Call)
	if !ok {
		return false, false
	}
	switch fn := deadline.Called(&call.Call); {
	case fn == nil || fn.Name() == "WithRetriable":
		return false, false
	case fn.Name() == "WithCodes":
		list := w.elements(call.Call.Args[0], 0)
		certain = len(list) > 0
		for _, code := range list {
			n, ok := constantInt(code)
			repeats, certain = repeats || ok && n == 14, certain && ok
		}
		return repeats, certain || repeats
	}
	return true, true
}
