package knowledge

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Markdown returns the section of docs/rules.md that tells which libraries the
// tables know: their calls, what bounds them, and the version that was read.
func Markdown() (string, error) {
	all, err := Packages()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(`## The libraries

What reslint knows of libraries stands in ` + "`internal/knowledge/tables`" + `, one file a library, with the
source that each line was read in. "the client" is a timeout of the client, connection or
handle itself, set by what the column names. A default is what the library does by itself where the program sets nothing.
Of a library that is not listed, reslint knows what its source shows: a function that calls one of these needs the same.

| package | calls | bounded by | default | read in |
|---|---|---|---|---|
`)
	for _, path := range slices.Sorted(maps.Keys(all)) {
		t := all[path]
		calls := t.calls()
		if len(calls) == 0 {
			continue
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", path, shorten(calls), strings.Join(t.bounds(), ", "),
			strings.Join(t.defaults(), ", "), strings.Join(t.Versions, ", "))
	}
	b.WriteString(`
### Retries

The same tables say what retry libraries do, and what their options set. A default that is dangerous is reported as if it
had been written down.

| package | repeats through | by default | read in |
|---|---|---|---|
`)
	for _, path := range slices.Sorted(maps.Keys(all)) {
		t := all[path]
		if through, defaults := t.retriesText(); len(through) > 0 {
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", path, shorten(through), defaults, strings.Join(t.Versions, ", "))
		}
	}
	b.WriteString(`
### Circuit breakers

| package | calls through a breaker | refused with | by default | read in |
|---|---|---|---|---|
`)
	for _, path := range slices.Sorted(maps.Keys(all)) {
		t := all[path]
		if through, open, defaults := t.breakersText(); len(open) > 0 {
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", path, shorten(through), strings.Join(open, ", "), defaults, strings.Join(t.Versions, ", "))
		}
	}
	b.WriteString(`
### Goroutines

What starts its argument in a goroutine, and what limits how many of them there are.

| package | starts through | limited by | read in |
|---|---|---|---|
`)
	for _, path := range slices.Sorted(maps.Keys(all)) {
		t := all[path]
		if through, limits := t.goroutinesText(); len(through)+len(limits) > 0 {
			if len(limits) == 0 {
				limits = []string{"nothing"}
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", path, shorten(through), shorten(limits), strings.Join(t.Versions, ", "))
		}
	}
	return b.String(), nil
}

// goroutinesText names what starts goroutines, and what limits them.
func (t *Table) goroutinesText() (through, limits []string) {
	for _, c := range t.sorted() {
		switch g := c.Goroutines; {
		case g == nil:
		case c.Kind == Spawn:
			through = append(through, code(c.Name))
			if g.Max == "self" && !slices.Contains(limits, "its own size") {
				limits = append(limits, "its own size")
			}
		case g.Takes || g.Max == "arg":
			limits = append(limits, code(c.Name))
		}
	}
	return through, limits
}

// retriesText names what repeats operations, or gives the waits for it, and the
// policy that it has by default.
func (t *Table) retriesText() (through []string, defaults string) {
	defaults = "what the program sets"
	for _, c := range t.sorted() {
		if c.Policy == nil {
			continue
		}
		if c.Kind == Retry || c.Kind == Pause || c.Remote() && len(c.Policy.Inherit) > 0 {
			through = append(through, code(c.Name))
		}
		if text := c.Policy.text(); text != "" && (c.Kind == Retry || strings.HasPrefix(c.Name, "New")) {
			defaults = text
		}
	}
	return through, defaults
}

// text is a policy whose numbers are all constant, or empty.
func (p *RetryPolicy) text() string {
	var parts []string
	for _, property := range []Property{Attempts, Wait, Factor, Cap, Jitter, Limit} {
		s, ok := p.Settings[property]
		switch {
		case !ok && (property == Attempts || property == Limit):
		case !ok || s.From != "number" && s.From != "none":
			return ""
		case s.From == "none" && property == Jitter:
			parts = append(parts, "no jitter")
		case s.From == "none":
		case property == Wait || property == Cap || property == Limit:
			parts = append(parts, string(property)+" "+time.Duration(s.Number).String())
		case property == Jitter && s.Number > 1:
			parts = append(parts, "jitter "+time.Duration(s.Number).String())
		default:
			parts = append(parts, fmt.Sprintf("%s %g", property, s.Number))
		}
	}
	return strings.Join(parts, ", ")
}

// sorted are the claims of a table by name.
func (t *Table) sorted() []*Claim {
	return slices.SortedFunc(maps.Values(t.Claims), func(a, b *Claim) int { return strings.Compare(a.Name, b.Name) })
}

func (t *Table) calls() []string {
	var names []string
	for _, c := range t.sorted() {
		switch {
		case c.Kind == Client && c.Name == "*":
			names = append(names, "all methods with a context")
		case c.Kind == Client:
			names = append(names, "methods of "+c.Name+" with a context")
		case c.Kind == Call && strings.HasPrefix(c.Name, "func("):
			names = append(names, "generated methods "+code(c.Name[4:]))
		case c.Kind == Call:
			names = append(names, code(c.Name))
		}
	}
	return names
}

// bounds names what may end the calls: their contexts, and what sets a timeout
// on what they are made with.
func (t *Table) bounds() []string {
	context, client := false, false
	var setters []string
	for _, c := range t.sorted() {
		for _, src := range c.Fields {
			setters = append(setters, code(c.Name+"."+src.Name))
		}
		for _, src := range c.Bound {
			switch {
			case c.Remote() && src.From == "arg":
				context = true
			case c.Remote() && src.From == "recv":
				client = true
			case (c.Kind == Option || c.Kind == Setter) && (src.From == "arg" || src.From == "self"):
				setters = append(setters, code(c.Name))
			}
		}
	}
	var list []string
	if context {
		list = append(list, "an argument (context, timeout, dialer)")
	}
	switch {
	case len(setters) > 0:
		list = append(list, "the client ("+shorten(setters)+")")
	case client:
		list = append(list, "the client")
	}
	if len(list) == 0 {
		return []string{"nothing"}
	}
	return list
}

func (t *Table) defaults() []string {
	byDuration := make(map[time.Duration][]string)
	for _, c := range t.sorted() {
		if c.Nil > 0 {
			byDuration[c.Nil] = append(byDuration[c.Nil], code(c.Name+"(nil)"))
		}
		if c.Default > 0 {
			name := code(c.Name)
			if c.Kind == Client {
				name = "methods of " + c.Name
			}
			byDuration[c.Default] = append(byDuration[c.Default], name)
		}
	}
	var list []string
	for _, d := range slices.Sorted(maps.Keys(byDuration)) {
		list = append(list, d.String()+" ("+shorten(byDuration[d])+")")
	}
	if len(list) == 0 {
		return []string{"none"}
	}
	return list
}

// maxNames is how many names a cell of the table holds.
const maxNames = 6

func shorten(names []string) string {
	if len(names) > maxNames {
		return strings.Join(names[:maxNames-1], ", ") + fmt.Sprintf(" and %d more", len(names)-maxNames+1)
	}
	return strings.Join(names, ", ")
}

func code(s string) string { return "`" + s + "`" }
