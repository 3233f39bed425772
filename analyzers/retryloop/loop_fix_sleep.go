package retryloop

import (
	"go/constant"
	"go/token"
	"strconv"

	"github.com/reslint/reslint/internal/fix"
)

// asSleep lets the runtime wait, in a loop that stays as it is. Its jitter is none
// that linters of random numbers have to warn of.
func (s *shape) asSleep(p *policy) string {
	if s.endless() && !p.floor {
		p.cap = max(s.rep.Settings.Cap, p.base)
	}
	retry := s.retryNumber()
	backoff := s.free("backoff", "waits")
	leave, _ := s.leave(s.wait, p.ctx)
	if retry == "" || backoff == "" || leave == "" || !s.forget() {
		return ""
	}
	runtime := s.use(s.loop.Pos(), fix.RuntimePath)
	s.insert(s.loop.Pos(), backoff+" := "+s.backoff(p, s.loop.Pos())+"\n"+s.indent(s.loop.Pos()))
	test := "if " + runtime + ".Sleep(" + p.ctx + ", " + backoff + ".Wait(" + retry + ", 0)) != nil {\n"
	if results := s.fn.Signature.Results(); results.Len() > 0 && leave != "break" {
		zeros, _ := s.zeros(s.wait, results)
		const err = "err" // in a block of its own
		leave = "return " + zeros + err
		test = "if " + err + " := " + runtime + ".Sleep(" + p.ctx + ", " + backoff + ".Wait(" + retry + ", 0)); " + err + " != nil {\n"
	}
	indent := s.indent(s.wait.Pos())
	s.replace(s.wait, test+indent+"\t"+leave+"\n"+indent+"}")
	return "Sleep"
}

// sleeping is the loop if it has one wait that the runtime can take over, or nil.
func (m *repair) sleeping() *shape {
	s := &shape{repair: m}
	if len(m.waits) != 1 || len(m.retry.Waits) != 1 || m.isLabelled() || !s.findWait() {
		return nil
	}
	if g := s.growth(s.waits[0].arg); g != nil && (g.stmt == nil || s.isPost(g.stmt)) {
		s.counter = g.of
	}
	return s
}

// retryNumber is the number of the retry that a wait comes before, as text: what the
// counter says, or 0 where each wait is like the one before.
func (s *shape) retryNumber() string {
	p := s.waits[0]
	if p.Const > 0 {
		return "0"
	}
	g := s.growth(p.arg)
	if s.counter == nil || g == nil || g.of != s.counter {
		return ""
	}
	first, ok := constant.Int64Val(g.starts[0])
	for ; ok; first++ {
		d, known := s.duration(p.arg, g, constant.MakeInt64(first))
		if !known || d < 0 {
			return ""
		}
		if d > 0 {
			break
		}
	}
	if first == 0 {
		return s.counter.Name()
	}
	return s.counter.Name() + "-" + strconv.FormatInt(first, 10)
}

// backoff is the text of the runtime's backoff.
func (s *shape) backoff(p *policy, at token.Pos) string {
	runtime, time := s.use(at, fix.RuntimePath), s.use(at, "time")
	text := runtime + ".Backoff{Base: " + fix.Duration(p.base, time)
	if p.cap != 0 {
		text += ", Cap: " + fix.Duration(p.cap, time)
	}
	if p.floor {
		text += ", Jitter: " + runtime + ".EqualJitter"
	}
	return text + "}"
}
