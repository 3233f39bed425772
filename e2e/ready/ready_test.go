package ready

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

const root = "../.."

// A script is a shell script that runs in a folder with some variables.
type script struct {
	shell []string
	text  string
	dir   string
	env   []string
}

// run returns what the script prints, and its exit status.
func (s script) run(t *testing.T) (out string, status int) {
	t.Helper()
	cmd := exec.Command(s.shell[0], append(s.shell[1:], s.text)...)
	cmd.Dir = s.dir
	cmd.Env = append(append(os.Environ(), "GOWORK=off", "GOFLAGS="), s.env...)
	var b bytes.Buffer
	cmd.Stdout, cmd.Stderr = &b, &b
	err := cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		status = exit.ExitCode()
	} else if err != nil {
		t.Fatal(err)
	}
	return b.String(), status
}

// must wants an exit status.
func (s script) must(t *testing.T, want int) (out string) {
	t.Helper()
	out, status := s.run(t)
	if status != want {
		t.Fatalf("exit status %d, want %d, of\n%s\n%s", status, want, s.text, out)
	}
	return out
}

// sample is a repository with one finding, in the folder of a module below its top.
func sample(t *testing.T) (dir string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "app", "go.mod"), "module example.com/app\n\ngo 1.26\n")
	write(t, filepath.Join(dir, "app", "get", "get.go"), faulty)
	write(t, filepath.Join(dir, "app", "good", "good.go"), "package good\n")
	script{shell: bash, text: `git init -q && git add . && git -c user.name=x -c user.email=x@example.com commit -qm x`, dir: dir}.must(t, 0)
	return dir
}

const faulty = `package get

import "net/http"

var client = &http.Client{}

func Get(url string) (*http.Response, error) { return client.Get(url) }
`

var (
	bash = []string{"bash", "-e", "-c"}
	// GitLab's runners give the lines of a script to the image's shell, one after the other.
	sh = []string{"sh", "-e", "-c"}
)

func decode(t *testing.T, name string, into any) {
	t.Helper()
	if err := yaml.Unmarshal([]byte(read(t, filepath.Join(root, name))), into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
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

func wantIn(t *testing.T, what, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%s lacks %q:\n%s", what, part, text)
		}
	}
}
