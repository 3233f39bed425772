package ruletest

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"slices"
	"strconv"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/ast/astutil"
)

// A finding is a diagnostic with its fixes in terms of files and offsets.
type finding struct {
	analysis.Diagnostic
	act   *checker.Action
	posn  token.Position
	fixes []mending
}

// A mending is one suggested fix: its edits, file by file.
type mending struct {
	message string
	edits   map[string][]change
}

// A change replaces the bytes from start to end of a file.
type change struct {
	start, end int
	text       string
}

// collect returns the findings of all results. A package with tests is
// analysed with and without them: what both find counts once.
func collect(results []*analysistest.Result) []finding {
	seen := make(map[string]bool)
	var all []finding
	for _, res := range results {
		for _, f := range findingsOf(res.Action) {
			key := f.posn.String() + f.Message
			if seen[key] {
				continue
			}
			seen[key] = true
			fset := f.act.Package.Fset
			for _, fix := range f.SuggestedFixes {
				f.fixes = append(f.fixes, newMending(fset, fix))
			}
			all = append(all, f)
		}
	}
	return all
}

// findingsOf returns the findings of act without their fixes.
func findingsOf(act *checker.Action) []finding {
	var all []finding
	for _, d := range act.Diagnostics {
		all = append(all, finding{Diagnostic: d, act: act, posn: act.Package.Fset.Position(d.Pos)})
	}
	return all
}

func newMending(fset *token.FileSet, fix analysis.SuggestedFix) mending {
	m := mending{message: fix.Message, edits: make(map[string][]change)}
	for _, e := range fix.TextEdits {
		file := fset.File(e.Pos)
		end := e.Pos
		if e.End.IsValid() {
			end = e.End
		}
		m.edits[file.Name()] = append(m.edits[file.Name()],
			change{file.Offset(e.Pos), file.Offset(end), string(e.NewText)})
	}
	return m
}

// alternatives is the greatest number of fixes that a finding has.
func alternatives(findings []finding) int {
	n := 0
	for _, f := range findings {
		n = max(n, len(f.fixes))
	}
	return n
}

// apply applies the mendings to the files on disk and returns the new text of
// each file they touch. Equal edits of different mendings count once, as in the
// drivers: two fixes may add the same import.
func apply(mendings []mending) (map[string][]byte, error) {
	edits := make(map[string][]change)
	for _, m := range mendings {
		for file, es := range m.edits {
			for _, e := range es {
				if !slices.Contains(edits[file], e) {
					edits[file] = append(edits[file], e)
				}
			}
		}
	}
	mended := make(map[string][]byte)
	for file, es := range edits {
		src, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if mended[file], err = applyEdits(src, es); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	return mended, nil
}

func applyEdits(src []byte, edits []change) ([]byte, error) {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b change) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end))
	})
	var out bytes.Buffer
	last := 0
	for _, e := range edits {
		if e.start < last {
			return nil, fmt.Errorf("the edits at offset %d overlap", e.start)
		}
		out.Write(src[last:e.start])
		out.WriteString(e.text)
		last = e.end
	}
	out.Write(src[last:])
	return out.Bytes(), nil
}

// tidy does what every driver does to a file after the edits: it formats it,
// and removes the imports that only the old text needed. It fails if the edits
// left more to format than the alignment of columns, which no edit of one line
// can keep.
func tidy(old, mended []byte) ([]byte, error) {
	formatted, err := format.Source(mended)
	if err != nil {
		return nil, err
	}
	if want, got := unaligned(formatted), unaligned(mended); !bytes.Equal(want, got) {
		return nil, fmt.Errorf("not gofmt-clean:\n-- mended --\n%s\n-- formatted --\n%s", mended, formatted)
	}
	return removeOrphans(old, formatted)
}

// mend returns the tidy new text of each file that the mendings touch.
func mend(mendings []mending) (map[string][]byte, error) {
	overlay, err := apply(mendings)
	if err != nil {
		return nil, err
	}
	for file, mended := range overlay {
		old, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if overlay[file], err = tidy(old, mended); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	return overlay, nil
}

// columns matches the blanks inside a line that gofmt uses to align.
var columns = regexp.MustCompile(`(\S)[ \t]+`)

func unaligned(src []byte) []byte { return columns.ReplaceAll(src, []byte("$1 ")) }

func removeOrphans(old, mended []byte) ([]byte, error) {
	fset := token.NewFileSet()
	was, err := parser.ParseFile(fset, "", old, 0) // UsesImport needs resolved identifiers
	if err != nil {
		return nil, err
	}
	now, err := parser.ParseFile(fset, "", mended, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	removed := false
	for _, spec := range slices.Clone(now.Imports) {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, err
		}
		if astutil.UsesImport(was, path) && !astutil.UsesImport(now, path) {
			removed = astutil.DeleteNamedImport(fset, now, localName(spec), path)
		}
	}
	if !removed {
		return mended, nil
	}
	var out bytes.Buffer
	if err := format.Node(&out, fset, now); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func localName(spec *ast.ImportSpec) string {
	if spec.Name == nil {
		return ""
	}
	return spec.Name.Name
}

// An Applied is what one suggested fix leads to.
type Applied struct {
	Posn    token.Position // of the finding
	Message string         // of the fix
	Files   map[string][]byte
	// Err is why the fix can't be applied, or why what it leads to is not formatted.
	Err error
}

// Each applies the fixes of what an action has reported, each alone, and returns the new text of
// the files that they edit as the drivers leave it.
func Each(act *checker.Action) (all []Applied) {
	for _, f := range findingsOf(act) {
		for _, fix := range f.SuggestedFixes {
			files, err := mend([]mending{newMending(act.Package.Fset, fix)})
			all = append(all, Applied{f.posn, fix.Message, files, err})
		}
	}
	return all
}
