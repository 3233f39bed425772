package revision

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestSince asks a real git.
func TestSince(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		cmd.Env = append(cmd.Environ(), "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com",
			"GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
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
	run("init", "-q")
	write("a.go", "1\n2\n3\n4\n5\n6\n")
	write("b/ü \"x.go", "1\n2\n")
	write("same.go", "1\n")
	write("gone.go", "1\n")
	write(".gitignore", "ignored.go\n")
	run("add", ".")
	run("commit", "-qm", "first")
	run("tag", "first")
	write("a.go", "1\nnew\n++ b/same.go\n2\n3\nchanged\n6\n") // committed
	run("commit", "-qam", "second")
	write("b/ü \"x.go", "1\n2\n3") // changed, and no newline at the end
	run("rm", "-q", "gone.go")
	write("fresh.go", "1\n2\n")
	write("ignored.go", "1\n")
	write("staged.go", "1\n")
	run("add", "staged.go")

	l, err := Since(t.Context(), filepath.Join(dir, "b"), "first")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name     string
		from, to int
		want     bool
	}{
		{"a.go", 1, 1, false}, {"a.go", 2, 2, true}, {"a.go", 3, 3, true}, {"a.go", 4, 5, false}, {"a.go", 4, 6, true},
		{"a.go", 6, 0, true}, {"a.go", 7, 9, false}, {"a.go", 1, 2, true},
		{"b/ü \"x.go", 2, 2, false}, {"b/ü \"x.go", 3, 3, true},
		{"same.go", 1, 1, false}, {"fresh.go", 2, 2, true}, {"staged.go", 1, 1, true}, {"ignored.go", 1, 1, false}, {"gone.go", 1, 1, false},
	} {
		if got := l.Has(filepath.Join(dir, tt.name), tt.from, tt.to); got != tt.want {
			t.Errorf("Has(%s, %d, %d) = %v", tt.name, tt.from, tt.to, got)
		}
	}
	for rev, want := range map[string]string{"nosuch": "is no revision of", "-h": "is no revision", "first:a.go": "is no revision"} {
		if _, err := Since(t.Context(), dir, rev); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("since %s: %v", rev, err)
		}
	}
	if _, err := Since(t.Context(), t.TempDir(), "HEAD"); err == nil || !strings.Contains(err.Error(), "not a git repository") {
		t.Errorf("outside of a repository: %v", err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("+++ b/a.go\n@@ -1,0 +2,2 @@\n+x\n+y\n")
	f.Add("+++ \"b/\\303.go\"\n@@ -1 +1 @@ func\n-x\n+y\n\\ No newline\n")
	f.Fuzz(func(t *testing.T, diff string) {
		l := &Lines{spans: make(map[string][]span)}
		_ = l.read("/", diff)
	})
}
