package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestTables holds that a mistake in a table is told with its line.
func TestTables(t *testing.T) {
	repos := func(name string) error { _, err := readRepos(name); return err }
	judgements := func(name string) error { _, err := readJudgements(name); return err }
	for _, test := range []struct {
		name string
		read func(string) error
		text string
		want string // "" is no error
	}{
		{"no header", repos, "", "name the columns"},
		{"wrong header", repos, "name\tcommit\n", ":1: the columns are"},
		{"too few cells", repos, repoHeader + "o/r\tabc\n", ":2: 2 cells, want 8"},
		{"builds", repos, repoHeader + "o/r\tabc\tCLI\t./...\t\tperhaps\tyes\t1\n", `:2: builds is "perhaps"`},
		{"good", repos, repoHeader + "o/r\tabc\tCLI\t./...\t\tyes\tyes\t1\n", ""},
		{"comments", judgements, "# all\n\n" + judgementHeader + "\n# one\n", ""},
		{"open verdict", judgements, judgementHeader + "o/r\ta/b\t12\t?\t\tf.go:f\n", `:2: the verdict is "?"`},
		{"no reason", judgements, judgementHeader + "o/r\ta/b\t12\ttrue\t\tf.go:f\n", ":2: the verdict has no reason"},
		{"judged twice", judgements, judgementHeader + "o/r\ta/b\t12\ttrue\ty\tf.go:f\no/r\ta/b\t12\tfalse\tn\tf.go:f\n", ":3: judged before, at "},
	} {
		t.Run(test.name, func(t *testing.T) {
			name := filepath.Join(t.TempDir(), "t.tsv")
			if err := os.WriteFile(name, []byte(test.text), 0o666); err != nil {
				t.Fatal(err)
			}
			err := test.read(name)
			switch {
			case test.want == "" && err != nil:
				t.Error(err)
			case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
				t.Errorf("error %v, want one with %q", err, test.want)
			}
		})
	}
}

// TestOwnTables holds that the tables beside the program can be read.
func TestOwnTables(t *testing.T) {
	listed := make(map[string]bool)
	for _, name := range []string{"repos.tsv", "retries.tsv", "layers.tsv"} {
		repos, err := readRepos(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range repos {
			listed[r.Name] = true
		}
	}
	judgements, err := readJudgements("judgements.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for _, j := range judgements {
		if !listed[j.Repository] {
			t.Errorf("a judgement names %s, which no table lists", j.Repository)
		}
	}

	repos, err := readRepos("repos.tsv")
	if err != nil {
		t.Fatal(err)
	}
	golden, err := readGolden("golden.tsv")
	if err != nil {
		t.Fatal(err)
	}
	reported := make(map[[2]string]bool)
	for _, l := range golden {
		reported[[2]string{l.Repository, l.Fingerprint}] = true
		if !slices.ContainsFunc(repos, func(r repo) bool { return r.Name == l.Repository }) {
			t.Errorf("golden.tsv names %s, which repos.tsv does not list", l.Repository)
		}
	}
	for _, j := range judgements {
		if j.mended() && reported[[2]string{j.Repository, j.Fingerprint}] {
			t.Errorf("%s in %s is said to be mended, and golden.tsv has it (%s)", j.Rule, j.Repository, j.Fingerprint)
		}
	}
}
