package report

import (
	"io"
	"strings"

	"github.com/reslint/reslint/internal/findings"
)

// The types are those of the Reviewdog Diagnostic Format. (reviewdog v0.21.0,
// proto/rdf/reviewdog.proto: lines and columns count from 1, columns in bytes, an end is
// exclusive.)
type (
	rdResult struct {
		Source      rdSource       `json:"source"`
		Diagnostics []rdDiagnostic `json:"diagnostics"`
	}
	rdSource struct {
		Name string `json:"name"`
		URL  string `json:"url"`
	}
	rdDiagnostic struct {
		Message     string         `json:"message"`
		Location    rdLocation     `json:"location"`
		Severity    string         `json:"severity"`
		Code        rdCode         `json:"code"`
		Suggestions []rdSuggestion `json:"suggestions,omitempty"`
		Related     []rdRelated    `json:"related_locations,omitempty"`
	}
	rdLocation struct {
		Path  string   `json:"path"`
		Range *rdRange `json:"range,omitempty"`
	}
	rdRange struct {
		Start rdPosition  `json:"start"`
		End   *rdPosition `json:"end,omitempty"`
	}
	rdPosition struct {
		Line   int `json:"line"`
		Column int `json:"column,omitempty"`
	}
	rdCode struct {
		Value string `json:"value"`
		URL   string `json:"url,omitempty"`
	}
	rdSuggestion struct {
		Range rdRange `json:"range"`
		Text  string  `json:"text"`
	}
	rdRelated struct {
		Message  string     `json:"message"`
		Location rdLocation `json:"location"`
	}
)

// rdjson writes what reviewdog reads with -f=rdjson. A fix is handed over if it is one edit in
// the file of the finding: reviewdog makes each suggestion a comment of its own, and half of a
// fix is none.
func rdjson(w io.Writer, r *Run) error {
	sources := &Sources{Dir: r.Dir}
	result := rdResult{Source: rdSource{"reslint", "https://github.com/reslint/reslint"}, Diagnostics: []rdDiagnostic{}}
	for _, f := range r.Findings {
		d := rdDiagnostic{
			Message: f.Message, Location: r.rdLocation(f.Start, f.End), Severity: strings.ToUpper(r.level(f)),
			Code: rdCode{f.Rule, f.URL},
		}
		for _, related := range f.Related {
			d.Related = append(d.Related, rdRelated{related.Message, r.rdLocation(related.Start, related.End)})
		}
		if len(f.Fixes) > 0 && len(f.Fixes[0].Edits) == 1 {
			if e := f.Fixes[0].Edits[0]; e.File == f.Start.File {
				start, end := sources.position(e.File, e.Start), sources.position(e.File, e.End)
				if start.Line > 0 && end.Line > 0 {
					d.Suggestions = []rdSuggestion{{rdRange{rdAt(start), new(rdAt(end))}, e.New}}
				}
			}
		}
		result.Diagnostics = append(result.Diagnostics, d)
	}
	return encoder(w).Encode(result)
}

func (r *Run) rdLocation(start, end findings.Position) rdLocation {
	loc := rdLocation{Path: r.uri(start.File)}
	if start.Line > 0 {
		loc.Range = &rdRange{Start: rdAt(start)}
		if end.File == start.File && end.Line > 0 {
			loc.Range.End = new(rdAt(end))
		}
	}
	return loc
}

func rdAt(p findings.Position) rdPosition { return rdPosition{p.Line, p.Column} }
