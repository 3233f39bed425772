package nogo

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestNogo holds what nogo finds against what the command finds, in a small program and in
// the cases of all rules, and its facts against those of another folder: Bazel takes them for the
// same wherever they were made.
func TestNogo(t *testing.T) {
	nogo, command := buildNogo(t), buildCommand(t)
	t.Run("shop", func(t *testing.T) {
		dir := copied(t, "testdata/shop", "")
		l := same(t, nogo, command, dir)
		if other := lookAt(t, nogo, copied(t, "testdata/shop", "")); !slices.Equal(l.findings, other.findings) {
			t.Errorf("in another folder it finds\n%s\nand not\n%s", strings.Join(other.findings, "\n"), strings.Join(l.findings, "\n"))
		} else {
			for path, facts := range l.facts {
				if !bytes.Equal(facts, other.facts[path]) {
					t.Errorf("%s has other facts in another folder", path)
				}
			}
		}
		if len(l.facts["example.com/lib/again"]) == 0 {
			t.Error("the other module has no facts")
		}
		for _, want := range []string{
			`^main\.go:14:17: this puts a retry behind one: 3 attempts .* × 3 in \(\*payments\.Client\)\.Charge .* × 3 by the mesh`,
			`^main\.go:14:7: what is used as an interface here is called without a deadline, .*\(\*payments\.Client\)\.Refund`,
			// Neither the interface nor who asks is imported there.
			`^indirect/main\.go:13:19: this puts a retry behind one: 3 attempts in \(\*orders\.Orders\)\.Place `,
			`^indirect/main\.go:13:12: what is used as an interface here is called without a deadline, in \(\*orders\.Orders\)\.Tidy`,
			`^payments/payments\.go:19:20: this retry multiplies: 3 attempts here × 3 by the mesh`,
		} {
			if !slices.ContainsFunc(l.findings, regexp.MustCompile(want).MatchString) {
				t.Errorf("no finding matches %s in\n%s", want, strings.Join(l.findings, "\n"))
			}
		}
	})
	for _, family := range []string{"timeout", "retryloop", "fallback", "fanout", "layering"} {
		t.Run(family, func(t *testing.T) {
			dir := copied(t, root+"/testdata/src/"+family, family)
			if l := same(t, nogo, command, dir); len(l.findings) == 0 {
				t.Error("there are no findings")
			}
		})
	}
}

// same looks at a module with both.
func same(t *testing.T, nogo, command, dir string) *look {
	t.Helper()
	l := lookAt(t, nogo, dir)
	want := found(t, command, dir)
	for _, f := range want {
		if !slices.Contains(l.findings, f) {
			t.Errorf("nogo does not find what the command does: %s", f)
		}
	}
	for _, f := range l.findings {
		if !slices.Contains(want, f) {
			t.Errorf("only nogo finds %s", f)
		}
	}
	t.Logf("%d findings in %d packages", len(l.findings), len(l.facts))
	return l
}

// found is what the command finds with the settings of the example.
func found(t *testing.T, command, dir string) (list []string) {
	t.Helper()
	var config map[string]struct {
		Flags map[string]string `json:"analyzer_flags"`
	}
	if err := json.Unmarshal([]byte(read(t, example+"/nogo.json")), &config); err != nil {
		t.Fatal(err)
	}
	args := []string{"-config=off", "-format=jsonl"}
	for name, value := range config["reslint"].Flags {
		args = append(args, "-"+name+"="+value)
	}
	cmd := exec.Command(command, args...)
	cmd.Dir = dir
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		t.Fatalf("%s: %v\n%s", cmd, err, stderr.String())
	}
	for line := range bytes.Lines(out) {
		var f struct {
			Rule, Message string
			Start         struct {
				File         string
				Line, Column int
			}
		}
		if err := json.Unmarshal(line, &f); err != nil {
			t.Fatal(err)
		}
		list = append(list, fmt.Sprintf("%s:%d:%d: %s (%s)", filepath.FromSlash(f.Start.File), f.Start.Line, f.Start.Column, f.Message, f.Rule))
	}
	return list
}

func buildCommand(t *testing.T) string {
	t.Helper()
	command := filepath.Join(t.TempDir(), "reslint.exe")
	run(t, root, "go", "build", "-o", command, "./cmd/reslint")
	return command
}

// copied copies the Go files of a folder, and makes it a module if a name is given.
func copied(t *testing.T, from, module string) (dir string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(name, ".golden") {
			return err
		}
		rel, err := filepath.Rel(from, name)
		if err == nil {
			write(t, filepath.Join(dir, rel), read(t, name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if module != "" {
		write(t, filepath.Join(dir, "go.mod"), "module "+module+"\n\ngo 1.26\n")
	}
	return dir
}

func TestMain(m *testing.M) {
	os.Setenv("GOWORK", "off")
	os.Exit(m.Run())
}
