package report

import (
	"cmp"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/reslint/reslint/internal/findings"
	"github.com/reslint/reslint/internal/rule"
)

// The types are the part of SARIF 2.1.0 that is written.
// (docs.oasis-open.org/sarif/sarif/v2.1.0)
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool struct {
			Driver sarifDriver `json:"driver"`
		} `json:"tool"`
		Invocations []sarifInvocation        `json:"invocations"`
		Bases       map[string]sarifLocation `json:"originalUriBaseIds,omitempty"`
		Results     []sarifResult            `json:"results"`
		ColumnKind  string                   `json:"columnKind"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version,omitempty"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID      string    `json:"id"`
		Short   sarifText `json:"shortDescription"`
		Full    sarifText `json:"fullDescription"`
		Help    sarifText `json:"help"`
		HelpURI string    `json:"helpUri"`
	}
	sarifText struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown,omitempty"`
	}
	sarifInvocation struct {
		Successful    bool                `json:"executionSuccessful"`
		Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	}
	sarifNotification struct {
		Level   string    `json:"level"`
		Message sarifText `json:"message"`
	}
	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    int               `json:"ruleIndex"`
		Level        string            `json:"level"`
		Message      sarifText         `json:"message"`
		Locations    []sarifPlace      `json:"locations"`
		Related      []sarifPlace      `json:"relatedLocations,omitempty"`
		Fixes        []sarifFix        `json:"fixes,omitempty"`
		Fingerprints map[string]string `json:"partialFingerprints"`
	}
	sarifPlace struct {
		Physical sarifPhysical `json:"physicalLocation"`
		Message  *sarifText    `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifLocation `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifLocation struct {
		URI  string `json:"uri"`
		Base string `json:"uriBaseId,omitempty"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
		EndLine     int `json:"endLine,omitempty"`
		EndColumn   int `json:"endColumn,omitempty"`
	}
	sarifFix struct {
		Description sarifText     `json:"description"`
		Changes     []sarifChange `json:"artifactChanges"`
	}
	sarifChange struct {
		Artifact     sarifLocation      `json:"artifactLocation"`
		Replacements []sarifReplacement `json:"replacements"`
	}
	// reviewdog v0.21.0 ends with a panic if there is no content, not even an empty one.
	sarifReplacement struct {
		Deleted  sarifRegion `json:"deletedRegion"`
		Inserted sarifText   `json:"insertedContent"`
	}
)

// sarifBase is the name that consumers know for the top of the repository.
const sarifBase = "%SRCROOT%"

// fingerprintKey names how the fingerprints are made. Another way gets another name.
const fingerprintKey = "reslint/v1"

func sarif(w io.Writer, r *Run) error {
	sources := &Sources{Dir: r.Dir}
	run := sarifRun{ColumnKind: "utf16CodeUnits", Results: []sarifResult{}}
	var ids []string
	run.Tool.Driver, ids = driver(r.Version)
	invocation := sarifInvocation{Successful: len(r.Failures) == 0}
	for _, f := range r.Failures {
		invocation.Notifications = append(invocation.Notifications, sarifNotification{"error", sarifText{Text: f.String()}})
	}
	run.Invocations = []sarifInvocation{invocation}
	if r.Root != "" {
		run.Bases = map[string]sarifLocation{sarifBase: {URI: fileURI(r.Root) + "/"}}
	}
	prints := findings.Fingerprints(r.Findings, sources.Line)
	for i, f := range r.Findings {
		result := sarifResult{
			RuleID: f.Rule, RuleIndex: slices.Index(ids, f.Rule), Level: r.level(f),
			Message:      sarifText{Text: f.Message},
			Locations:    []sarifPlace{r.sarifPlace(sources, f.Start, f.End, "")},
			Fingerprints: map[string]string{fingerprintKey: prints[i]},
		}
		for _, related := range f.Related {
			result.Related = append(result.Related, r.sarifPlace(sources, related.Start, related.End, related.Message))
		}
		for _, fix := range f.Fixes {
			if changes, ok := r.sarifChanges(sources, fix.Edits); ok {
				result.Fixes = append(result.Fixes, sarifFix{sarifText{Text: fix.Message}, changes})
			}
		}
		run.Results = append(run.Results, result)
	}
	enc := encoder(w)
	enc.SetIndent("", " ")
	return enc.Encode(sarifLog{
		Schema:  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
		Version: "2.1.0",
		Runs:    []sarifRun{run},
	})
}

// driver tells of all rules, so that what has been mended still has a name.
func driver(version string) (d sarifDriver, ids []string) {
	d = sarifDriver{Name: "reslint", Version: version, InformationURI: "https://github.com/reslint/reslint"}
	for _, r := range rule.All() {
		d.Rules = append(d.Rules, sarifRule{
			ID:      r.ID,
			Short:   sarifText{Text: sentence(r.Doc.Title)},
			Full:    sarifText{Text: sentence(r.Doc.Title)},
			Help:    sarifText{Text: r.Text(), Markdown: r.Markdown()},
			HelpURI: r.URL(),
		})
		ids = append(ids, r.ID)
	}
	return d, ids
}

func sentence(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:] + "."
}

func (r *Run) sarifPlace(sources *Sources, start, end findings.Position, message string) sarifPlace {
	p := sarifPlace{Physical: sarifPhysical{Artifact: r.artifact(start.File)}}
	if start.Line > 0 {
		region := sarifRegion{StartLine: start.Line, StartColumn: column(sources, start)}
		if end.File == start.File && end.Line >= start.Line {
			region.EndLine, region.EndColumn = end.Line, column(sources, end)
		}
		p.Physical.Region = &region
	}
	if message != "" {
		p.Message = &sarifText{Text: message}
	}
	return p
}

// sarifChanges are the edits of a fix, a file at a time. They report false if a file can't be read.
func (r *Run) sarifChanges(sources *Sources, edits []findings.Edit) (changes []sarifChange, ok bool) {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b findings.Edit) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Start, b.Start))
	})
	for i, e := range edits {
		start, end := sources.position(e.File, e.Start), sources.position(e.File, e.End)
		if start.Line == 0 || end.Line == 0 {
			return nil, false
		}
		if i == 0 || e.File != edits[i-1].File {
			changes = append(changes, sarifChange{Artifact: r.artifact(e.File)})
		}
		c := &changes[len(changes)-1]
		deleted := sarifRegion{start.Line, column(sources, start), end.Line, column(sources, end)}
		c.Replacements = append(c.Replacements, sarifReplacement{deleted, sarifText{Text: e.New}})
	}
	return changes, len(changes) > 0
}

// column counts in UTF-16 code units, as most that read SARIF do.
func column(sources *Sources, p findings.Position) int {
	line, ok := sources.Line(p)
	if !ok || p.Column < 1 || p.Column > len(line)+1 {
		return p.Column
	}
	return len(utf16.Encode([]rune(line[:p.Column-1]))) + 1
}

func (r *Run) artifact(file string) sarifLocation {
	uri := r.uri(file)
	loc := sarifLocation{URI: (&url.URL{Path: uri}).EscapedPath()}
	switch {
	case filepath.IsAbs(file) && uri == filepath.ToSlash(file):
		loc.URI = fileURI(file)
	case r.Root != "":
		loc.Base = sarifBase
	}
	return loc
}

// uri is the name of a file below the top of the repository, with slashes.
func (r *Run) uri(file string) string {
	if r.Root != "" {
		abs := file
		if !filepath.IsAbs(abs) {
			abs = filepath.Join(r.Dir, abs)
		}
		if rel, err := filepath.Rel(r.Root, abs); err == nil && filepath.IsLocal(rel) {
			file = rel
		}
	}
	return filepath.ToSlash(file)
}

func fileURI(name string) string {
	name = filepath.ToSlash(name)
	if !strings.HasPrefix(name, "/") {
		name = "/" + name // C:/x
	}
	return (&url.URL{Scheme: "file", Path: name}).String()
}
