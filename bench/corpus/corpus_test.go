package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// A corpus is a made-up repository with the tables that list and judge it.
type corpus struct {
	t   *testing.T
	dir string
}

const (
	repoHeader      = "repository\tcommit\tkind\tpackages\tflags\tbuilds\tvets\tseconds\n"
	judgementHeader = "repository\trule\tfingerprint\tverdict\twhy\tplace\n"
)

// newCorpus makes the repository o/r of the files in archive.
func newCorpus(t *testing.T, archive string) *corpus {
	t.Helper()
	c := &corpus{t, t.TempDir()}
	for _, f := range txtar.Parse([]byte(archive)).Files {
		c.write(filepath.Join("checkouts", "o+r", f.Name), string(f.Data))
	}
	c.git(filepath.Join(c.dir, "checkouts", "o+r"), "init", "-q")
	c.commitAll()
	c.write("judgements.tsv", judgementHeader)
	return c
}

// commit changes a file of the repository.
func (c *corpus) commit(name, text string) {
	c.t.Helper()
	c.write(filepath.Join("checkouts", "o+r", name), text)
	c.commitAll()
}

// commitAll commits what stands in the repository and lists that commit.
func (c *corpus) commitAll() {
	c.t.Helper()
	repo := filepath.Join(c.dir, "checkouts", "o+r")
	c.git(repo, "add", ".")
	c.git(repo, "-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-qm", "all")
	head := strings.TrimSpace(c.git(repo, "rev-parse", "HEAD"))
	c.write("repos.tsv", repoHeader+"o/r\t"+head+"\ttoy\t./...\t\tyes\tyes\t1\n")
}

func (c *corpus) git(dir string, args ...string) string {
	c.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		c.t.Fatalf("git %s: %v\n%s", args, err, out)
	}
	return string(out)
}

func (c *corpus) write(name, text string) {
	c.t.Helper()
	name = filepath.Join(c.dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		c.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		c.t.Fatal(err)
	}
}

// run runs the program with the toy tool and returns what it printed.
func (c *corpus) run(args ...string) (passed bool, stdout string, err error) {
	c.t.Helper()
	c.t.Setenv(toyVariable, "1")
	self, err := os.Executable()
	if err != nil {
		c.t.Fatal(err)
	}
	var out, progress bytes.Buffer
	passed, err = run(context.Background(), append([]string{
		"-reslint", self,
		"-checkouts", filepath.Join(c.dir, "checkouts"),
		"-work", filepath.Join(c.dir, "work"),
		"-repos", filepath.Join(c.dir, "repos.tsv"),
		"-judgements", filepath.Join(c.dir, "judgements.tsv"),
	}, args...), &out, &progress)
	c.t.Logf("%s%s", &progress, &out)
	return passed, out.String(), err
}

// summary runs the program and decodes its JSON.
func (c *corpus) summary(args ...string) summary {
	c.t.Helper()
	_, stdout, err := c.run(append([]string{"-json"}, args...)...)
	if err != nil {
		c.t.Fatal(err)
	}
	var s summary
	if err := json.Unmarshal([]byte(stdout), &s); err != nil {
		c.t.Fatal(err)
	}
	return s
}

const mod = "-- go.mod --\nmodule example.org/r\n\ngo 1.26\n"

// TestFaults holds that each way in which a tool can fail a repository is seen,
// and that the run then fails.
func TestFaults(t *testing.T) {
	for _, test := range []struct{ name, source, want string }{
		{"clean", "package r\n", ""},
		{"finding", "package r\n\nfunc faulty() {}\n", ""},
		{"good fix", "package r\n\nfunc mendable() {}\n", ""},
		{"panic", "package r\n\nfunc panics() {}\n", crash},
		{"analyser error", "package r\n\nfunc errs() {}\n", crash},
		{"failure", "package\n", failure},
		{"no JSON", "package r\n\nfunc garbles() {}\n", failure},
		{"fix does not build", "package r\n\nfunc unbuildable() {}\n", brokenFix},
		{"fix does not vet", "package r\n\nfunc unvettable() {}\n", unvetted},
		{"fix is not formatted", "package r\n\nfunc unformatted() {}\n", unformatted},
		{"second fix", "package r\n\nfunc again() {}\n", notIdempotent},
		{"finding stays", "package r\n\nfunc stubborn() {}\n", outlived},
		{"own vet complaint", "package r\n\nimport \"fmt\"\n\nfunc mendable() {}\n\nvar _ = fmt.Sprintf(\"%d\")\n", ""},
		{"not formatted before", "package r\nfunc  unformatted() {}\n", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := newCorpus(t, mod+"-- r.go --\n"+test.source)
			s := c.summary()
			got := ""
			if f := s.Repositories[0].Fault; f != nil {
				got = f.Kind
			}
			if got != test.want {
				t.Errorf("fault %q, want %q", got, test.want)
			}
			if s.Passed != (test.want == "") {
				t.Errorf("passed is %t", s.Passed)
			}
		})
	}
}

// TestCheckoutIsOnlyRead holds that fixes go into the copy alone.
func TestCheckoutIsOnlyRead(t *testing.T) {
	c := newCorpus(t, mod+"-- r.go --\npackage r\n\nfunc mendable() {}\n")
	s := c.summary()
	if got := fmt.Sprint(s.Repositories[0].Changed); got != "[r.go]" {
		t.Errorf("changed %s, want [r.go]", got)
	}
	if status := c.git(filepath.Join(c.dir, "checkouts", "o+r"), "status", "--porcelain"); status != "" {
		t.Errorf("the checkout has changed:\n%s", status)
	}
}

// TestCheckout holds that only the listed commit is measured.
func TestCheckout(t *testing.T) {
	tests := []struct {
		name  string
		spoil func(c *corpus)
		want  string
	}{
		{"missing", func(c *corpus) { os.RemoveAll(filepath.Join(c.dir, "checkouts", "o+r")) }, "no checkout"},
		{"changed", func(c *corpus) { c.write("checkouts/o+r/r.go", "package r // new\n") }, "local changes"},
		{"other commit", func(c *corpus) {
			c.write("repos.tsv", repoHeader+"o/r\t0123\ttoy\t./...\t\tyes\tyes\t1\n")
		}, "want 0123"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := newCorpus(t, mod+"-- r.go --\npackage r\n")
			test.spoil(c)
			s := c.summary()
			f := s.Repositories[0].Fault
			if f == nil || f.Kind != notMeasured || !strings.Contains(f.Detail, test.want) || s.Passed {
				t.Errorf("fault %+v, want %q", f, test.want)
			}
		})
	}
}

// TestJudge goes the way of a reader: list what is unjudged, fill in verdicts,
// run again.
func TestJudge(t *testing.T) {
	c := newCorpus(t, mod+"-- r.go --\npackage r\n\nfunc faulty() {}\n-- s/s.go --\npackage s\n\nfunc faulty() {}\n-- u/u.go --\npackage u\n\nfunc faulty() {}\n")
	list := filepath.Join(c.dir, "unjudged.tsv")
	if passed, out, err := c.run("-unjudged", list); !passed || err != nil || !strings.Contains(out, "judged 3") {
		t.Fatalf("passed %t, error %v", passed, err)
	}
	text, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	if want := "r.go:3:1\n# this is faulty\n# r.go:3: here\n"; !strings.Contains(string(text), want) || !strings.Contains(string(text), "#  >    3  func faulty() {}\n") {
		t.Errorf("%q is not in\n%s", want, text)
	}
	judged := strings.NewReplacer("\t?\t\tr.go", "\ttrue\tyes\tr.go", "\t?\t\ts/", "\tfalse\tno\ts/", "\t?\t\tu/", "\targuable\tperhaps\tu/").Replace(string(text))
	c.write("judgements.tsv", judged)

	s := c.summary()
	want := score{Rule: "toy/toy", Findings: 3, Judged: 3, True: 1, False: 1, Arguable: 1}
	got := s.Rules[0]
	if got.Precision == nil || *got.Precision != 0.5 {
		t.Errorf("precision %v, want 0.5", got.Precision)
	}
	if got.Precision = nil; got != want {
		t.Errorf("score %+v, want %+v", got, want)
	}
	if s.Passed {
		t.Error("passed with a precision of 0.5")
	}
	if s := c.summary("-min", "0.5"); !s.Passed {
		t.Error("did not pass with -min 0.5")
	}
}

// TestLost holds that a finding which was right, and is reported no more, is told; but not
// one of a rule that is off by default and was not asked for.
func TestLost(t *testing.T) {
	c := newCorpus(t, mod+"-- r.go --\npackage r\n")
	c.write("judgements.tsv", judgementHeader+
		"o/r\ttoy/toy\tabc\ttrue\tit hangs\tr.go:f\n"+
		"o/r\ttoy/toy\tdef\tfalse\tit is bounded\tr.go:g\n"+
		"o/r\tretryloop/loop\tghi\ttrue\tasked for by name\tr.go:h\n"+
		"o/other\ttoy/toy\tabc\ttrue\tnot run\tr.go:f\n")
	s := c.summary()
	if s.All.Lost != 1 || len(s.Lost) != 1 || s.Lost[0].Fingerprint != "abc" {
		t.Errorf("lost %+v", s.Lost)
	}
}

// TestUnjudgedSample holds that the list is cut for each rule, and always alike.
func TestUnjudgedSample(t *testing.T) {
	var fs []finding
	for i := range 10 {
		fs = append(fs, finding{Rule: "toy/toy", Fingerprint: fmt.Sprint(9 - i)}, finding{Rule: "toy/other", Fingerprint: fmt.Sprint(i)})
	}
	s := summarise([]result{{Name: "o/r", Ran: true, Findings: fs}}, nil, 0.9)
	var got []string
	for _, f := range s.unjudged(2) {
		got = append(got, f.Rule+" "+f.Fingerprint)
	}
	if want := "toy/other 0,toy/other 1,toy/toy 0,toy/toy 1"; strings.Join(got, ",") != want {
		t.Errorf("got %s, want %s", strings.Join(got, ","), want)
	}
	if got := len(s.unjudged(0)); got != 20 {
		t.Errorf("without a limit %d, want 20", got)
	}
}
