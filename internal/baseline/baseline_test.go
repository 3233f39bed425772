package baseline

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/reslint/reslint/internal/findings"
)

func at(pkg, rule, file string, line int) findings.Finding {
	return findings.Finding{Package: pkg, Rule: rule, Start: findings.Position{File: file, Line: line, Column: 1}, Message: "<" + rule + ">"}
}

// lines are the texts of the lines of one file.
func lines(texts ...string) func(findings.Position) (string, bool) {
	return func(p findings.Position) (string, bool) {
		if p.Line > len(texts) {
			return "", false
		}
		return texts[p.Line-1], true
	}
}

// Code that moves, or is formatted anew, has the findings that it had; what is added or
// changed is new, and so is one more of the same.
func TestNew(t *testing.T) {
	old := []findings.Finding{at("p", "timeout/dial", "a.go", 1), at("p", "timeout/dial", "a.go", 2), at("p", "timeout/dial", "a.go", 3), at("q", "timeout/dial", "b.go", 1)}
	text := lines("dial(x)", "dial(y)", "dial(x)")
	b := Of(old, findings.Fingerprints(old, text))
	name := filepath.Join(t.TempDir(), "baseline.json")
	data, err := b.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, data, 0o666); err != nil {
		t.Fatal(err)
	}
	b, err = Read(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		what  string
		now   []findings.Finding
		text  []string
		fresh []int
	}{
		{"nothing changed", old[:3], []string{"dial(x)", "dial(y)", "dial(x)"}, nil},
		{"moved and indented", []findings.Finding{at("p", "timeout/dial", "c.go", 2), at("p", "timeout/dial", "c.go", 3), at("p", "timeout/dial", "c.go", 4)},
			[]string{"// new", "\tdial(x)", "\tdial(y)", "  dial(x)"}, nil},
		{"one mended", old[:2], []string{"dial(x)", "dial(y)"}, nil},
		{"one changed", old[:3], []string{"dial(x)", "dial(z)", "dial(x)"}, []int{2}},
		{"one more of the same", []findings.Finding{old[0], old[1], old[2], at("p", "timeout/dial", "a.go", 4)}, []string{"dial(x)", "dial(y)", "dial(x)", "dial(x)"}, []int{4}},
		{"another rule", []findings.Finding{at("p", "timeout/http-client", "a.go", 1)}, []string{"dial(x)"}, []int{1}},
		{"all mended", nil, nil, nil},
	} {
		fresh := b.New(tt.now, findings.Fingerprints(tt.now, lines(tt.text...)))
		var got []int
		for _, f := range fresh {
			got = append(got, f.Start.Line)
		}
		if !slices.Equal(got, tt.fresh) {
			t.Errorf("%s: new on lines %v, want %v", tt.what, got, tt.fresh)
		}
	}
}

func TestKeep(t *testing.T) {
	b := &Baseline{Entries: []Entry{{Package: "p"}}}
	b.Keep(&Baseline{Entries: []Entry{{Package: "q"}, {Package: "gone"}}}, func(pkg string) bool { return pkg == "q" })
	if len(b.Entries) != 2 || b.Entries[1].Package != "q" {
		t.Errorf("kept %v", b.Entries)
	}
}

// The file has a line for each entry, in order, whatever order they were found in.
func TestBytes(t *testing.T) {
	b := &Baseline{Entries: []Entry{{"p", "r/b", "2", "a.go", "x"}, {"p", "r/a", "1", "a.go", "<y>"}}}
	got, err := b.Bytes()
	want := `{"version": 1, "findings": [
{"package":"p","rule":"r/a","fingerprint":"1","file":"a.go","message":"<y>"},
{"package":"p","rule":"r/b","fingerprint":"2","file":"a.go","message":"x"}
]}
`
	if err != nil || string(got) != want {
		t.Errorf("Bytes = %s, %v, want %s", got, err, want)
	}
}

func TestReadWrong(t *testing.T) {
	name := filepath.Join(t.TempDir(), "b.json")
	if _, err := Read(name); err == nil || !strings.Contains(err.Error(), "-write-baseline makes one") {
		t.Errorf("a file that is not there: %v", err)
	}
	for text, want := range map[string]string{
		"":                                      "b.json:1: ",
		"{\"version\": 1, \"findings\": [\n{\n": "b.json:3: unexpected EOF: mend it, or make it anew",
		`{"version": 2}`:                        "it is of version 2, and this reslint reads 1",
		`{"version": 1, "x": 1}`:                `unknown field "x"`,
		`{}`:                                    "version 0",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Read(%q): %v, want %s", text, err, want)
		}
	}
}
