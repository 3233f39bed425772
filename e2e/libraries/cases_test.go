package libraries

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestCases runs reslint, as a newcomer would, over the cases of all libraries
// and compares what it finds with their want comments. The rules that a newcomer
// has to ask for have cases, too.
func TestCases(t *testing.T) {
	want := wanted(t)
	for _, f := range findings(t, command(t), ".", "-enable", "retryloop/non-idempotent,retryloop/renewed-key,retryloop/dead-stream,retryloop/retry-when-open") {
		if !take(want, f.place(), f.Rule+": "+f.Message) {
			t.Errorf("%s: unexpected: %s: %s", f.place(), f.Rule, f.Message)
		}
	}
	for place, patterns := range want {
		for _, re := range patterns {
			t.Errorf("%s: nothing matches %q", place, re)
		}
	}
}

// command builds reslint.
func command(t *testing.T) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "reslint")
	build := exec.Command("go", "build", "-o", bin, "./cmd/reslint")
	build.Dir = filepath.Join("..", "..")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return bin
}

// A finding is the part of reslint's JSON that the tests read.
type finding struct {
	Rule  string
	Start struct {
		File string
		Line int
	}
	Message string
	Fixes   []struct{ Message string }
}

func (f finding) place() string {
	return fmt.Sprintf("%s:%d", filepath.ToSlash(f.Start.File), f.Start.Line)
}

// findings are those in the module in dir.
func findings(t *testing.T, bin, dir string, flags ...string) []finding {
	t.Helper()
	cmd := exec.Command(bin, append(flags, "-json", "./...")...)
	cmd.Dir = dir
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) {
		t.Fatalf("reslint -json ./...: %v\n%s", err, stderr.String())
	}
	var list []finding
	if err := json.Unmarshal(out, &list); err != nil {
		t.Fatalf("reslint -json: %v\n%s", err, out)
	}
	return list
}

// wanted are the patterns of the want comments by file:line.
func wanted(t *testing.T) map[string][]*regexp.Regexp {
	t.Helper()
	want := make(map[string][]*regexp.Regexp)
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") {
			return err
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		fset := token.NewFileSet()
		file := fset.AddFile(name, -1, len(src))
		var s scanner.Scanner
		s.Init(file, src, nil, scanner.ScanComments)
		for {
			pos, tok, lit := s.Scan()
			if tok == token.EOF {
				return nil
			}
			rest, ok := strings.CutPrefix(lit, "// want ")
			if tok != token.COMMENT || !ok {
				continue
			}
			place := fmt.Sprintf("%s:%d", filepath.ToSlash(name), fset.Position(pos).Line)
			for rest = strings.TrimSpace(rest); rest != ""; rest = strings.TrimSpace(rest) {
				quoted, err := strconv.QuotedPrefix(rest)
				if err != nil {
					return fmt.Errorf("%s: want %s: %w", place, rest, err)
				}
				pattern, _ := strconv.Unquote(quoted)
				re, err := regexp.Compile(pattern)
				if err != nil {
					return fmt.Errorf("%s: %w", place, err)
				}
				want[place] = append(want[place], re)
				rest = rest[len(quoted):]
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(want) == 0 {
		t.Fatal("no want comment in any case")
	}
	return want
}

// take removes a pattern that matches the message, and reports whether there
// was one.
func take(want map[string][]*regexp.Regexp, place, message string) bool {
	for i, re := range want[place] {
		if re.MatchString(message) {
			want[place] = append(want[place][:i:i], want[place][i+1:]...)
			return true
		}
	}
	return false
}
