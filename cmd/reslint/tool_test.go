package main

import (
	"errors"
	"flag"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint"
)

type someFact struct{}

func (*someFact) AFact() {}

func TestFactsOnly(t *testing.T) {
	ran := make(map[string]bool)
	make := func(name string, facts bool, requires ...*analysis.Analyzer) *analysis.Analyzer {
		a := &analysis.Analyzer{Name: name, Doc: name, Requires: requires, Run: func(*analysis.Pass) (any, error) {
			ran[name] = true
			return nil, nil
		}}
		if facts {
			a.FactTypes = []analysis.Fact{new(someFact)}
		}
		return a
	}
	effects := make("effects", true)
	inspect := make("inspect", false, effects)
	family := make("family", false, inspect)
	plain := make("plain", false)
	got := factsOnly([]*analysis.Analyzer{family, plain, effects})

	if got[2] != effects {
		t.Error("an analyser that exports facts was replaced")
	}
	if !slices.Equal(got[0].Requires, []*analysis.Analyzer{effects}) {
		t.Errorf("family requires %v, want effects alone", got[0].Requires)
	}
	if len(got[1].Requires) > 0 {
		t.Errorf("plain requires %v", got[1].Requires)
	}
	for i, name := range []string{"family", "plain"} {
		if got[i].Name != name {
			t.Errorf("analyser %d is named %s, want %s", i, got[i].Name, name)
		}
		if _, err := got[i].Run(nil); err != nil || ran[name] {
			t.Errorf("%s still runs (%v)", name, err)
		}
	}
	if err := analysis.Validate(got); err != nil {
		t.Error(err)
	}
}

// The flags that a dependency's process knows have to be those of the others.
func TestFactsOnlyKeepsFlags(t *testing.T) {
	names := func(analyzers []*analysis.Analyzer) (list []string) {
		for _, a := range analyzers {
			list = append(list, a.Name)
			a.Flags.VisitAll(func(f *flag.Flag) { list = append(list, a.Name+"."+f.Name) })
		}
		return list
	}
	suite := reslint.Analyzers()
	if got, want := names(factsOnly(suite)), names(suite); !slices.Equal(got, want) {
		t.Errorf("flags of a dependency %q, want %q", got, want)
	}
}

func TestGuard(t *testing.T) {
	below := &analysis.Analyzer{Name: "below", Run: func(*analysis.Pass) (any, error) { panic("no") }}
	fails := &analysis.Analyzer{Name: "fails", Run: func(*analysis.Pass) (any, error) { return nil, errors.New("failed") }}
	above := &analysis.Analyzer{Name: "above", Requires: []*analysis.Analyzer{below}, Run: func(*analysis.Pass) (any, error) { return 1, nil }}
	var stderr strings.Builder
	guard([]*analysis.Analyzer{above, fails}, &stderr)

	var messages []string
	pass := func(a *analysis.Analyzer) *analysis.Pass {
		return &analysis.Pass{
			Analyzer: a,
			Pkg:      types.NewPackage("example.com/p", "p"),
			Files:    []*ast.File{{Package: token.Pos(1)}},
			Report:   func(d analysis.Diagnostic) { messages = append(messages, d.Message) },
		}
	}
	if _, err := below.Run(pass(below)); err == nil || !strings.Contains(err.Error(), "internal error in below@example.com/p") {
		t.Errorf("a panic became %v", err)
	}
	if got := stderr.String(); !strings.HasPrefix(got, "internal error in below@example.com/p, please report it: no\n") {
		t.Errorf("of a panic in an analyser that another requires, %q is told", got)
	}
	if len(messages) > 0 {
		t.Errorf("an analyser that another requires reports %q", messages)
	}
	if _, err := fails.Run(pass(fails)); err != nil || !slices.Equal(messages, []string{"failed (reslint/trouble)"}) {
		t.Errorf("an error became %v and %q", err, messages)
	}
	if got, err := above.Run(pass(above)); got != 1 || err != nil || len(messages) != 1 {
		t.Errorf("an analyser that works gives %v, %v", got, err)
	}
}
