package plugin

import (
	"cmp"
	"go/token"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/directive"
	"github.com/reslint/reslint/internal/rule"
)

// whole is the name of the linter that is the whole suite, and of the analyser of settings,
// which reports what belongs to no family.
var whole = rule.SettingsAnalyzer.Name

// A suite is made of analysers in three rows, of which golangci-lint runs the last:
//
//   - a source runs a family and keeps what it reports;
//   - one analyser gathers that, and chooses the fixes that can be made together;
//   - the others report it, each a part.
//
// Those that report are shared: the findings of timeout are reported by one analyser, which
// both reslint and timeout name as theirs. golangci-lint runs it once, and reports under one
// of the names of those that are enabled. A linter is not told which these are, so that
// it could not leave a finding to another one by itself.
//
// A finding that a //nolint comment names is the exception: it is reported by an analyser
// that only the linter of that name has. So golangci-lint suppresses it where the linter is
// enabled, and nolintlint knows that the comment is of use; where it is not, the comment
// is obeyed all the same.
type suite struct {
	sources []*analysis.Analyzer
	gather  *analysis.Analyzer
	linters map[string][]*analysis.Analyzer
}

// A finding is what a source kept.
type finding struct {
	analysis.Diagnostic
	source string // the name of the family
	// named are the linters that //nolint comments name for it.
	named []string
}

func newSuite(families []*analysis.Analyzer) *suite {
	s := &suite{linters: make(map[string][]*analysis.Analyzer)}
	s.gather = &analysis.Analyzer{
		Name:       whole + "_gathered",
		Doc:        "gather the findings of a package, with the fixes that can be made together",
		Requires:   []*analysis.Analyzer{directive.Analyzer},
		ResultType: reflect.TypeFor[[]finding](),
		Run:        s.gatherFindings,
	}
	var shared []*analysis.Analyzer
	for _, a := range families {
		s.sources = append(s.sources, newSource(a))
		// Under this name golangci-lint puts no name before the messages of reslint.
		shared = append(shared, s.reporter(whole, a, func(f finding) bool {
			return f.source == a.Name && len(f.named) == 0
		}))
	}
	for i, a := range families {
		list := []*analysis.Analyzer{shared[i]}
		if a.Name == whole {
			list = shared
		} else if j := slices.IndexFunc(families, func(a *analysis.Analyzer) bool { return a.Name == whole }); j >= 0 {
			list = append(list, shared[j]) // troubles are everybody's
		}
		s.linters[a.Name] = append(slices.Clone(list), s.reporter(a.Name+"_nolint", a, func(f finding) bool {
			return slices.Contains(f.named, a.Name)
		}))
	}
	return s
}

// newSource returns an analyser that runs another one and keeps what it reports.
func newSource(a *analysis.Analyzer) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       a.Name + "_found",
		Doc:        a.Doc,
		URL:        a.URL,
		Requires:   a.Requires,
		ResultType: reflect.TypeFor[[]finding](),
		Run: func(pass *analysis.Pass) (any, error) {
			var list []finding
			inner := *pass
			inner.Analyzer = a
			inner.Report = func(d analysis.Diagnostic) { list = append(list, finding{Diagnostic: d, source: a.Name}) }
			_, err := a.Run(&inner)
			return list, err
		},
	}
}

// reporter returns an analyser that reports a part of what was gathered.
func (s *suite) reporter(name string, a *analysis.Analyzer, part func(finding) bool) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:     name,
		Doc:      a.Doc,
		URL:      a.URL,
		Requires: []*analysis.Analyzer{s.gather},
		Run: func(pass *analysis.Pass) (any, error) {
			for _, f := range pass.ResultOf[s.gather].([]finding) {
				if part(f) {
					pass.Report(f.Diagnostic)
				}
			}
			return nil, nil
		},
	}
}

// mark puts the digest of what findings depend on, besides the settings, into the names of
// analysers: golangci-lint's cache goes by these, for findings and for facts.
func (s *suite) mark(digest string) {
	if digest == "" {
		return
	}
	seen := make(map[*analysis.Analyzer]bool)
	var facts func(list []*analysis.Analyzer)
	facts = func(list []*analysis.Analyzer) {
		for _, a := range list {
			if seen[a] {
				continue
			}
			seen[a] = true
			if len(a.FactTypes) > 0 {
				a.Name += "_" + digest
			}
			facts(a.Requires)
		}
	}
	facts(s.sources)
	for _, list := range s.linters {
		list[len(list)-1].Name += "_" + digest // the linter's own
	}
}

// declare tells that a linter may be enabled. Only what such linters need is run.
func (s *suite) declare(name string) {
	for i, source := range s.sources {
		wanted := name == whole || source.Name == name+"_found" || source.Name == whole+"_found"
		if wanted && !slices.Contains(s.gather.Requires, source) {
			s.gather.Requires = append(s.gather.Requires, s.sources[i])
		}
	}
}

// gatherFindings arranges the findings as the command does, and gives them the form that
// golangci-lint needs: it shows neither the address of a rule nor steps of a proof (which
// become findings).
func (s *suite) gatherFindings(pass *analysis.Pass) (any, error) {
	var list []finding
	for _, source := range s.sources {
		found, _ := pass.ResultOf[source].([]finding)
		list = append(list, found...)
	}
	slices.SortStableFunc(list, func(a, b finding) int {
		return cmp.Or(
			comparePositions(pass.Fset.Position(a.Pos), pass.Fset.Position(b.Pos)),
			cmp.Compare(a.Category, b.Category),
			cmp.Compare(a.Message, b.Message))
	})
	comments := pass.ResultOf[directive.Analyzer].(*directive.Index)
	fixes := newFixes(pass)
	for i := range list {
		f := &list[i]
		f.Related = nil
		if f.URL != "" {
			f.Message += " " + f.URL
		}
		var nolint bool
		nolint, f.named = s.answers(comments, f)
		if nolint {
			f.SuggestedFixes = nil // it will not be made
		}
		f.SuggestedFixes = fixes.choose(f.SuggestedFixes, f.Pos)
	}
	return list, nil
}

// answers reports whether there are //nolint comments for a finding, and which linters of
// ours they name, if they don't mean all linters. A name that is no linter's, as that of a
// rule, is among them: nobody reports a finding that has only such.
func (s *suite) answers(comments *directive.Index, f *finding) (nolint bool, names []string) {
	for _, d := range comments.Matching(f.Category, f.Pos) {
		if !d.Nolint() {
			continue
		}
		if nolint = true; len(d.Rules) == 0 {
			return true, nil
		}
		for _, name := range d.Rules {
			if name == whole || directive.Covers(name, f.Category) {
				names = append(names, name)
			}
		}
	}
	return nolint, names
}

func comparePositions(a, b token.Position) int {
	return cmp.Or(cmp.Compare(a.Filename, b.Filename), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}
