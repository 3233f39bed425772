package rule

import (
	"go/token"

	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/facts/generated"

	"github.com/reslint/reslint/internal/directive"
)

// Requires lists the analysers whose results a Reporter reads. Each family
// adds it to its own Requires.
var Requires = []*analysis.Analyzer{SettingsAnalyzer, generated.Analyzer, directive.Analyzer}

// A Reporter reports the findings of one family in one package. All findings
// pass through it, so that settings, generated files and suppressions are
// looked at in one place.
type Reporter struct {
	// Settings are the user's choices.
	Settings *Settings

	pass       *analysis.Pass
	generated  map[string]generated.Generator
	directives *directive.Index
	used       map[use]bool
	tests      map[*token.File]bool
}

// NewReporter returns the reporter of the family that pass runs.
func NewReporter(pass *analysis.Pass) *Reporter {
	return newReporter(pass, pass.ResultOf[SettingsAnalyzer].(*Settings))
}

func newReporter(pass *analysis.Pass, s *Settings) *Reporter {
	tests := make(map[*token.File]bool)
	for _, file := range pass.Files {
		tests[pass.Fset.File(file.FileStart)] = IsTest(pass.Fset, file)
	}
	return &Reporter{
		Settings:   s,
		tests:      tests,
		pass:       pass,
		generated:  pass.ResultOf[generated.Analyzer].(map[string]generated.Generator),
		directives: pass.ResultOf[directive.Analyzer].(*directive.Index),
		used:       make(map[use]bool),
	}
}

// Wanted reports whether a finding of r at pos would be shown. A rule asks
// before work that only a finding needs.
func (rep *Reporter) Wanted(r *Rule, pos token.Pos) bool {
	file := rep.pass.Fset.File(pos)
	if file == nil || !rep.Settings.EnabledIn(r, file.Name()) {
		return false
	}
	if !rep.Settings.Tests && rep.tests[file] {
		return false
	}
	_, gen := rep.generated[file.Name()]
	return !gen
}

// Report reports d as a finding of r, unless it is not wanted. The rule's ID
// ends the message, for drivers that drop the category.
func (rep *Reporter) Report(r *Rule, d analysis.Diagnostic) {
	if !rep.Wanted(r, d.Pos) || rep.suppressed(r, d.Pos) {
		return
	}
	d.Category = r.ID
	d.URL = r.URL()
	d.Message += " (" + r.ID + ")"
	if rep.foreignOffsets(d) {
		d.SuggestedFixes = nil
	}
	rep.pass.Report(d)
}

// foreignOffsets reports whether d stands in a file whose positions are those
// of another, cgo output or code under a //line comment, or would edit one. An
// edit there would hit the wrong bytes.
func (rep *Reporter) foreignOffsets(d analysis.Diagnostic) bool {
	foreign := func(pos token.Pos) bool {
		file := rep.pass.Fset.File(pos)
		return file == nil || file.Name() != rep.pass.Fset.Position(pos).Filename
	}
	if foreign(d.Pos) {
		return true
	}
	for _, fix := range d.SuggestedFixes {
		for _, e := range fix.TextEdits {
			if foreign(e.Pos) {
				return true
			}
		}
	}
	return false
}
