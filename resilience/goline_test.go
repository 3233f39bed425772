package resilience_test

import (
	"archive/zip"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A user at go 1.23 who imports the runtime keeps their go line and gains one
// require. The user's go command gets the module as users do, from a proxy; this
// one is a directory.
func TestUserKeepsGoLine(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command")
	}
	const (
		module  = "github.com/reslint/reslint/resilience"
		version = "v0.0.1"
	)
	proxy := t.TempDir()
	publish(t, filepath.Join(proxy, module, "@v"), module, version)

	user := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(user, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const before = "module example.com/user\n\ngo 1.23\n"
	write("go.mod", before)
	write("main.go", `package main

import (
	"context"
	"time"

	"`+module+`"
	"`+module+`/fault"
)

var orders = resilience.Must(resilience.New(resilience.Config{Timeout: time.Second}))

func main() {
	var down fault.Switch
	for a := range resilience.Attempts(context.Background(), orders) {
		if err := down.Apply(context.Background()); err == nil {
			break
		} else {
			a.Failed(err)
		}
	}
}
`)
	cache := t.TempDir()
	run := func(args ...string) string {
		t.Helper()
		cmd := exec.Command("go", args...)
		cmd.Dir = user
		cmd.Env = append(os.Environ(), "GOPROXY=file://"+filepath.ToSlash(proxy), "GOFLAGS=-mod=mod -modcacherw", "GOMODCACHE="+cache, "GOWORK=off", "GOTOOLCHAIN=local", "GOSUMDB=off")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	run("get", module+"@"+version)
	run("mod", "tidy")
	run("run", ".")
	run("vet", ".")
	after, err := os.ReadFile(filepath.Join(user, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	if want := before + "\nrequire " + module + " " + version + "\n"; string(after) != want {
		t.Errorf("go.mod is now\n%s\nwant\n%s", after, want)
	}
	if all := strings.Fields(run("list", "-m", "all")); len(all) != 3 {
		t.Errorf("modules: %v", all)
	}
}

// publish writes the module in this directory as a proxy serves it.
func publish(t *testing.T, dir, module, version string) {
	t.Helper()
	gomod, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	var archive bytes.Buffer
	w := zip.NewWriter(&archive)
	add := func(path string) {
		t.Helper()
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f, err := w.Create(module + "@" + version + "/" + filepath.ToSlash(path))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write(text); err != nil {
			t.Fatal(err)
		}
	}
	err = filepath.WalkDir(".", func(path string, d os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != ".":
			if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil || d.Name() == "testdata" {
				return filepath.SkipDir // a module of its own
			}
		case path == "go.mod" || strings.HasSuffix(path, ".go"):
			add(path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		"list":            []byte(version + "\n"),
		version + ".info": []byte(`{"Version":"` + version + `"}`),
		version + ".mod":  gomod,
		version + ".zip":  archive.Bytes(),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
