package report

import (
	"io"

	"github.com/reslint/reslint/internal/findings"
)

// The types are those of GitLab's Code Quality reports. (docs.gitlab.com/ci/testing/code_quality,
// "Code Quality report format".)
type (
	gitlabIssue struct {
		Description string         `json:"description"`
		Check       string         `json:"check_name"`
		Fingerprint string         `json:"fingerprint"`
		Severity    string         `json:"severity"`
		Location    gitlabLocation `json:"location"`
	}
	gitlabLocation struct {
		Path  string      `json:"path"`
		Lines gitlabLines `json:"lines"`
	}
	gitlabLines struct {
		Begin int `json:"begin"`
		End   int `json:"end,omitempty"`
	}
)

// gitlab writes what a GitLab job hands over as its codequality report: a list, empty if there
// is nothing.
func gitlab(w io.Writer, r *Run) error {
	sources := &Sources{Dir: r.Dir}
	prints := findings.Fingerprints(r.Findings, sources.Line)
	issues := []gitlabIssue{}
	for i, f := range r.Findings {
		severity := "major"
		if r.level(f) == "warning" {
			severity = "minor"
		}
		issue := gitlabIssue{f.Message, f.Rule, prints[i], severity, gitlabLocation{r.uri(f.Start.File), gitlabLines{Begin: max(f.Start.Line, 1)}}}
		if f.End.File == f.Start.File && f.End.Line > f.Start.Line {
			issue.Location.Lines.End = f.End.Line
		}
		issues = append(issues, issue)
	}
	return encoder(w).Encode(issues)
}
