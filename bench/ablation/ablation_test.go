package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/reslint/reslint/internal/ablation"
	"github.com/reslint/reslint/internal/rule"
)

// The linker says nothing of a variable that is not there.
func TestWithout(t *testing.T) {
	for _, m := range ablation.All {
		if what[m] == "" {
			t.Errorf("the table does not tell what %s is", m)
		}
	}
	out, err := exec.Command("go", "test", without(ablation.Trace), "-run=^TestOff$", "github.com/reslint/reslint/internal/ablation").CombinedOutput()
	if err == nil || !strings.Contains(string(out), "trace is off") {
		t.Errorf("trace was not taken out: %v\n%s", err, out)
	}
}

func TestLabelled(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("timeout/x/a.go", "package x\n\nvar a = 1 // want `a`\nvar b = 2 // wanted\n")
	write("b.go", "package x\n\nvar a = 1 // BAD timeout: a\nvar b = 2 // MAYBE b\n")
	l, err := newLabelled("toy", dir, wants, false)
	if err != nil {
		t.Fatal(err)
	}
	if got := l.labels["timeout/x/a.go"]; !slices.Equal(got, []int{3}) || len(l.labels) != 1 {
		t.Errorf("labels %v", l.labels)
	}
	if l, err = newLabelled("toy", dir, bads, false); err != nil {
		t.Fatal(err)
	}
	if l.at(l.labels["b.go"], 2) != 3 || l.at(l.labels["b.go"], 5) != 0 || l.at(l.maybe["b.go"], 4) != 4 {
		t.Errorf("labels %v, maybe %v", l.labels, l.maybe)
	}
}

// In the cases of a rule, others of its family count that are on by default.
func TestTested(t *testing.T) {
	for name, want := range map[string]bool{
		"timeout/http-client": true, "timeout/http-server": true, "retryloop/no-jitter": false,
	} {
		if got := tested("timeout/http-client/bad/bad.go", rule.Lookup(name)); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if tested("retryloop/no-jitter/bad/bad.go", rule.Lookup("retryloop/loop")) || !tested("retryloop/loop/bad/bad.go", rule.Lookup("retryloop/loop")) {
		t.Error("the inventory counts in its own cases, and no others")
	}
}

type toy string

func (s toy) name() string { return string(s) }

func (toy) look(context.Context, string) (outcome, error) { return outcome{}, nil }

func TestMarkdown(t *testing.T) {
	table := table{
		timed:   true,
		sources: []source{toy("cases")},
		whole:   []outcome{{right: []string{"a:1", "a:2", "b:1"}, other: []string{"c:1"}, cpu: 2 * time.Second}},
		rows:    []row{{ablation.Trace, []outcome{{right: []string{"a:1"}, other: []string{"c:1", "d:1"}, cpu: time.Second}}}},
	}
	text := table.markdown()
	for _, want := range []string{"| cases | 3 | 1 | 2.0 s |", "| trace | a retry played through in numbers | 2 / 1 | 0.50 × |", "- `a:2`\n- `b:1`\n", "- `d:1`\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}
