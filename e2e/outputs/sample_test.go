package outputs

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/reslint/reslint/internal/findings"
	"github.com/reslint/reslint/internal/report"
)

// A repo is a repository with a program, and the command.
type repo struct{ dir, command string }

// sample is a program with findings behind letters that are not ASCII, in a file of such a name, with places
// that belong to them, fixes of several edits, and a package that does not compile.
func sample(t *testing.T) *repo {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := &repo{dir, filepath.Join(t.TempDir(), "reslint.exe")}
	run(t, "../..", "go", "build", "-o", r.command, "./cmd/reslint")
	for name, text := range map[string]string{
		"go.mod":         "module example.com/sample\n\ngo 1.26\n",
		".reslint.yaml":  "warn: [timeout/dial]\n",
		"sized/größe.go": "package sized\n\nimport \"net/http\"\n\nvar fuchs, client = \"🦊é\", &http.Client{}\n\nfunc Holen(url string) (*http.Response, error) { return client.Get(url) }\n",
		"budget/budget.go": `package budget

import (
	"context"
	"net"
	"time"
)

func Dial() (net.Conn, error) { return net.Dial("tcp", "example.com:80") }

func Ask(ctx context.Context, ask func(context.Context) error) (err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	var d net.Dialer
	for range 3 {
		attempt, end := context.WithTimeout(ctx, 10*time.Second)
		var c net.Conn
		c, err = d.DialContext(attempt, "tcp", "example.com:80")
		end()
		if err == nil {
			return c.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}
`,
		"broken/broken.go": "package broken\n\nvar x = nosuch\n",
	} {
		write(t, filepath.Join(dir, name), text)
	}
	run(t, dir, "git", "init", "-q")
	return r
}

// written is what the command writes.
func (r *repo) written(t *testing.T, form string) []byte {
	t.Helper()
	cmd := exec.Command(r.command, "-format="+form, "./...")
	cmd.Dir = r.dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	out, err := cmd.Output()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 2 {
		t.Fatalf("%s: %v, want exit status 2, for the broken package\n%s", cmd, err, out)
	}
	return out
}

// made is a run with what is rare: a text that a form has to quote, names that an address has to
// escape, an edit that only deletes, several files in one fix, Windows' ends of lines, a place
// without a line, what could not be looked at, and a warning.
func made(t *testing.T) *report.Run {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	run(t, dir, "git", "init", "-q")
	write(t, filepath.Join(dir, "a b", "50%.go"), "package a\r\n\r\nvar x = \"🦊é\" + old\r\n")
	write(t, filepath.Join(dir, "b.go"), "package b\n\nvar y = old")
	at := func(file string, line, column int) findings.Position {
		return findings.Position{File: filepath.FromSlash(file), Line: line, Column: column}
	}
	first, second := filepath.FromSlash("a b/50%.go"), "b.go"
	return &report.Run{Dir: dir, Root: dir, Version: "v0.1.0",
		Warning: func(f findings.Finding) bool { return f.Start.File == second },
		Findings: []findings.Finding{
			{
				Package: "example.com/a", Rule: "timeout/http-client", URL: "https://example.com/#x", Start: at("a b/50%.go", 3, 20), End: at("a b/50%.go", 3, 23),
				Message: "100% <old> & \"new\", 'a'\tb", Related: []findings.Related{
					{Start: at("b.go", 3, 9), End: at("b.go", 3, 12), Message: "it is <used> here"},
					{Start: findings.Position{File: "b.go"}, Message: "somewhere in this file"},
				},
				Fixes: []findings.Fix{
					{Message: "delete it", Edits: []findings.Edit{{File: first, Start: 29, End: 35}}},
					{Message: "replace both", Edits: []findings.Edit{{File: second, Start: 19, End: 22, New: "new\n"}, {File: first, Start: 32, End: 35, New: "neu\n\tü"}}},
				},
			},
			{Package: "example.com/b", Rule: "timeout/dial", Start: at("b.go", 3, 9), End: at("b.go", 3, 12), Message: "old"},
			{Package: "example.com/b", Rule: "timeout/dial", Start: findings.Position{File: "b.go"}, Message: "no line"},
		},
		Failures: []findings.Failure{{Package: "example.com/c", Message: "c.go:1:1: what \"this\" is, nobody knows"}},
	}
}

func nothing() *report.Run { return &report.Run{Dir: "."} }

func written(t *testing.T, form string, r *report.Run) []byte {
	t.Helper()
	i := slices.IndexFunc(report.Forms, func(f report.Form) bool { return f.Name == form })
	var b bytes.Buffer
	if err := report.Forms[i].Write(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func run(t *testing.T, dir, name string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", cmd, err, stderr.String())
	}
	return out
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
