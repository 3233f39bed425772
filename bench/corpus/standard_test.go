package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestStandard holds that the standard library needs no checkout, and is that
// of the listed release.
func TestStandard(t *testing.T) {
	c := newCorpus(t, mod+"-- r.go --\npackage r\n")
	c.write("repos.tsv", repoHeader+"std\tgo1.0\tstandard library\tstd\t\tyes\tyes\t1\n")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	passed, err := run(t.Context(), []string{
		"-reslint", self, "-only", "std",
		"-work", filepath.Join(c.dir, "work"),
		"-repos", filepath.Join(c.dir, "repos.tsv"),
		"-judgements", filepath.Join(c.dir, "judgements.tsv"),
	}, &stdout, &stderr)
	if err != nil {
		t.Fatal(err)
	}
	if passed || !strings.Contains(stdout.String(), "want go1.0") {
		t.Errorf("passed %t\n%s", passed, &stdout)
	}
}
