package knowledge

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"time"
)

// The properties of a circuit breaker. Wait is how long it stays open, and Jitter by
// what part that is random.
const (
	// Trips is after how many failed calls the breaker opens, or the function that
	// decides it.
	Trips Property = "trips"
	// Rate is the part of the calls that has to fail for it to open.
	Rate Property = "rate"
	// Minimum is how many calls it takes before a breaker judges.
	Minimum Property = "minimum"
	// Window is for how long calls are counted.
	Window Property = "window"
	// Slow is from what duration on a call counts as slow.
	Slow Property = "slow"
	// Within is the deadline of a call, Attempt that of one attempt, and Guard the breaker
	// that it goes through, where a struct holds all of them.
	Within  Property = "within"
	Attempt Property = "attempt"
	Guard   Property = "guard"
	// Ignores says which errors do not count as failures; None if every error does.
	Ignores Property = "ignores"
	// Excludes is a second setting that says so, where a library has two.
	Excludes Property = "excludes"
	// Succeeds is there for a fallback of which the answer is certain to be no failure.
	Succeeds Property = "succeeds"
	// Made is there where a line makes a policy. What it makes is Makes.
	Made Property = "makes"
)

// makes are the kinds of policies that a line can make.
var makes = []string{"breaker", "retry", "hedge", "timeout", "fallback", "bulkhead", "limiter", "cache", "executor"}

// A Breaker is what a line says of circuit breakers, beside the settings.
type Breaker struct {
	// Makes is the kind of policy that a function makes, or empty.
	Makes string
	// Nests are the policies that are around each other in the result, from the
	// outside in: "recv", "arg" or "options".
	Nests []Source
	// Open are the names of the errors by which a breaker refuses a call: variables
	// of its package.
	Open []string
	// Counts are fields of the struct that the function in Trips is given: what counts
	// the calls, those that failed, those that failed in a row, and those that did not.
	Counts []string
	// Name is the index of the argument that names the breaker, or -1.
	Name int
}

func (p *RetryPolicy) breaker() *Breaker {
	if p.Breaker == nil {
		p.Breaker = &Breaker{Name: -1}
	}
	return p.Breaker
}

// setBreaker sets an attribute of breakers, if key is one.
func (p *RetryPolicy) setBreaker(key, value string) (known bool, err error) {
	switch key {
	case "makes":
		if !slices.Contains(makes, value) {
			return true, fmt.Errorf("makes=%s: want %s", value, strings.Join(makes, ", "))
		}
		p.breaker().Makes = value
		p.Settings[Made] = Setting{From: "yes"}
	case "nests":
		p.breaker().Nests, err = parseSources(key, value)
	case "open":
		p.breaker().Open, err = names(key, value)
	case "counts":
		p.breaker().Counts, err = names(key, value)
		if err == nil && len(p.breaker().Counts) != 4 {
			err = fmt.Errorf("counts=%s: want four names", value)
		}
	case "named":
		p.breaker().Name, err = parseArg(value)
	default:
		return false, nil
	}
	return true, err
}

// names are identifiers with commas between them.
func names(key, value string) ([]string, error) {
	list := strings.Split(value, ",")
	for _, name := range list {
		if !token.IsIdentifier(name) {
			return nil, fmt.Errorf("%s=%s: %q is no name", key, value, name)
		}
	}
	return list, nil
}

// checkBreaker checks what a line of a table says of breakers.
func (c *Claim) checkBreaker() error {
	if (c.Kind == Through || c.Kind == Execute) && c.Policy.Op < 0 {
		return fmt.Errorf("%s %s without op=", c.Kind, c.Name)
	}
	if c.Kind == Through && (c.Policy.Breaker == nil || len(c.Policy.Breaker.Open) == 0) {
		return fmt.Errorf("%s %s without open=", c.Kind, c.Name)
	}
	return nil
}

// resolveBreaker checks that the errors and fields that a line names exist.
func (c *Claim) resolveBreaker(pkg *types.Package, obj types.Object) error {
	if c.Policy == nil || c.Policy.Breaker == nil {
		return nil
	}
	b := c.Policy.Breaker
	for _, name := range b.Open {
		if _, ok := pkg.Scope().Lookup(name).(*types.Var); !ok {
			return fmt.Errorf("there is no variable %s", name)
		}
	}
	if len(b.Counts) == 0 {
		return nil
	}
	field := c.Policy.Settings[Trips].Name
	f, _, _ := types.LookupFieldOrMethod(obj.Type(), true, pkg, field)
	if f == nil {
		return fmt.Errorf("there is no field %s", field)
	}
	sig, ok := f.Type().Underlying().(*types.Signature)
	if !ok || sig.Params().Len() != 1 {
		return fmt.Errorf("%s is no function of one argument", field)
	}
	for _, name := range b.Counts {
		if of, _, _ := types.LookupFieldOrMethod(sig.Params().At(0).Type(), true, pkg, name); of == nil {
			return fmt.Errorf("what %s is given has no field %s", field, name)
		}
	}
	return nil
}

// Makes is the kind of policy that a call of fn makes, or empty.
func Makes(fn *types.Func) string {
	if claim := Retries(fn); claim != nil && claim.Policy.Breaker != nil {
		return claim.Policy.Breaker.Makes
	}
	return ""
}

// SpeaksOfBreakers reports whether a line of the package's table is about breakers,
// or what policies are around each other.
func SpeaksOfBreakers(importPath string) bool {
	t := For(importPath)
	return t != nil && t.breakers
}

// onlyOfBreakers reports whether a line speaks of breakers and of nothing that
// repeats.
func (c *Claim) onlyOfBreakers() bool {
	if c.Kind == Retry || c.Kind == Pause || c.Policy.Op >= 0 && c.Kind != Through && c.Kind != Execute {
		return false
	}
	for _, property := range []Property{Attempts, Factor, Cap, Limit, Ends, State, Filter} {
		if _, ok := c.Policy.Settings[property]; ok {
			return false
		}
	}
	return true
}

// breakersText names what calls through breakers, the errors by which these refuse, and
// when they open by default.
func (t *Table) breakersText() (through, open []string, defaults string) {
	defaults = "what the program sets"
	for _, c := range t.sorted() {
		if c.Policy == nil || c.Policy.Breaker == nil {
			continue
		}
		if c.Kind == Through {
			through = append(through, code(c.Name))
		}
		for _, name := range c.Policy.Breaker.Open {
			if name = code(name); !slices.Contains(open, name) {
				open = append(open, name)
			}
		}
	}
	if len(through) == 0 {
		through = []string{"an executor"}
	}
	for _, c := range t.sorted() {
		if text := c.opensText(); text != "" {
			defaults = text
		}
	}
	return through, open, defaults
}

// opensText says when a breaker opens, if the numbers of a line are constant.
func (c *Claim) opensText() string {
	if c.Policy == nil {
		return ""
	}
	// first is the number that a setting is where the program sets nothing.
	first := func(p Property) (float64, bool) {
		s, ok := c.Policy.Settings[p]
		switch {
		case !ok:
			return 0, false
		case s.From == "number":
			return s.Number, true
		case s.From == "field" && s.Nil != nil:
			return *s.Nil, true
		case s.From == "field" && s.Zero != nil && s.Zero.From == "number":
			return s.Zero.Number, true
		}
		return 0, false
	}
	var parts []string
	trips, byNumber := first(Trips)
	rate, byRate := first(Rate)
	if minimum, ok := first(Minimum); ok && byRate {
		unit := ""
		if rate > 1 {
			unit = " %"
		}
		parts = append(parts, fmt.Sprintf("a rate of %g%s of at least %g calls", rate, unit, minimum))
	} else if byNumber {
		parts = append(parts, plural(trips, "failure"))
	} else {
		return ""
	}
	if wait, ok := first(Wait); ok {
		parts = append(parts, "open for "+time.Duration(wait).String())
	}
	return strings.Join(parts, ", ")
}

func plural(n float64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%g %ss", n, what)
}
