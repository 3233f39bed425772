package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A version of the shop is its source as it stands, or as fixes have left it, and the
// program that runs it.
type version struct {
	name, short string
	flags       []string // of reslint -fix; nil is none of it

	binary string
	left   string // what reslint says after its fixes
	diff   string // what they changed
}

var versions = []version{
	{name: "as written", short: "before"},
	{name: "reslint -fix", short: "fix", flags: []string{}},
	{name: "reslint -fix -runtime", short: "runtime", flags: []string{"-runtime"}},
}

// make copies the module, mends what stands under before, and builds the program around
// it. Nothing else differs between versions. All are made at the same place, one after
// the other, so that the dependencies are analysed once for each set of flags.
func (v version) make(work, module string, r reslint) (*version, error) {
	dir, err := copyModule(work, module)
	if err != nil {
		return nil, err
	}
	if v.flags != nil {
		if v.left, err = r.fix(dir, v.flags); err != nil {
			return nil, err
		}
		if v.diff, err = r.changes(dir, module); err != nil {
			return nil, err
		}
		if _, err := run(dir, "go", "vet", "./..."); err != nil {
			return nil, err
		}
	}
	v.binary = filepath.Join(work, v.short+".exe")
	_, err = run(dir, "go", "build", "-o", v.binary, "./run")
	return &v, err
}

// copyModule copies what the services and the program around them are made of into a
// folder below work, in the place of the copy before.
func copyModule(work, module string) (dir string, err error) {
	dir = filepath.Join(work, "shop")
	if err := os.RemoveAll(dir); err != nil {
		return "", err
	}
	for _, name := range []string{"before", "run"} {
		if err := os.CopyFS(filepath.Join(dir, name), os.DirFS(filepath.Join(module, name))); err != nil {
			return "", err
		}
	}
	for _, name := range []string{"go.mod", "go.sum", ".reslint.yaml"} {
		data, err := os.ReadFile(filepath.Join(module, name))
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			return "", err
		}
	}
	const runtime = "github.com/reslint/reslint/resilience"
	_, err = run(dir, "go", "mod", "edit", "-replace="+runtime+"="+filepath.Join(module, "..", "..", "resilience"))
	return dir, err
}

// reslint is the path of the command.
type reslint string

func buildReslint(work, module string) (reslint, error) {
	path := filepath.Join(work, "reslint.exe")
	_, err := run(filepath.Join(module, "..", ".."), "go", "build", "-o", path, "./cmd/reslint")
	return reslint(path), err
}

// report is what reslint says of the services as they are written.
func (r reslint) report(work, module string) (string, error) {
	dir, err := copyModule(work, module)
	if err != nil {
		return "", err
	}
	return r.run(dir, "./before/...")
}

// fix mends until nothing is left that has a fix, and returns what is left.
func (r reslint) fix(dir string, flags []string) (string, error) {
	args := append(append([]string{"-fix"}, flags...), "./before/...")
	for range 5 {
		said, err := r.run(dir, args...)
		if err != nil {
			return "", err
		}
		if !strings.Contains(said, "reslint: changed ") {
			return said, nil
		}
	}
	return "", errors.New("reslint -fix does not come to an end")
}

// run runs reslint, for which findings are no error.
func (r reslint) run(dir string, args ...string) (string, error) {
	said, err := run(dir, string(r), args...)
	if exit := new(exec.ExitError); errors.As(err, &exit) && exit.ExitCode() == 1 {
		err = nil
	}
	return said, err
}

// changes are those of the copy, file by file.
func (r reslint) changes(dir, module string) (string, error) {
	var all strings.Builder
	err := fs.WalkDir(os.DirFS(dir), "before", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		before, err := os.ReadFile(filepath.Join(module, name))
		if err != nil {
			return err
		}
		after, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		all.Write(unified(name, before, after))
		return nil
	})
	return all.String(), err
}

// run runs a command, and returns what it says.
func run(dir, name string, args ...string) (string, error) {
	var said, failed bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "PWD="+dir)
	cmd.Stdout, cmd.Stderr = &said, &failed
	if err := cmd.Run(); err != nil {
		return said.String() + failed.String(), fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, failed.String())
	}
	return said.String() + failed.String(), nil
}

// moduleDir is the folder of this module, in the checkout.
func moduleDir() (string, error) {
	file, err := run("", "go", "env", "GOMOD")
	if err != nil {
		return "", err
	}
	dir := filepath.Dir(strings.TrimSpace(file))
	if _, err := os.Stat(filepath.Join(dir, "before")); err != nil {
		return "", fmt.Errorf("run it in the checkout, in examples/shop: %w", err)
	}
	return dir, nil
}
