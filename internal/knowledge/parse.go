package knowledge

import (
	"fmt"
	"go/token"
	"strconv"
	"strings"
	"time"
)

// Parse reads the text of a table file and returns the tables of the packages
// that it speaks of. Errors name the file and the line.
func Parse(file, text string) (map[string]*Table, error) {
	parsed := make(map[string]*Table)
	var current []*Table
	var versions []string // those of the first package hold for the others, too
	n := 0
	for line := range strings.Lines(text) {
		n++
		where := fmt.Sprintf("%s:%d", file, n)
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		switch words[0] {
		case "package":
			if len(words) < 2 {
				return nil, fmt.Errorf("%s: want: package PATH…", where)
			}
			current = nil
			for _, path := range words[1:] {
				if parsed[path] != nil {
					return nil, fmt.Errorf("%s: package %s stands twice", where, path)
				}
				t := newTable()
				t.File = file
				t.Versions = versions
				parsed[path] = t
				current = append(current, t)
			}
		case "source":
			if len(words) < 2 {
				return nil, fmt.Errorf("%s: want: source VERSION FILES…", where)
			}
			if current == nil {
				return nil, fmt.Errorf("%s: a package line has to come first", where)
			}
			for _, t := range current {
				t.read(words[1])
				versions = t.Versions
			}
		default:
			claim, err := parseClaim(words)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", where, err)
			}
			if current == nil {
				return nil, fmt.Errorf("%s: a package line has to come first", where)
			}
			claim.Where = where
			for _, t := range current {
				if t.Claims[claim.Name] != nil {
					return nil, fmt.Errorf("%s: %s stands twice", where, claim.Name)
				}
				t.add(claim)
			}
		}
	}
	return parsed, nil
}

func parseClaim(words []string) (*Claim, error) {
	claim := &Claim{Kind: Kind(words[0]), For: -1, Into: -1, Network: -1, Driver: -1, Op: -1, Instead: -1}
	switch claim.Kind {
	case Call, Client, Local, Constructor, Policy, Carrier, Option, Setter, Driver:
	case Retry, Schedule, Pause, Permanent, Transient, Requeue, Through, Execute, Spawn, Limits, Fallback, Gate:
	default:
		return nil, fmt.Errorf("unknown kind %q", words[0])
	}
	if len(words) < 2 || strings.Contains(words[1], "=") {
		return nil, fmt.Errorf("%s without a name", words[0])
	}
	claim.Name = words[1]
	seen := make(map[string]bool)
	for _, attr := range words[2:] {
		key, value, ok := strings.Cut(attr, "=")
		if !ok || value == "" {
			return nil, fmt.Errorf("%q is not KEY=VALUE", attr)
		}
		if seen[key] {
			return nil, fmt.Errorf("%s stands twice", key)
		}
		seen[key] = true
		if err := claim.set(key, value); err != nil {
			return nil, err
		}
	}
	switch claim.Kind {
	case Local, Carrier, Driver:
	case Retry, Schedule, Pause:
		if claim.Policy == nil {
			claim.Policy = newRetryPolicy()
		}
	case Permanent, Transient, Requeue, Gate:
	case Through, Execute:
		if claim.Policy == nil {
			claim.Policy = newRetryPolicy()
		}
		if err := claim.checkBreaker(); err != nil {
			return nil, err
		}
	case Spawn, Limits:
		return claim, claim.checkConcurrency()
	case Fallback:
		if claim.Instead < 0 {
			return nil, fmt.Errorf("fallback %s without instead=", claim.Name)
		}
	default:
		if !seen["bound"] && !(claim.Kind == Setter && claim.Policy != nil) {
			return nil, fmt.Errorf("%s %s without bound=", claim.Kind, claim.Name)
		}
	}
	return claim, nil
}

// rules are the rules that report calls.
var rules = map[string]bool{"dial": true, "grpc-dial": true, "grpc-call": true, "database": true, "remote-call": true}

func (c *Claim) set(key, value string) (err error) {
	if ok, err := c.setConcurrency(key, value); ok {
		return err
	}
	if c.Kind == Spawn || c.Kind == Limits {
		return fmt.Errorf("unknown attribute %q of a %s", key, c.Kind)
	}
	switch key {
	case "cancel", "detach", "shape", "blocks", "works":
		if value != "yes" {
			return fmt.Errorf("%s=%s: the only value is yes", key, value)
		}
	}
	switch {
	case c.Kind == Gate:
		return fmt.Errorf("unknown attribute %q of a gate", key)
	case c.Kind == Fallback && key == "op":
		c.Op, err = parseArg(value)
		return err
	case key == "instead" && (c.Kind == Fallback || c.Kind == Through || c.Kind == Schedule):
		c.Instead, err = parseArg(value)
		return err
	case c.Kind == Fallback || key == "instead":
		return fmt.Errorf("unknown attribute %q of a %s", key, c.Kind)
	}
	switch key {
	case "bound":
		c.Bound, err = c.parseBound(value)
		if c.Kind == Policy {
			c.Fields = c.Bound
		}
	case "fields":
		for name := range strings.SplitSeq(value, ",") {
			c.Fields = append(c.Fields, Source{From: "field", Name: name})
		}
	case "gives":
		c.Known = true
		c.Gives, err = c.parseBound(value)
	case "as":
		if !rules[value] {
			return fmt.Errorf("as=%s: no rule reports calls under that name", value)
		}
		c.As = value
	case "assume":
		if value != "none" {
			return fmt.Errorf("assume=%s: the only value is none", value)
		}
		c.Unbounded = true
	case "tries":
		if c.Tries = Endless; value != "none" {
			c.Tries, err = strconv.Atoi(value)
		}
	case "absent":
		if !token.IsIdentifier(value) {
			return fmt.Errorf("absent=%s: %q is no name", value, value)
		}
		c.Absent = value
	case "default":
		c.Default, err = time.ParseDuration(value)
	case "nil":
		c.Nil, err = time.ParseDuration(value)
	case "words":
		c.Words = strings.Split(value, ",")
	case "network":
		c.Network, err = parseArg(value)
	case "driver":
		c.Driver, err = parseArg(value)
	case "name":
		c.Registered = value
	case "for":
		c.For, err = parseArg(value)
	case "into":
		c.Into, err = parseArg(value)
	case "blocks":
		c.Blocks = true
	case "works":
		c.Works = true
	case "except":
		c.Except = value
	case "result":
		if value != "1" {
			return fmt.Errorf("result=%s: the only value is 1", value)
		}
		c.Result = 1
	case "cancel":
		c.Cancel = true
	case "detach":
		c.Detach = true
	case "shape":
		c.Shape = true
	default:
		if c.Policy == nil {
			c.Policy = newRetryPolicy()
		}
		return c.Policy.set(key, value)
	}
	return err
}

func (c *Claim) parseBound(value string) ([]Source, error) {
	if value == "none" {
		return nil, nil
	}
	var sources []Source
	for word := range strings.SplitSeq(value, ",") {
		name, isVar := strings.CutPrefix(word, "var:")
		switch {
		case word == "recv", word == "self", word == "options", word == "unknown":
			sources = append(sources, Source{From: word})
		case strings.HasPrefix(word, "arg:"):
			n, err := parseArg(word)
			if err != nil {
				return nil, err
			}
			sources = append(sources, Source{From: "arg", Arg: n})
		case isVar && name != "":
			sources = append(sources, Source{From: "var", Name: name})
		case c.Kind == Policy && word != "" && !strings.Contains(word, ":"):
			sources = append(sources, Source{From: "field", Name: word})
		default:
			return nil, fmt.Errorf("bound=%s: unknown source %q", value, word)
		}
	}
	return sources, nil
}

func parseArg(value string) (int, error) {
	digits, ok := strings.CutPrefix(value, "arg:")
	n, err := strconv.Atoi(digits)
	if !ok || err != nil || n < 0 {
		return 0, fmt.Errorf("%q is not arg:N", value)
	}
	return n, nil
}
