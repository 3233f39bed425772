package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLabels holds what the table counts: a false finding is held against a
// rule until the rule is mended.
func TestLabels(t *testing.T) {
	j := func(repo, rule, verdict, why string) judgement {
		return judgement{Repository: repo, Rule: rule, Verdict: verdict, Why: why}
	}
	got := labelTable([]judgement{
		j("o/r", "timeout/dial", "true", "it hangs"),
		j("o/r", "timeout/dial", "false", "it is bounded"),
		j("o/r", "timeout/dial", "false", "it is bounded. Mended: the bound is seen"),
		j("o/new", "timeout/dial", "false", "it is bounded"),
		j("o/r", "timeout/http-client", "arguable", "who knows"),
		j("o/r", "retryloop/loop", "false", "it polls"),
	})
	for _, want := range []string{
		"6 findings in 2 repositories",
		"\n| retryloop/loop |  | 1 | 0 | 1 | 0 | 0 | 0.0 % | 0.0 % |\n| timeout/dial | on | 4 | 1 | 3 | 1 | 0 | 25.0 % | 33.3 % |\n| timeout/http-client | on | 1 | 0 | 0 | 0 | 1 | - | - |\n" +
			"| all that are on |  | 5 | 1 | 3 | 1 | 1 | 25.0 % | 33.3 % |\n| all |  | 6 | 1 | 4 | 1 | 1 | 20.0 % | 25.0 % |\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
}

// TestWriteLabels holds that only what stands between the marks is written.
func TestWriteLabels(t *testing.T) {
	c := newCorpus(t, mod+"-- r.go --\npackage r\n")
	c.write("judgements.tsv", judgementHeader+"o/r\ttimeout/dial\tabc\ttrue\tit hangs\tr.go:f\n")
	c.write("README.md", "before\n"+labelsBegin+"old\n"+labelsEnd+"after\n")
	readme := filepath.Join(c.dir, "README.md")
	write := func() string {
		t.Helper()
		if passed, _, err := c.run("-table", readme); !passed || err != nil {
			t.Fatalf("passed %t, error %v", passed, err)
		}
		text, err := os.ReadFile(readme)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	first := write()
	if !strings.HasPrefix(first, "before\n"+labelsBegin+"Made on ") || !strings.HasSuffix(first, "| 100.0 % | 100.0 % |\n"+labelsEnd+"after\n") {
		t.Errorf("the file is\n%s", first)
	}
	dated := strings.Replace(first, "Made on ", "Made long before ", 1)
	c.write("README.md", dated)
	if again := write(); again != dated {
		t.Errorf("where nothing changed, it wrote\n%s", again)
	}
	c.write("README.md", "no marks\n")
	if _, _, err := c.run("-table", readme); err == nil || !strings.Contains(err.Error(), "no table stands between") {
		t.Errorf("error %v", err)
	}
}

// TestOwnLabels holds that the table in README.md is that of the judgements.
func TestOwnLabels(t *testing.T) {
	judgements, err := readJudgements("judgements.tsv")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _, err := cutLabels(text)
	if err != nil {
		t.Fatal(err)
	}
	if _, table, _ = strings.Cut(table, "\n\n"); table != labelTable(judgements) {
		t.Error("README.md is not up to date: go run ./bench/corpus -table bench/corpus/README.md")
	}
}
