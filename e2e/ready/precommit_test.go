package ready

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestPreCommit lets pre-commit itself install the hooks from this checkout, and run them.
func TestPreCommit(t *testing.T) {
	if _, err := exec.LookPath("pre-commit"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip("pre-commit is not installed (apt-get install pre-commit)")
	}
	checkout, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(sample(t), "app")
	// The module is the repository here: pre-commit runs hooks at its top.
	script{shell: bash, text: `git init -q && git add . && git -c user.name=x -c user.email=x@example.com commit -qm x`, dir: dir}.must(t, 0)
	env := []string{
		"PRE_COMMIT_HOME=" + t.TempDir(), "GOPROXY=" + goEnv(t, "GOPROXY"), "GOCACHE=" + goEnv(t, "GOCACHE"), "GOMODCACHE=" + goEnv(t, "GOMODCACHE"),
		"GIT_AUTHOR_NAME=x", "GIT_AUTHOR_EMAIL=x@example.com", "GIT_COMMITTER_NAME=x", "GIT_COMMITTER_EMAIL=x@example.com",
	}
	out := script{bash, "pre-commit try-repo --all-files --verbose " + checkout + " reslint", dir, env}.must(t, 1)
	wantIn(t, "the hook", out, "get/get.go:5:15: ", "1 finding in 1 package", "exit code: 1")
	out = script{bash, "pre-commit try-repo --all-files --verbose " + checkout + " reslint-fix", dir, env}.must(t, 1)
	wantIn(t, "the hook that repairs", out, "files were modified by this hook")
	if fixed := read(t, filepath.Join(dir, "get", "get.go")); !strings.Contains(fixed, "Timeout: 30 * time.Second") {
		t.Errorf("it is not repaired:\n%s", fixed)
	}
	script{bash, "git add . && pre-commit try-repo --all-files " + checkout + " reslint", dir, env}.must(t, 0)
}
