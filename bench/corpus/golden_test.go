package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestGolden goes the way of a change of reslint: the known findings are
// written, findings come and go, and the difference is told until it is
// accounted for.
func TestGolden(t *testing.T) {
	c := newCorpus(t, mod+"-- r.go --\npackage r\n\nfunc faulty() {}\n-- s/s.go --\npackage s\n\nfunc faulty() {}\n")
	golden := filepath.Join(c.dir, "golden.tsv")
	c.write("golden.tsv", strings.Join(goldenColumns, "\t")+"\no/other\ttoy/toy\tabc\tx.go:f\n")

	compare := func(name string, passes bool, want ...string) {
		t.Helper()
		passed, out, err := c.run("-golden", golden)
		if err != nil {
			t.Fatal(err)
		}
		if passed != passes {
			t.Errorf("%s: passed is %t", name, passed)
		}
		for _, w := range want {
			if !strings.Contains(out, w) {
				t.Errorf("%s: %q is not printed", name, w)
			}
		}
	}
	update := func() string {
		t.Helper()
		if passed, _, err := c.run("-golden", golden, "-update"); !passed || err != nil {
			t.Fatalf("update: passed %t, error %v", passed, err)
		}
		text, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}

	compare("new", false, "2 findings are new and 0 are gone", "\n+ o/r toy/toy r.go:faulty (", "\n\tthis is faulty\n", "\n+ o/r toy/toy s/s.go:faulty (")
	first := update()
	if lines := strings.Split(first, "\n"); len(lines) != 5 || lines[1] != "o/other\ttoy/toy\tabc\tx.go:f" ||
		!strings.HasPrefix(lines[2], "o/r\ttoy/toy\t") || !strings.HasSuffix(lines[3], "\ts/s.go:faulty") {
		t.Errorf("the file is\n%s", first)
	}
	compare("known", true, "are the known ones")
	if again := update(); again != first {
		t.Errorf("a second update made\n%s", again)
	}

	// One finding goes, one comes, one stays: lines moved only.
	c.commit("r.go", "package r\n\n\n\nfunc faulty() {}\n")
	c.commit("s/s.go", "package s\n")
	c.commit("u/u.go", "package u\n\nfunc mendable() {}\n")
	compare("changed", false, "1 findings are new and 1 are gone", "\n- o/r toy/toy s/s.go:faulty (", "\n+ o/r toy/toy u/u.go:mendable (")
	update()
	compare("accounted for", true)
}

// TestGoldenOfFailure holds that a repository in which reslint failed is
// neither clean nor written so.
func TestGoldenOfFailure(t *testing.T) {
	c := newCorpus(t, mod+"-- r.go --\npackage r\n\nfunc panics() {}\n")
	text := strings.Join(goldenColumns, "\t") + "\no/r\ttoy/toy\tabc\tr.go:f\n"
	c.write("golden.tsv", text)
	golden := filepath.Join(c.dir, "golden.tsv")
	passed, out, err := c.run("-golden", golden)
	if passed || err != nil || strings.Contains(out, "gone") {
		t.Errorf("passed %t, error %v", passed, err)
	}
	if _, _, err := c.run("-golden", golden, "-update"); err == nil || !strings.Contains(err.Error(), "nothing is known of o/r") {
		t.Errorf("error %v", err)
	}
	if now, err := os.ReadFile(golden); err != nil || string(now) != text {
		t.Errorf("the file is %s (%v)", now, err)
	}
}

// TestGoldenFlags holds that flags that make no sense together are refused.
func TestGoldenFlags(t *testing.T) {
	c := newCorpus(t, mod+"-- r.go --\npackage r\n")
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"-update"}, "-update needs -golden"},
		{[]string{"-golden", "x", "--", "-strict"}, "without -strict"},
		{[]string{"-golden", filepath.Join(c.dir, "none.tsv")}, "no such file"},
	} {
		if _, _, err := c.run(test.args...); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: error %v, want %q", test.args, err, test.want)
		}
	}
}
