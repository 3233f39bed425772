package editors

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

const root = "../.."

// bin is the folder of the reslint that the editors find on PATH.
var bin string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "reslint-")
		if err != nil {
			panic(err)
		}
		defer os.RemoveAll(dir)
		bin = dir
		if path := os.Getenv("RESLINT"); path != "" {
			if err := os.Symlink(path, filepath.Join(bin, "reslint")); err != nil {
				panic(err)
			}
			return m.Run()
		}
		build := exec.Command("go", "build", "-C", root, "-o", filepath.Join(bin, "reslint"), "./cmd/reslint")
		if out, err := build.CombinedOutput(); err != nil {
			panic(string(out))
		}
		return m.Run()
	}())
}

// missing skips a test, or fails it where everything has to be there.
func missing(t *testing.T, format string, args ...any) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatalf(format, args...)
	}
	t.Skipf(format, args...)
}

// program is the path of a program.
func program(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		missing(t, "%s is not installed", name)
	}
	return path
}

// env is the environment of editors and of the programs that they run.
func env(more ...string) []string {
	return append(append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "GOWORK=off", "GOFLAGS="), more...)
}

// run runs a program in a folder, and returns what it prints.
func run(t *testing.T, dir string, env []string, name string, args ...string) (out string, err error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = dir, env, time.Second
	var b bytes.Buffer
	cmd.Stdout, cmd.Stderr = &b, &b
	err = cmd.Run()
	return b.String(), err
}

// module makes a module of one file, and returns its folder.
func module(t *testing.T, text string) (dir string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "go.mod"), "module example.com/app\n\ngo 1.26\n")
	write(t, filepath.Join(dir, "get.go"), text)
	return dir
}

// mended checks what an editor has left on the disk: it is the text that is wanted, it builds, and reslint finds nothing.
func mended(t *testing.T, dir, want string) {
	t.Helper()
	if got := read(t, filepath.Join(dir, "get.go")); got != want {
		t.Errorf("the file is\n%s\nwant\n%s", got, want)
	}
	for _, args := range [][]string{{"go", "build", "./..."}, {"reslint", "./..."}} {
		name := args[0]
		if name == "reslint" {
			name = filepath.Join(bin, "reslint")
		}
		if out, err := run(t, dir, env(), name, args[1:]...); err != nil {
			t.Errorf("%s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
}

var block = regexp.MustCompile("(?s)^\n```[a-z]+\n(.*?)```\n")

// copied is what docs/editors.md tells people to copy, after a comment that names it.
func copied(t *testing.T, test, name string) string {
	t.Helper()
	_, after, ok := strings.Cut(read(t, filepath.Join(root, "docs", "editors.md")), "<!-- "+test+" loads this: "+name+" -->")
	found := block.FindStringSubmatch(after)
	if !ok || found == nil {
		t.Fatalf("docs/editors.md has no block of code for %s: %s", test, name)
	}
	return found[1]
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
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
