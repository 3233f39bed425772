package torture

import (
	"bytes"
	"encoding/gob"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/reslint/reslint"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/ruletest"
)

// endless is when an analysis is taken never to end. It is no measure of speed.
const endless = 5 * time.Minute

// suite are the analysers, with everything on, and panics made errors.
var suite = reslint.Analyzers()

func TestMain(m *testing.M) {
	flag.Parse()
	for name, value := range map[string]string{"strict": "true", "tests": "true", "runtime": "true", "enable": strings.Join(rule.Names(), ",")} {
		if err := rule.SettingsAnalyzer.Flags.Set(name, value); err != nil {
			panic(err)
		}
	}
	seen := make(map[*analysis.Analyzer]bool)
	for list := slices.Clone(suite); len(list) > 0; list = list[1:] {
		if a := list[0]; !seen[a] {
			seen[a] = true
			a.Run = recovered(a.Run)
			list = append(list, a.Requires...)
		}
	}
	os.Exit(m.Run())
}

func recovered(run func(*analysis.Pass) (any, error)) func(*analysis.Pass) (any, error) {
	return func(pass *analysis.Pass) (result any, err error) {
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("panic in %s: %v\n%s", pass, p, debug.Stack())
			}
		}()
		return run(pass)
	}
}

// analyse runs the suite over a program twice, one analyser after the other and then side by side, as the drivers
// do, and holds the two answers against each other. It returns what was done.
func analyse(pkgs []*packages.Package) (*checker.Graph, error) {
	graph, first, err := answer(pkgs, true)
	if err != nil {
		return nil, err
	}
	_, second, err := answer(pkgs, false)
	if err != nil {
		return nil, err
	}
	if !slices.Equal(first, second) {
		return nil, fmt.Errorf("two runs differ:\n%s", difference(first, second))
	}
	return graph, nil
}

// answer runs the suite, and lists all that it says and exports.
func answer(pkgs []*packages.Package, sequential bool) (*checker.Graph, []string, error) {
	type result struct {
		graph *checker.Graph
		err   error
	}
	done := make(chan result, 1)
	go func() {
		graph, err := checker.Analyze(suite, pkgs, &checker.Options{Sequential: sequential, SanityCheck: true})
		done <- result{graph, err}
	}()
	var res result
	select {
	case res = <-done:
	case <-time.After(endless):
		stacks := make([]byte, 1<<20)
		return nil, nil, fmt.Errorf("no end after %s\n%s", endless, stacks[:runtime.Stack(stacks, true)])
	}
	if res.err != nil {
		return nil, nil, res.err
	}
	var lines []string
	var errs []error
	for act := range res.graph.All() {
		if act.Err != nil && !strings.HasPrefix(act.Err.Error(), "failed prerequisites") {
			errs = append(errs, act.Err)
		}
		for _, d := range act.Diagnostics {
			if d.Category == rule.Trouble {
				errs = append(errs, errors.New(d.Message))
			}
			lines = append(lines, told(act, d))
		}
		for _, f := range act.AllObjectFacts() {
			lines = append(lines, fmt.Sprintf("%s: %s has %s", act, f.Object, exported(f.Fact)))
		}
		for _, f := range act.AllPackageFacts() {
			lines = append(lines, fmt.Sprintf("%s: %s has %s", act, f.Package, exported(f.Fact)))
		}
	}
	slices.Sort(lines)
	return res.graph, lines, errors.Join(errs...)
}

func told(act *checker.Action, d analysis.Diagnostic) string {
	var b strings.Builder
	fset := act.Package.Fset
	fmt.Fprintf(&b, "%s: %s", fset.Position(d.Pos), d.Message)
	for _, r := range d.Related {
		fmt.Fprintf(&b, "; %s: %s", fset.Position(r.Pos), r.Message)
	}
	for _, fix := range d.SuggestedFixes {
		fmt.Fprintf(&b, "\n\t%s", fix.Message)
		for _, e := range fix.TextEdits {
			fmt.Fprintf(&b, "; %s-%s: %q", fset.Position(e.Pos), fset.Position(e.End), e.NewText)
		}
	}
	return b.String()
}

// exported is a fact as the go command's cache would keep it.
func exported(fact analysis.Fact) string {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(fact); err != nil {
		return err.Error()
	}
	return fmt.Sprintf("%T %v %x", fact, fact, b.Bytes())
}

func difference(a, b []string) string {
	var out strings.Builder
	for _, line := range a {
		if !slices.Contains(b, line) {
			fmt.Fprintf(&out, "- %s\n", line)
		}
	}
	for _, line := range b {
		if !slices.Contains(a, line) {
			fmt.Fprintf(&out, "+ %s\n", line)
		}
	}
	return out.String()
}

// checkFixes type-checks what each fix leads to. See ruletest.Each for what else a fix must not do.
func (w *world) checkFixes(t testing.TB, graph *checker.Graph, views map[*packages.Package]view) (fixes int) {
	for _, act := range graph.Roots {
		for _, m := range ruletest.Each(act) {
			fixes++
			if err := m.Err; err != nil {
				t.Errorf("%s: fix %q: %v", m.Posn, m.Message, err)
			} else if err := w.compiles(act.Package, views[act.Package], m.Files); err != nil {
				t.Errorf("%s: fix %q: %v", m.Posn, m.Message, err)
			}
		}
	}
	return fixes
}

// compiles type-checks a package with other texts of some of its files.
func (w *world) compiles(p *packages.Package, v view, texts map[string][]byte) error {
	files := slices.Clone(p.Syntax)
	var parsed []*ast.File
	defer func() { w.forget(parsed) }()
	for i, file := range files {
		name := w.fset.File(file.FileStart).Name()
		text, ok := texts[name]
		if !ok {
			continue
		}
		mended, err := parser.ParseFile(w.fset, name, text, parser.SkipObjectResolution)
		if err != nil {
			return fmt.Errorf("%w\n%s", err, text)
		}
		files[i], parsed = mended, append(parsed, mended)
	}
	if _, errs := v.check(p.PkgPath, files); len(errs) > 0 {
		for _, text := range texts {
			return fmt.Errorf("%w\n%s", errs[0], text)
		}
	}
	return nil
}
