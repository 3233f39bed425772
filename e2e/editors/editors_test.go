package editors

import (
	"bytes"
	"context"
	"fmt"
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
		program := filepath.Join(bin, "reslint")
		if path := os.Getenv("RESLINT"); path != "" {
			if err := os.Symlink(path, program); err != nil {
				panic(err)
			}
		} else if out, err := exec.Command("go", "build", "-C", root, "-o", program, "./cmd/reslint").CombinedOutput(); err != nil {
			panic(string(out))
		}
		// The standard library is looked at once, and not by each editor.
		warm := exec.Command(program, "-C", filepath.Join(root, "examples", "checkout"), "./...")
		if out, err := warm.CombinedOutput(); warm.ProcessState.ExitCode() != 1 {
			panic(fmt.Sprintf("%v\n%s", err, out))
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

// home is an environment in which an editor finds nothing of the user's but Go's build cache.
func home(t *testing.T, more ...string) []string {
	t.Helper()
	cache, err := exec.Command("go", "env", "GOCACHE", "GOMODCACHE", "GOPATH").Output()
	if err != nil {
		t.Fatal(err)
	}
	dirs, dir := strings.Split(string(cache), "\n"), t.TempDir()
	return env(append(more, "GOCACHE="+dirs[0], "GOMODCACHE="+dirs[1], "GOPATH="+dirs[2],
		"HOME="+dir, "XDG_CACHE_HOME="+dir, "XDG_STATE_HOME="+dir, "XDG_CONFIG_HOME="+dir, "XDG_DATA_HOME="+dir)...)
}

// run runs a program in a folder, and returns what it prints.
func run(t *testing.T, dir string, env []string, name string, args ...string) (out string, err error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
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

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
