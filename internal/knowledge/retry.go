package knowledge

import (
	"fmt"
	"go/token"
	"go/types"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Property is one of the numbers that a retry policy is made of.
type Property string

// The properties.
const (
	Attempts Property = "attempts"
	Wait     Property = "wait"
	Factor   Property = "factor"
	Cap      Property = "cap"
	Jitter   Property = "jitter"
	Limit    Property = "limit"
	Ends     Property = "ends"
	State    Property = "state"
	Filter   Property = "filter"
)

// Properties are all of them, those of breakers included.
var Properties = []Property{Attempts, Wait, Factor, Cap, Jitter, Limit, Ends, State, Filter, Trips, Rate, Minimum, Window, Slow, Within, Attempt, Guard, Ignores, Excludes, Succeeds, Made}

// A RetryPolicy is what a line says of retries.
type RetryPolicy struct {
	Settings map[Property]Setting
	// Inherit are the sources of the properties without a setting.
	Inherit []Source
	// Op is the index of the argument that is repeated, or -1.
	Op int
	// Repeats is "marked", "false" or, where any error repeats the operation,
	// empty.
	Repeats string
	// Writes is the HTTP method of what is repeated, POST or PATCH, or empty; Request
	// is the index of the argument that is a request, Method that of the method of
	// one, or -1.
	Writes          string
	Request, Method int
	// Stops is set where a pause is negative to say that there are no more
	// attempts, as soon as the limit or the attempts are over.
	Stops bool
	// Whole is set where the fields of a struct alone say how something retries, from
	// where it is written on.
	Whole bool
	// Clip is "wait" or "cap" where the random waits are clipped, so that all are the
	// first, or the cap, if the first is not below the cap; or empty.
	Clip string
	// Heeds is the package whose retries mark what they give up, and do not repeat what is so
	// marked; or empty.
	Heeds string
	// Grows is set where a method adds something to its receiver, for good.
	Grows bool
	// Jitters and Listens are edits that add jitter and pass a context, Off is one
	// after which nothing is repeated.
	Jitters, Listens, Off *Edit
	// Breaker is what the line says of breakers, or nil.
	Breaker *Breaker
}

// A Setting says what a property is.
type Setting struct {
	// From is "none", "yes", "unknown", "number", "arg" or "field".
	From   string
	Number float64 // durations are in nanoseconds
	Arg    int
	Name   string
	// Nil is what holds in the place of zero, or nil.
	Nil *float64
	// Plus is added to a number.
	Plus int
	// Zero is what holds in the place of a number that is not positive, or nil.
	Zero *Setting
}

// An Edit is a change of source text that a table proposes.
type Edit struct {
	// Arg is the index of the argument that is replaced, or -1 for the whole.
	Arg int
	// Append is set where the text is one more argument.
	Append bool
	// Field is the field that gets the text as its value, or empty. Path leads to such a field of the
	// struct, or pointer to one, that is the argument.
	Field string
	Path  string
	Text  string
}

func newRetryPolicy() *RetryPolicy {
	return &RetryPolicy{Settings: make(map[Property]Setting), Op: -1, Request: -1, Method: -1}
}

func (p *RetryPolicy) set(key, value string) (err error) {
	if known, err := p.setBreaker(key, value); known {
		return err
	}
	switch key {
	case "from":
		p.Inherit, err = parseSources(key, value)
	case "op":
		p.Op, err = parseArg(value)
	case "repeats":
		if value != "marked" && value != "false" {
			return fmt.Errorf("repeats=%s: want marked or false", value)
		}
		p.Repeats = value
	case "request":
		p.Request, err = parseArg(value)
	case "method":
		p.Method, err = parseArg(value)
	case "writes":
		if value != http.MethodPost && value != http.MethodPatch {
			return fmt.Errorf("writes=%s: want POST or PATCH", value)
		}
		p.Writes = value
	case "stop":
		if value != "yes" {
			return fmt.Errorf("stop=%s: the only value is yes", value)
		}
		p.Stops = true
	case "clip":
		if value != "wait" && value != "cap" {
			return fmt.Errorf("clip=%s: want wait or cap", value)
		}
		p.Clip = value
	case "heeds":
		p.Heeds = value
	case "grows", "whole":
		if value != "yes" {
			return fmt.Errorf("%s=%s: the only value is yes", key, value)
		}
		p.Grows = p.Grows || key == "grows"
		p.Whole = p.Whole || key == "whole"
	case "jitters":
		p.Jitters, err = parseEdit(value)
	case "listens":
		p.Listens, err = parseEdit(value)
	case "off":
		p.Off, err = parseEdit(value)
	default:
		for _, property := range Properties {
			if string(property) == key {
				s, err := parseSetting(value)
				if err != nil {
					return fmt.Errorf("%s=%s: %w", key, value, err)
				}
				p.Settings[property] = *s
				return nil
			}
		}
		return fmt.Errorf("unknown attribute %q", key)
	}
	if err != nil && (key == "jitters" || key == "listens" || key == "off") {
		return fmt.Errorf("%s=%s: %w", key, value, err)
	}
	return err
}

// parseSources reads a list of receiver, arguments and options.
func parseSources(key, value string) (list []Source, err error) {
	for word := range strings.SplitSeq(value, ",") {
		switch {
		case word == "recv", word == "options":
			list = append(list, Source{From: word})
		case strings.HasPrefix(word, "arg:"):
			n, err := parseArg(word)
			if err != nil {
				return nil, err
			}
			list = append(list, Source{From: "arg", Arg: n})
		default:
			return nil, fmt.Errorf("%s=%s: unknown source %q", key, value, word)
		}
	}
	return list, nil
}

func parseSetting(value string) (*Setting, error) {
	s := new(Setting)
	base, zero, hasZero := strings.Cut(value, "|")
	if hasZero {
		var err error
		if s.Zero, err = parseSetting(zero); err != nil {
			return nil, err
		}
	}
	base, plus, hasPlus := strings.Cut(base, "+")
	if hasPlus {
		if plus != "1" {
			return nil, fmt.Errorf("only +1 is known")
		}
		s.Plus = 1
	}
	base, fallback, hasDefault := strings.Cut(base, "?")
	if hasDefault {
		n, err := parseNumber(fallback)
		if err != nil {
			return nil, err
		}
		s.Nil = &n
	}
	switch {
	case base == "none", base == "yes", base == "unknown":
		s.From = base
		return s, nil
	case strings.HasPrefix(base, "arg:"):
		s.From = "arg"
		var err error
		s.Arg, err = parseArg(base)
		return s, err
	}
	if n, err := parseNumber(base); err == nil {
		s.From, s.Number = "number", n
	} else if token.IsIdentifier(base) {
		s.From, s.Name = "field", base
	} else {
		return nil, fmt.Errorf("%q is no value", base)
	}
	return s, nil
}

// parseNumber reads a number or a duration, in nanoseconds.
func parseNumber(text string) (float64, error) {
	if n, err := strconv.ParseFloat(text, 64); err == nil {
		return n, nil
	}
	d, err := time.ParseDuration(text)
	return float64(d), err
}

func parseEdit(value string) (*Edit, error) {
	if text, ok := strings.CutPrefix(value, "+"); ok {
		return &Edit{Arg: -1, Append: true, Text: text}, nil
	}
	if rest, ok := strings.CutPrefix(value, "arg:"); ok {
		digits, text, _ := strings.Cut(rest, ":")
		digits, path, _ := strings.Cut(digits, ".")
		n, err := parseArg("arg:" + digits)
		return &Edit{Arg: n, Path: path, Text: text}, err
	}
	if field, text, ok := strings.Cut(value, ":"); ok && token.IsIdentifier(field) {
		return &Edit{Arg: -1, Field: field, Text: text}, nil
	}
	return &Edit{Arg: -1, Text: value}, nil
}

// arguments are the indexes of the arguments that the line speaks of.
func (p *RetryPolicy) arguments() []int {
	if p == nil {
		return nil
	}
	args := []int{p.Op, p.Request, p.Method}
	for _, property := range Properties {
		if s, ok := p.Settings[property]; ok && s.From == "arg" {
			args = append(args, s.Arg)
		}
	}
	sources := p.Inherit
	if b := p.Breaker; b != nil {
		sources = slices.Concat(sources, b.Nests)
		args = append(args, b.Name)
	}
	for _, src := range sources {
		if src.From == "arg" {
			args = append(args, src.Arg)
		}
	}
	for _, e := range []*Edit{p.Jitters, p.Listens, p.Off} {
		if e != nil {
			args = append(args, e.Arg)
		}
	}
	return args
}

// fields are the names of the fields that the line speaks of.
func (p *RetryPolicy) fields() []string {
	if p == nil {
		return nil
	}
	var names []string
	for _, property := range Properties {
		if s, ok := p.Settings[property]; ok && s.From == "field" {
			names = append(names, s.Name)
		}
	}
	for _, e := range []*Edit{p.Jitters, p.Off} {
		if e != nil && e.Field != "" {
			names = append(names, e.Field)
		}
	}
	return names
}

// Retries returns what the tables say of retries through fn, or nil.
func Retries(fn *types.Func) *Claim {
	if fn.Pkg() == nil {
		return nil
	}
	t := For(fn.Pkg().Path())
	if t == nil {
		return nil
	}
	if claim := t.Claims[Name(fn)]; claim != nil && claim.Policy != nil {
		return claim
	}
	return nil
}

// RetryType returns the claim about the retry policy that values of type t are or
// point to, or nil.
func RetryType(t types.Type) *Claim {
	named := Named(t)
	if named == nil {
		return nil
	}
	table := For(named.Obj().Pkg().Path())
	if table == nil {
		return nil
	}
	if claim := table.Claims[named.Obj().Name()]; claim != nil && claim.Policy != nil {
		return claim
	}
	return nil
}

// SpeaksOfRetries reports whether a line of the package's table is about retries.
func SpeaksOfRetries(importPath string) bool {
	t := For(importPath)
	return t != nil && t.retries
}
