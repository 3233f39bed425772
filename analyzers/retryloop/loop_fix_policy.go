package retryloop

import (
	"fmt"
	"go/ast"
	"go/token"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/reslint/reslint/internal/fix"
	"github.com/reslint/reslint/internal/retrypolicy"
)

// A policy is what the loop says of its attempts and waits, in the terms of the
// runtime. What it does not say is the runtime's default.
type policy struct {
	name      string
	ctx       string
	attempts  int
	base, cap time.Duration
	floor     bool
}

// The runtime's defaults.
const (
	runtimeAttempts = 3
	runtimeBase     = 100 * time.Millisecond
	runtimeCap      = 5 * time.Second
)

// policy reads the numbers of the loop. It returns nil if it has some that are not
// constant: a policy for all calls can't hold those.
func (s *shape) policy() *policy {
	p := &policy{name: s.policyName(), ctx: s.context(s.loop), attempts: s.retry.Attempts}
	if p.name == "" || p.ctx == "" {
		return nil
	}
	if len(s.waits) == 0 {
		return p
	}
	w := s.waits[0]
	if w.Const > 0 {
		p.base, p.cap, p.floor = w.Const, w.Const, true
		return p
	}
	g := s.growth(w.arg)
	if !w.Grows || w.Capped || g == nil || len(g.starts) != 1 {
		return nil
	}
	if p.base, p.cap = s.extent(w.arg, g); p.base <= 0 {
		return nil
	}
	return p
}

// extent is the first wait of a loop, and the longest if the runtime's own cap would
// cut it.
func (s *shape) extent(d ast.Expr, g *growth) (first, longest time.Duration) {
	limit := s.rep.Settings.Cap
	v := g.starts[0]
	for range max(s.retry.Attempts-1, 1) {
		wait, ok := s.duration(d, g, v)
		if !ok {
			return first, limit
		}
		if first <= 0 {
			first = wait
		}
		longest = max(longest, wait)
		if v, ok = s.evaluate(g.next, g.of, v); !ok {
			return first, limit
		}
	}
	if longest <= runtimeCap {
		longest = 0
	}
	return first, min(longest, max(limit, first))
}

// policyName is the name of the loop's policy, after the function that it stands in.
// It tells loops and methods apart: their fixes may be made together.
func (s *shape) policyName() string {
	fn := s.decl()
	if fn == nil {
		return ""
	}
	base := fn.Name.Name + "Retries"
	if fn.Recv != nil {
		recv := s.text(fn.Recv.List[0].Type)
		base = strings.TrimLeft(recv[:strings.IndexByte(recv+"[", '[')], "*") + capital(base)
	}
	base = small(base)
	n := 0
	ast.Inspect(fn, func(node ast.Node) bool {
		switch node.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			if node.Pos() <= s.loop.Pos() {
				n++
			}
		}
		return true
	})
	for name := base; ; n++ {
		if n > 1 {
			name = base + strconv.Itoa(n)
		}
		if !s.isUsed(name) {
			return name
		}
	}
}

func small(name string) string {
	first, n := utf8.DecodeRuneInString(name)
	return string(unicode.ToLower(first)) + name[n:]
}

func capital(name string) string {
	first, n := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(first)) + name[n:]
}

// decl is the function of the package that the loop stands in, or nil.
func (s *shape) decl() *ast.FuncDecl {
	for _, n := range enclosing(s.file, s.loop.Pos()) {
		if fn, ok := n.(*ast.FuncDecl); ok {
			return fn
		}
	}
	return nil
}

// isUsed reports whether a name means something at the loop, or would be something
// else there if it were declared for the package.
func (s *shape) isUsed(name string) bool {
	scope := s.pass.Pkg.Scope().Innermost(s.loop.Pos())
	if scope == nil {
		return true
	}
	_, obj := scope.LookupParent(name, token.NoPos)
	return obj != nil
}

// says tells a person what to agree to.
func (p *policy) says(form string) string {
	if form == "Sleep" {
		return "Wait with resilience.Sleep: random waits that begin at " + retrypolicy.Format(p.base) + " and end with the context"
	}
	attempts := p.attempts
	if attempts == 0 {
		attempts = runtimeAttempts
	}
	base := p.base
	if base == 0 {
		base = runtimeBase
	}
	return fmt.Sprintf("Retry with resilience.%s: %d attempts, random waits that begin at %s, and a budget for all calls together", form, attempts, retrypolicy.Format(base))
}

// declare adds the policy to the package, in front of the function, and returns how
// it is passed on.
func (s *shape) declare(p *policy) (ref string) {
	fn := s.decl()
	runtime := s.use(s.loop.Pos(), fix.RuntimePath)
	var fields []string
	if p.attempts != 0 && p.attempts != runtimeAttempts {
		fields = append(fields, "Attempts: "+strconv.Itoa(p.attempts))
	}
	if p.base != 0 {
		fields = append(fields, "Backoff: "+s.backoff(p, fn.Pos()))
	}
	comment := "// " + p.name + " is shared by all calls of " + fn.Name.Name + ", as is its budget.\n"
	if len(fields) == 0 {
		s.edits = append(s.edits, fix.Above(s.pass.Fset, s.file, fn, comment+"var "+p.name+" "+runtime+".Policy"))
		return "&" + p.name
	}
	config := strings.Join(fields, ",\n\t")
	if p.base != 0 {
		config = "\n\t" + config + ",\n"
	}
	s.edits = append(s.edits, fix.Above(s.pass.Fset, s.file, fn, comment+"var "+p.name+" = "+runtime+".Must("+runtime+".New("+runtime+".Config{"+config+"}))"))
	return p.name
}
