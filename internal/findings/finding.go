// Package findings holds what the suite finds as plain data. It runs the
// engine, which is the go command with reslint as its vet tool, and reads the
// stream that comes back. Everything a user sees is a view of that stream.
package findings

import (
	"cmp"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A Finding is one fault in one place.
type Finding struct {
	// Package is the import path; that of an external test ends in _test.
	Package string `json:"package"`
	// Rule is the rule's ID, "family/rule".
	Rule string `json:"rule"`
	// URL is where the rule is documented.
	URL   string   `json:"url,omitempty"`
	Start Position `json:"start"`
	End   Position `json:"end"`
	// Message says what is wrong. Unlike the diagnostic that go vet prints, it
	// does not repeat the rule.
	Message string `json:"message"`
	// Related are the places that prove the finding, in the order of the proof.
	Related []Related `json:"related,omitempty"`
	// Fixes are alternatives. The first is the one that a careful reviewer
	// would merge.
	Fixes []Fix `json:"fixes,omitempty"`
	// Unfixed is why the first fix was not applied, where it was to be.
	Unfixed string `json:"unfixed,omitempty"`
}

// A Position is a place in a file. Line and column count from 1, the column
// in bytes; 0 is unknown.
type Position struct {
	File   string `json:"file"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

// A Related place is a step of the proof of a finding.
type Related struct {
	Start   Position `json:"start"`
	End     Position `json:"end"`
	Message string   `json:"message"`
}

// A Fix repairs a finding. Its edits are made together or not at all.
type Fix struct {
	Message string `json:"message"`
	Edits   []Edit `json:"edits"`
}

// An Edit replaces the bytes Start to End (exclusive) of a file with New.
type Edit struct {
	File  string `json:"file"`
	Start int    `json:"start"`
	End   int    `json:"end"`
	New   string `json:"new"`
}

// Overlaps reports whether one of two edits of a file could change what the other is
// about. The same edit, as of an import that two fixes need, is one. An insertion where
// another edit begins or ends overlaps it, for nothing tells which comes first.
func (e Edit) Overlaps(other Edit) bool {
	switch {
	case e == other:
		return false
	case e.Start == e.End || other.Start == other.End:
		return e.Start <= other.End && other.Start <= e.End
	}
	return e.Start < other.End && other.Start < e.End
}

// String is the form that editors and the go command use: file:line:column.
func (p Position) String() string {
	s := p.File
	if p.Line > 0 {
		s += ":" + strconv.Itoa(p.Line)
		if p.Column > 0 {
			s += ":" + strconv.Itoa(p.Column)
		}
	}
	return cmp.Or(s, "-")
}

// parsePosition reads what Position.String and token.Position.String write.
// It reads from the right, since a file name may hold colons.
func parsePosition(s string) Position {
	if s == "-" {
		return Position{}
	}
	head, last, ok := cutNumber(s)
	if !ok {
		return Position{File: s}
	}
	if file, line, ok := cutNumber(head); ok {
		return Position{File: file, Line: line, Column: last}
	}
	return Position{File: head, Line: last}
}

// cutNumber splits "x:12" into "x" and 12.
func cutNumber(s string) (head string, n int, ok bool) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return s, 0, false
	}
	n, err := strconv.Atoi(s[i+1:])
	if err != nil || n <= 0 {
		return s, 0, false
	}
	return s[:i], n, true
}

func comparePositions(a, b Position) int {
	return cmp.Or(
		cmp.Compare(a.File, b.File),
		cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.Column, b.Column))
}

// arrange sorts by file, line, column and rule, so that two runs print the
// same, and drops what was found twice: the files of p are seen again in
// p [p.test].
func arrange(list []Finding) []Finding {
	slices.SortStableFunc(list, func(a, b Finding) int {
		return cmp.Or(
			comparePositions(a.Start, b.Start),
			cmp.Compare(a.Rule, b.Rule),
			cmp.Compare(a.Message, b.Message),
			comparePositions(a.End, b.End),
			cmp.Compare(a.Package, b.Package))
	})
	return slices.CompactFunc(list, func(a, b Finding) bool {
		return a.Start == b.Start && a.End == b.End && a.Rule == b.Rule && a.Message == b.Message
	})
}

// Relative returns list with the names of files below dir made relative to
// it. The list itself is left as it is.
func Relative(dir string, list []Finding) []Finding {
	short := func(p Position) Position {
		p.File = RelativePath(dir, p.File)
		return p
	}
	out := slices.Clone(list)
	for i := range out {
		f := &out[i]
		f.Start, f.End = short(f.Start), short(f.End)
		f.Related = slices.Clone(f.Related)
		for j := range f.Related {
			r := &f.Related[j]
			r.Start, r.End = short(r.Start), short(r.End)
		}
		f.Fixes = slices.Clone(f.Fixes)
		for j := range f.Fixes {
			fix := &f.Fixes[j]
			fix.Edits = slices.Clone(fix.Edits)
			for k := range fix.Edits {
				fix.Edits[k].File = RelativePath(dir, fix.Edits[k].File)
			}
		}
	}
	return out
}

// RelativePath returns name relative to dir where that is shorter, as the go
// command does.
func RelativePath(dir, name string) string {
	if !filepath.IsAbs(name) {
		return name
	}
	if rel, err := filepath.Rel(dir, name); err == nil && len(rel) < len(name) {
		return rel
	}
	return name
}
