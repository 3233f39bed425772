package libraries

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestFixes applies the fixes to a copy of the cases: it has to compile, to stay
// formatted, and to leave nothing that has a fix.
func TestFixes(t *testing.T) {
	bin := command(t)
	repository, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(".")); err != nil {
		t.Fatal(err)
	}
	tests, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range tests {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
	run := func(name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil && name != bin {
			t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	run("go", "mod", "edit", "-replace", "github.com/reslint/reslint="+repository)
	if out := run(bin, "-fix", "./..."); !strings.Contains(out, "changed ") {
		t.Fatalf("reslint -fix changed nothing:\n%s", out)
	}
	run("go", "build", "./...")
	if out := run("gofmt", "-l", "."); out != "" {
		t.Errorf("not gofmt-clean:\n%s", out)
	}
	for _, f := range findings(t, bin, dir) {
		if len(f.Fixes) > 0 {
			t.Errorf("%s is left with a fix: %s", f.place(), f.Message)
		}
	}
}
