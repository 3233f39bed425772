package knowledge

import (
	"fmt"
	"go/types"
)

// Concurrency is what a line says of goroutines.
type Concurrency struct {
	// Op is the index of the argument that is started in a goroutine, or -1.
	Op int
	// Max is what limits how many of them there are at once: "none", "self" (there
	// always is a limit), "recv" (what the receiver was told) or "arg"; or empty.
	Max string
	// Arg is the argument that is the limit, for Max "arg".
	Arg int
	// Takes is set where a call waits until there is room below a limit.
	Takes bool
}

// setConcurrency reads an attribute about goroutines, and reports whether it is one.
func (c *Claim) setConcurrency(key, value string) (ok bool, err error) {
	if key != "max" && key != "takes" && !(key == "op" && c.Kind == Spawn) {
		return false, nil
	}
	if c.Goroutines == nil {
		c.Goroutines = &Concurrency{Op: -1, Arg: -1}
	}
	g := c.Goroutines
	switch key {
	case "op":
		g.Op, err = parseArg(value)
	case "takes":
		if value != "yes" {
			return true, fmt.Errorf("takes=%s: the only value is yes", value)
		}
		g.Takes = true
	case "max":
		switch value {
		case "none", "self", "recv":
			g.Max = value
		default:
			g.Max = "arg"
			g.Arg, err = parseArg(value)
		}
	}
	return true, err
}

// checkConcurrency checks that a line about goroutines says what its kind needs.
func (c *Claim) checkConcurrency() error {
	g := c.Goroutines
	switch {
	case c.Kind == Spawn && (g == nil || g.Op < 0):
		return fmt.Errorf("spawn %s without op=", c.Name)
	case c.Kind == Spawn && g.Max == "":
		return fmt.Errorf("spawn %s without max=", c.Name)
	case c.Kind == Limits && (g == nil || !g.Takes && g.Max == ""):
		return fmt.Errorf("limit %s without max= or takes=", c.Name)
	}
	return nil
}

// arguments are the indexes of the arguments that the line speaks of.
func (g *Concurrency) arguments() []int {
	if g == nil {
		return nil
	}
	return []int{g.Op, g.Arg}
}

// GoroutinesOf returns what the tables say of goroutines that fn starts or limits, or
// nil.
func GoroutinesOf(fn *types.Func) *Concurrency {
	if fn == nil || fn.Pkg() == nil {
		return nil
	}
	t := For(fn.Pkg().Path())
	if t == nil {
		return nil
	}
	if claim := t.Claims[Name(fn)]; claim != nil {
		return claim.Goroutines
	}
	return nil
}

// ZeroLimit returns what the tables say of the zero value of the type that t is or
// points to: how many goroutines it starts at once; or nil.
func ZeroLimit(t types.Type) *Concurrency {
	named := Named(t)
	if named == nil {
		return nil
	}
	table := For(named.Obj().Pkg().Path())
	if table == nil {
		return nil
	}
	if claim := table.Claims[named.Obj().Name()]; claim != nil {
		return claim.Goroutines
	}
	return nil
}
