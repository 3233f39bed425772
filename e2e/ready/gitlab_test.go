package ready

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

// TestGitLab runs the script of the job. It installs reslint from a module proxy that holds this checkout,
// as it would from the public one.
func TestGitLab(t *testing.T) {
	var jobs map[string]struct {
		Variables map[string]string
		Script    []string
		Artifacts struct {
			When    string
			Reports map[string]string
			Paths   []string
		}
	}
	decode(t, "ci/gitlab-ci.yml", &jobs)
	job, ok := jobs["reslint"]
	if !ok || len(job.Script) < 2 || job.Artifacts.When != "always" {
		t.Fatalf("the job is %+v", job)
	}
	dir := filepath.Join(sample(t), "app")
	env := append(fromCheckout(t), "CI_PROJECT_DIR="+dir, "GOBIN=", "GOPATH="+t.TempDir())
	for name, value := range job.Variables {
		switch name {
		case "GOCACHE", "GOMODCACHE":
			// A cache of its own would compile and analyse the standard library anew.
			if !strings.HasPrefix(value, "$CI_PROJECT_DIR/.cache/") {
				t.Errorf("%s is %s: GitLab keeps nothing outside of the project", name, value)
			}
		case "RESLINT_VERSION":
			env = append(env, name+"="+value)
		default:
			t.Errorf("the variable %s is new to this test", name)
		}
	}
	out := script{sh, strings.Join(job.Script, "\n"), dir, env}.must(t, 1)
	wantIn(t, "the log", out, "get/get.go:5:15: ", "1 finding in 1 package")
	var issues []struct {
		Check string                `json:"check_name"`
		Print string                `json:"fingerprint"`
		Place struct{ Path string } `json:"location"`
	}
	if err := json.Unmarshal([]byte(read(t, filepath.Join(dir, job.Artifacts.Reports["codequality"]))), &issues); err != nil {
		t.Fatal(err)
	}
	if len(issues) != 1 || issues[0].Check != "timeout/http-client" || issues[0].Place.Path != "app/get/get.go" || issues[0].Print == "" {
		t.Errorf("the report holds %+v", issues)
	}
	for _, name := range job.Artifacts.Paths {
		read(t, filepath.Join(dir, name))
	}
}

func goEnv(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// fromCheckout makes a module proxy that holds this checkout, and returns the variables
// that make the go command ask it first.
func fromCheckout(t *testing.T) (env []string) {
	t.Helper()
	const path = "github.com/reslint/reslint"
	const version = "v0.0.0-test"
	proxy := t.TempDir()
	at := filepath.Join(proxy, "github.com", "reslint", "reslint", "@v")
	write(t, filepath.Join(at, "list"), version+"\n")
	write(t, filepath.Join(at, version+".info"), `{"Version":"`+version+`","Time":"2026-01-01T00:00:00Z"}`)
	write(t, filepath.Join(at, version+".mod"), read(t, filepath.Join(root, "go.mod")))
	f, err := os.Create(filepath.Join(at, version+".zip"))
	if err == nil {
		err = zip.CreateFromDir(f, module.Version{Path: path, Version: version}, root)
	}
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	// What the module requires comes from this machine's cache, which stays as it is.
	script{shell: bash, text: "go mod download", dir: root}.must(t, 0)
	cached := filepath.ToSlash(filepath.Join(goEnv(t, "GOMODCACHE"), "cache", "download"))
	return []string{
		"GOPROXY=file://" + filepath.ToSlash(proxy) + ",file://" + cached, "GOSUMDB=off",
		"GOMODCACHE=" + t.TempDir(), "GOFLAGS=-modcacherw -trimpath", // so that what others compiled is taken, wherever the modules stand
	}
}
