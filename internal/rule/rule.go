// Package rule is what a rule of reslint is: an identity, a lifecycle, a
// default and a documentation. It is also the one place that reports.
package rule

import (
	"fmt"
	"slices"
	"strings"

	"honnef.co/go/tools/analysis/lint"
)

// URL is where the documentation of the rules is read.
const URL = "https://github.com/reslint/reslint/blob/main/docs/rules.md"

// A Lifecycle tells how far a rule can be relied on.
type Lifecycle string

const (
	// Stable rules were judged on real code and keep their identity.
	Stable Lifecycle = "stable"
	// Experimental rules are off by default: their precision is not yet known.
	Experimental Lifecycle = "experimental"
)

// A Rule is one kind of fault. Its documentation is the only source of
// docs/rules.md, of `reslint explain` and of the analysers' help.
type Rule struct {
	// ID is the rule's identity, "family/rule".
	ID string
	// Doc holds the title, why the rule exists (Text), a fault (Before), its
	// repair (After) and the version that brought it (Since). A rule whose
	// Doc.NonDefault is set is off unless it is enabled by name.
	Doc lint.RawDocumentation
	// Fix says what the suggested edit does, and when none is offered.
	Fix string
	// Limits says what the rule does not see.
	Limits string
	// Source names where the rule, its numbers and its defaults come from.
	Source    string
	Lifecycle Lifecycle
}

// Family is the part of the ID before the slash, the name of the analyser.
func (r *Rule) Family() string {
	family, _, _ := strings.Cut(r.ID, "/")
	return family
}

// Name is the part of the ID after the slash.
func (r *Rule) Name() string {
	_, name, _ := strings.Cut(r.ID, "/")
	return name
}

// State tells whether the rule reports without being asked to, and how far it
// can be relied on.
func (r *Rule) State() string {
	if r.Doc.NonDefault {
		return "off, " + string(r.Lifecycle)
	}
	return "on, " + string(r.Lifecycle)
}

// URL is the address of the rule's own heading in docs/rules.md.
func (r *Rule) URL() string { return URL + "#" + anchor(r.ID) }

// anchor is the fragment that a Markdown heading with the text id gets.
func anchor(id string) string {
	return strings.ReplaceAll(strings.ToLower(id), "/", "")
}

var all []*Rule

// Define adds a rule to the suite. It is called once for each rule, by the
// declaration of the rule in its family, and panics on an incomplete or
// repeated definition, so that the mistake shows in every test.
func Define(r Rule) *Rule {
	family, name, ok := strings.Cut(r.ID, "/")
	switch {
	case !ok || family == "" || name == "":
		panic(fmt.Sprintf("rule %q: the ID must be family/rule", r.ID))
	case Lookup(r.ID) != nil:
		panic(fmt.Sprintf("rule %s is defined twice", r.ID))
	case r.Lifecycle != Stable && r.Lifecycle != Experimental:
		panic(fmt.Sprintf("rule %s: unknown lifecycle %q", r.ID, r.Lifecycle))
	}
	if r.Lifecycle == Experimental {
		r.Doc.NonDefault = true
	}
	all = append(all, &r)
	return &r
}

// All returns the rules of the suite, sorted by ID.
func All() []*Rule {
	return slices.SortedFunc(slices.Values(all), func(a, b *Rule) int {
		return strings.Compare(a.ID, b.ID)
	})
}

// Lookup returns the rule with the given ID, or nil.
func Lookup(id string) *Rule {
	for _, r := range all {
		if r.ID == id {
			return r
		}
	}
	return nil
}
