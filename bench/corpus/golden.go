package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// A goldenLine is a line of golden.tsv: a finding that reslint, as it comes,
// is known to report.
type goldenLine struct {
	Repository, Rule, Fingerprint string
	Place                         string // for the reader: not compared
	Message                       string // not in the file: known of what is reported now
}

// goldenColumns are the columns of golden.tsv.
var goldenColumns = []string{"repository", "rule", "fingerprint", "place"}

// key is what makes a line the same as another.
func (l goldenLine) key() goldenLine {
	return goldenLine{Repository: l.Repository, Rule: l.Rule, Fingerprint: l.Fingerprint}
}

// A goldenDiff is what a change of reslint adds to its findings and takes away.
type goldenDiff struct {
	Compared  int // repositories
	Written   bool
	New, Gone []goldenLine
}

// readGolden reads golden.tsv.
func readGolden(name string) ([]goldenLine, error) {
	rows, err := readTable(name, goldenColumns...)
	if err != nil {
		return nil, err
	}
	var lines []goldenLine
	for _, row := range rows {
		c := row.cells
		lines = append(lines, goldenLine{Repository: c[0], Rule: c[1], Fingerprint: c[2], Place: c[3]})
	}
	return lines, nil
}

// checkGolden compares what was reported with golden.tsv, as far as it speaks
// of the repositories that were run. If the user asks for an update, it writes
// the file anew and keeps what is known of the others.
func checkGolden(opts options, results []result) (goldenDiff, error) {
	known, err := readGolden(opts.golden)
	if opts.update && errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	if err != nil {
		return goldenDiff{}, err
	}
	diff := compareGolden(known, results)
	if !opts.update {
		return diff, nil
	}
	for _, r := range results {
		if !r.Ran && !r.Skipped {
			return diff, fmt.Errorf("%s was not updated: nothing is known of %s (%v)", opts.golden, r.Name, r.Fault)
		}
	}
	diff.Written = true
	return diff, writeGolden(opts.golden, updated(known, results))
}

// compareGolden returns how the findings differ from those that are known.
func compareGolden(known []goldenLine, results []result) goldenDiff {
	var diff goldenDiff
	gone := make(map[goldenLine]goldenLine)
	ran := ranIn(results)
	for _, l := range known {
		if ran[l.Repository] {
			gone[l.key()] = l
		}
	}
	for _, l := range reported(results) {
		if _, ok := gone[l.key()]; !ok {
			diff.New = append(diff.New, l)
		}
		delete(gone, l.key())
	}
	for _, l := range gone {
		diff.Gone = append(diff.Gone, l)
	}
	diff.Compared = len(ran)
	sortGolden(diff.New)
	sortGolden(diff.Gone)
	return diff
}

// updated returns the lines of what was reported now, and those known of the
// repositories that were not run.
func updated(known []goldenLine, results []result) []goldenLine {
	ran := ranIn(results)
	lines := slices.DeleteFunc(slices.Clone(known), func(l goldenLine) bool { return ran[l.Repository] })
	return append(lines, reported(results)...)
}

// reported returns the findings as lines.
func reported(results []result) []goldenLine {
	var lines []goldenLine
	for _, r := range results {
		for _, f := range r.Findings {
			lines = append(lines, goldenLine{f.Repository, f.Rule, f.Fingerprint, f.place(), f.Message})
		}
	}
	return lines
}

// ranIn returns the repositories in which reslint came to the end.
func ranIn(results []result) map[string]bool {
	ran := make(map[string]bool)
	for _, r := range results {
		if r.Ran {
			ran[r.Name] = true
		}
	}
	return ran
}

// writeGolden writes golden.tsv: sorted by what a reader looks for, so that a
// change of reslint is a small change of the file.
func writeGolden(name string, lines []goldenLine) error {
	sortGolden(lines)
	var b bytes.Buffer
	fmt.Fprintln(&b, strings.Join(goldenColumns, "\t"))
	for _, l := range lines {
		fmt.Fprintln(&b, strings.Join([]string{l.Repository, l.Rule, l.Fingerprint, l.Place}, "\t"))
	}
	return os.WriteFile(name, b.Bytes(), 0o666)
}

func sortGolden(lines []goldenLine) {
	slices.SortFunc(lines, func(a, b goldenLine) int {
		return cmp.Or(
			strings.Compare(a.Repository, b.Repository), strings.Compare(a.Rule, b.Rule),
			strings.Compare(a.Place, b.Place), strings.Compare(a.Fingerprint, b.Fingerprint))
	})
}

// String prints the difference as a diff.
func (d goldenDiff) String() string {
	if len(d.New)+len(d.Gone) == 0 {
		return fmt.Sprintf("\nThe findings in %d repositories are the known ones.\n", d.Compared)
	}
	var b strings.Builder
	advice := "If that is meant, run again with -update, and account for it in the commit."
	if d.Written {
		advice = "That is written; account for it in the commit."
	}
	fmt.Fprintf(&b, "\nIn %d repositories, %d findings are new and %d are gone. %s\n", d.Compared, len(d.New), len(d.Gone), advice)
	for _, l := range d.Gone {
		fmt.Fprintf(&b, "- %s %s %s (%s)\n", l.Repository, l.Rule, l.Place, l.Fingerprint)
	}
	for _, l := range d.New {
		fmt.Fprintf(&b, "+ %s %s %s (%s)\n\t%s\n", l.Repository, l.Rule, l.Place, l.Fingerprint, l.Message)
	}
	return b.String()
}
