package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strings"
)

// A repo is a line of repos.tsv.
type repo struct {
	Name     string   // OWNER/NAME
	Commit   string   // full hash
	Kind     string   // what it is, for the reader
	Packages []string // patterns; several where a workspace has several modules
	Flags    string   // that the go command needs there, as in GOFLAGS
	Builds   bool     // it is left out if not
}

// dir is the name of the repository's checkout.
func (r repo) dir() string { return strings.ReplaceAll(r.Name, "/", "+") }

// readRepos reads repos.tsv.
func readRepos(name string) ([]repo, error) {
	rows, err := readTable(name, "repository", "commit", "kind", "packages", "flags", "builds", "vets", "seconds")
	if err != nil {
		return nil, err
	}
	var repos []repo
	for _, row := range rows {
		if b := row.cells[5]; b != "yes" && b != "no" {
			return nil, fmt.Errorf("%s: builds is %q, want yes or no", row.where, b)
		}
		repos = append(repos, repo{
			Name:     row.cells[0],
			Commit:   row.cells[1],
			Kind:     row.cells[2],
			Packages: strings.Fields(row.cells[3]),
			Flags:    row.cells[4],
			Builds:   row.cells[5] == "yes",
		})
	}
	return repos, nil
}

// A judgement is a line of judgements.tsv: what a reader found a finding to be.
type judgement struct {
	Repository, Rule, Fingerprint string
	Verdict                       string // true, false or arguable
	Why                           string
	Place                         string // where it was when it was judged, for the reader
}

// judgementColumns are the columns of judgements.tsv and of the list of
// unjudged findings, whose lines become judgements.
var judgementColumns = []string{"repository", "rule", "fingerprint", "verdict", "why", "place"}

// readJudgements reads judgements.tsv.
func readJudgements(name string) ([]judgement, error) {
	rows, err := readTable(name, judgementColumns...)
	if err != nil {
		return nil, err
	}
	var judgements []judgement
	first := make(map[string]string)
	for _, row := range rows {
		c := row.cells
		j := judgement{Repository: c[0], Rule: c[1], Fingerprint: c[2], Verdict: c[3], Why: c[4], Place: c[5]}
		if !slices.Contains([]string{"true", "false", "arguable"}, j.Verdict) {
			return nil, fmt.Errorf("%s: the verdict is %q, want true, false or arguable", row.where, j.Verdict)
		}
		if j.Why == "" {
			return nil, fmt.Errorf("%s: the verdict has no reason", row.where)
		}
		key := j.Repository + " " + j.Fingerprint
		if where, ok := first[key]; ok {
			return nil, fmt.Errorf("%s: judged before, at %s", row.where, where)
		}
		first[key] = row.where
		judgements = append(judgements, j)
	}
	return judgements, nil
}

// A row is one line of a table.
type row struct {
	where string // file:line
	cells []string
}

// readTable reads tab-separated values. The first line names the columns. An
// empty line and one that begins with # are comments.
func readTable(name string, columns ...string) ([]row, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var rows []row
	header := false
	scanner := bufio.NewScanner(file)
	for line := 1; scanner.Scan(); line++ {
		text := scanner.Text()
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		where := fmt.Sprintf("%s:%d", name, line)
		cells := strings.Split(text, "\t")
		switch {
		case !header && !slices.Equal(cells, columns):
			return nil, fmt.Errorf("%s: the columns are %q, want %q", where, cells, columns)
		case len(cells) != len(columns):
			return nil, fmt.Errorf("%s: %d cells, want %d (%s)", where, len(cells), len(columns), strings.Join(columns, ", "))
		case header:
			rows = append(rows, row{where, cells})
		}
		header = true
	}
	if err := scanner.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if !header {
		return nil, fmt.Errorf("%s: the first line must name the columns (%s)", name, strings.Join(columns, ", "))
	}
	return rows, nil
}
