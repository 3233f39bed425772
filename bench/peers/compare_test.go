package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

// What the tools print, as they print it.
func TestRead(t *testing.T) {
	for _, tt := range []struct {
		name string
		read func([]byte) ([]report, error)
		text string
		want []report
	}{
		{"go vet", readVet, "# p\n{\n\t\"p\": {\n\t\t\"lostcancel\": [\n\t\t\t{\n\t\t\t\t\"posn\": \"/d/a.go:3:2\",\n\t\t\t\t\"message\": \"m\"\n\t\t\t}\n\t\t]\n\t}\n}\n# q\n{}\n",
			[]report{{check: "lostcancel", file: "/d/a.go", line: 3}}},
		{"an error of go vet", readVet, "{\"p\": {\"x\": {\"error\": \"e\"}}}", nil},
		{"staticcheck", readStaticcheck, "{\"code\":\"SA1004\",\"severity\":\"error\",\"location\":{\"file\":\"/d/a.go\",\"line\":7,\"column\":2},\"message\":\"m\"}\n",
			[]report{{check: "SA1004", file: "/d/a.go", line: 7}}},
		{"golangci-lint", readGolangci, "{\"Issues\":[{\"FromLinter\":\"gosec\",\"Text\":\"G114: m\",\"Pos\":{\"Filename\":\"a.go\",\"Line\":5}},{\"FromLinter\":\"noctx\",\"Text\":\"x: m\",\"Pos\":{\"Filename\":\"a.go\",\"Line\":6}}]}\n1 issues:\n",
			[]report{{check: "G114", file: "a.go", line: 5}, {check: "noctx", file: "a.go", line: 6}}},
		{"reslint", readReslint, "[{\"rule\":\"timeout/dial\",\"start\":{\"file\":\"a.go\",\"line\":4},\"related\":[{\"start\":{\"file\":\"b.go\",\"line\":9}}]}]",
			[]report{{check: "timeout/dial", file: "a.go", line: 4, places: []place{{"b.go", 9}}}}},
	} {
		got, err := tt.read([]byte(tt.text))
		if err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %v, %v", tt.name, got, err)
		}
	}
}

func TestScore(t *testing.T) {
	s := &set{
		dir: "/d", near: 1, own: true,
		labels: []label{
			{family: "timeout", place: place{"/d/timeout/bad.go", 10}},
			{family: "timeout", place: place{"/d/timeout/bad.go", 20}},
			{family: "fanout", place: place{"/d/fanout/bad.go", 5}},
		},
		right: map[string]bool{"/d/timeout/good.go": true},
		maybe: map[place]bool{{"/d/timeout/good.go", 3}: true},
	}
	own := line{peer: peer{name: "reslint"}, found: make(map[string]int)}
	own.score(s, []report{
		{check: "timeout/dial", file: "timeout/bad.go", line: 11, places: []place{{"timeout/made.go", 1}}},
		{check: "fanout/unbounded-go", file: "timeout/good.go", line: 8}, // a fault of another family
		{check: "timeout/dial", file: "timeout/good.go", line: 9},
	})
	if own.found["timeout"] != 1 || own.found["fanout"] != 0 || own.alarms != 1 || own.reports != 3 {
		t.Errorf("reslint: %+v", own)
	}
	other := line{peer: peer{name: "other", checks: []string{"a"}}, found: make(map[string]int)}
	other.score(s, []report{
		{check: "a", file: "/d/timeout/made.go", line: 1}, // where the fault is made
		{check: "b", file: "/d/fanout/bad.go", line: 5},   // about something else
		{check: "a", file: "/d/timeout/good.go", line: 3}, // may be right
		{check: "a", file: "/d/timeout/good.go", line: 8},
		{check: "a", file: "/d/timeout/good.go", line: 9},
	})
	if other.found["timeout"] != 1 || other.found["fanout"] != 0 || other.alarms != 1 || other.reports != 4 {
		t.Errorf("another: %+v", other)
	}
}

func TestSets(t *testing.T) {
	own, err := ownCases("../../testdata/src", filepath.Join(t.TempDir(), "cases"))
	if err != nil {
		t.Fatal(err)
	}
	count := make(map[string]int)
	for _, l := range own.labels {
		count[l.family]++
	}
	for _, f := range families {
		if count[f] == 0 {
			t.Errorf("no labels of %s", f)
		}
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"one/a.go": "package a\n\nvar a = 1 // BAD retrylib: a\nvar b = 1 // MAYBE b\n",
		"two/b.go": "package b\n",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	real, err := realCases(dir)
	if err != nil {
		t.Fatal(err)
	}
	a, b := filepath.Join(dir, "one/a.go"), filepath.Join(dir, "two/b.go")
	want := []label{{family: "retryloop", place: place{a, 3}}}
	if !reflect.DeepEqual(real.labels, want) || real.right[a] || !real.right[b] || !real.maybe[place{a, 4}] {
		t.Errorf("%+v", real)
	}
}

func TestCapped(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if stopped, _ := capped(ctx, exec.Command("sleep", "60"), 1<<30); !strings.HasPrefix(stopped, "stopped after") {
		t.Errorf("too long: %q", stopped)
	}
	if stopped, _ := capped(t.Context(), exec.Command("sleep", "60"), 1); !strings.HasPrefix(stopped, "stopped at") {
		t.Errorf("too much: %q", stopped)
	}
	if stopped, err := capped(t.Context(), exec.Command("true"), 1<<30); stopped != "" || err != nil {
		t.Errorf("neither: %q, %v", stopped, err)
	}
}

func TestAcross(t *testing.T) {
	a := &set{name: "x/a at 1", labels: make([]label, 3)}
	b := &set{name: "y/b at 2", labels: make([]label, 1)}
	p, q := peer{name: "p", checks: []string{"c", "d"}}, peer{name: "q"}
	text := across([]*set{a, b}, [][]line{
		{{peer: p, found: map[string]int{"timeout": 1, "fanout": 1}, reports: 5, usage: usage{cpu: time.Second, memory: 3 << 20}}, {peer: q, stopped: "stopped at 6 GB"}},
		{{peer: p, reports: 2, usage: usage{cpu: 2 * time.Second, memory: 1 << 20}}, {peer: q, found: map[string]int{"timeout": 1}, reports: 1}},
	})
	for _, want := range []string{
		"They are x/a at 1, y/b at 2.", "| tool | looks at | a | b | reports |",
		"| p | c, d | 2 of 3 | 0 of 1 | 7 | 3.0 s | 3 MB |\n", "| q | all | stopped at 6 GB | 1 of 1 | 1 |",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in:\n%s", want, text)
		}
	}
}

func TestReplace(t *testing.T) {
	name := filepath.Join(t.TempDir(), "x.md")
	if err := os.WriteFile(name, []byte("a\n"+begin+"\nold\n"+end+"\nb\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := replace(name, "new"); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(name)
	if want := "a\n" + begin + "\nnew\n" + end + "\nb\n"; err != nil || string(got) != want {
		t.Errorf("%q, %v", got, err)
	}
	if err := os.WriteFile(name, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if replace(name, "new") == nil {
		t.Error("a file without a place for it")
	}
}
