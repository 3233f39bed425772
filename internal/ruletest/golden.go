package ruletest

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/txtar"
)

// updateGoldens writes the golden file of each source file that a fix edits,
// and removes those of the others: one text where each finding has one fix at
// most, else one section for each fix message.
func updateGoldens(results []*analysistest.Result) error {
	findings := collect(results)
	for file, byMessage := range mendingsByFile(findings) {
		golden, err := newGolden(file, byMessage, alternatives(findingsIn(findings, file)) > 1)
		if err != nil {
			return err
		}
		if err := os.WriteFile(file+".golden", golden, 0o666); err != nil {
			return err
		}
	}
	for _, golden := range orphanGoldens(results, findings) {
		if err := os.Remove(golden); err != nil {
			return err
		}
	}
	return nil
}

func newGolden(file string, byMessage map[string][]mending, sections bool) ([]byte, error) {
	if !sections {
		overlay, err := mend(slices.Concat(slices.Collect(maps.Values(byMessage))...))
		return overlay[file], err
	}
	golden := &txtar.Archive{}
	for _, message := range slices.Sorted(maps.Keys(byMessage)) {
		overlay, err := mend(byMessage[message])
		if err != nil {
			return nil, err
		}
		golden.Files = append(golden.Files, txtar.File{Name: message, Data: overlay[file]})
	}
	return txtar.Format(golden), nil
}

// checkGoldens compares what the fixes lead to with the golden files.
func checkGoldens(t analysistest.Testing, results []*analysistest.Result, findings []finding) {
	for _, golden := range orphanGoldens(results, findings) {
		t.Errorf("%s: no fix edits the file", golden)
	}
	all := mendingsByFile(findings)
	for _, file := range slices.Sorted(maps.Keys(all)) {
		got, err := newGolden(file, all[file], alternatives(findingsIn(findings, file)) > 1)
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		want, err := os.ReadFile(file + ".golden")
		if err != nil {
			t.Errorf("%v (go test -update writes it)", err)
			continue
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s: the fixes lead to\n%s\nnot to what is in %s.golden:\n%s",
				file, firstDifference(got, want), filepath.Base(file), firstDifference(want, got))
		}
	}
}

// firstDifference returns the lines of got from the first that differs from the
// other, three at most.
func firstDifference(got, other []byte) string {
	lines, others := strings.Split(string(got), "\n"), strings.Split(string(other), "\n")
	i := 0
	for i < len(lines) && i < len(others) && lines[i] == others[i] {
		i++
	}
	return fmt.Sprintf("line %d: %s", i+1, strings.Join(lines[i:min(i+3, len(lines))], "\n"))
}

// mendingsByFile sorts all fixes by the files they edit and by their messages.
func mendingsByFile(findings []finding) map[string]map[string][]mending {
	all := make(map[string]map[string][]mending)
	for _, f := range findings {
		for _, fix := range f.fixes {
			for file := range fix.edits {
				if all[file] == nil {
					all[file] = make(map[string][]mending)
				}
				all[file][fix.message] = append(all[file][fix.message], fix)
			}
		}
	}
	return all
}

func findingsIn(findings []finding, file string) []finding {
	return slices.DeleteFunc(slices.Clone(findings), func(f finding) bool { return f.posn.Filename != file })
}

// orphanGoldens lists the golden files in the folders of the results that
// belong to no fix.
func orphanGoldens(results []*analysistest.Result, findings []finding) []string {
	edited := mendingsByFile(findings)
	var orphans []string
	for _, res := range results {
		for _, file := range res.Action.Package.GoFiles {
			golden := file + ".golden"
			if _, err := os.Stat(golden); err == nil && edited[file] == nil && !slices.Contains(orphans, golden) {
				orphans = append(orphans, golden)
			}
		}
	}
	return orphans
}
