package behaviour

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what the fixes make of the loops")

// TestFixes holds the folder after against what the command makes of the folder
// before: the behaviour that the other tests see is that of real fixes.
func TestFixes(t *testing.T) {
	dir := t.TempDir()
	bin := filepath.Join(dir, "reslint")
	run(t, filepath.Join("..", ".."), 0, "go", "build", "-o", bin, "./cmd/reslint")

	module := filepath.Join(dir, "module")
	if err := os.CopyFS(module, os.DirFS("before")); err != nil {
		t.Fatal(err)
	}
	run(t, module, 0, "go", "mod", "init", "loops.test")
	run(t, module, 0, "go", "mod", "edit", "-go=1.26.0")
	// What is left needs a decision: how long a hot loop is to wait.
	if out := run(t, module, 1, bin, "-fix", "./..."); !strings.Contains(out, "waits for nothing") {
		t.Errorf("left is\n%s", out)
	}
	got, err := os.ReadFile(filepath.Join(module, "loops.go"))
	if err != nil {
		t.Fatal(err)
	}
	after := filepath.Join("after", "loops.go")
	if *update {
		if err := os.WriteFile(after, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(after)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("%s is not what the fixes make (go test -update writes it):\n%s", after, got)
	}
}

func run(t *testing.T, dir string, code int, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, _ := cmd.CombinedOutput()
	if got := cmd.ProcessState.ExitCode(); got != code {
		t.Fatalf("%s %s: exit status %d, want %d\n%s", name, strings.Join(args, " "), got, code, out)
	}
	return string(out)
}
