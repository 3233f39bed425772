package torture

import (
	"flag"
	"fmt"
	"go/build/constraint"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/txtar"
)

var all = flag.Bool("torture", false, "run TestTorture, which takes minutes")

// TestTorture runs the suite over all Go code that every machine with Go has.
func TestTorture(t *testing.T) {
	if !*all {
		t.Skip("-torture is not set")
	}
	w := theWorld(t)
	goroot := output(t, "go", "env", "GOROOT")
	tools := output(t, "go", "list", "-m", "-f", "{{.Dir}}", "golang.org/x/tools")
	t.Run("programs", func(t *testing.T) { everyFile(t, w, filepath.Join(goroot, "test")) })
	t.Run("folders", func(t *testing.T) { everyFolder(t, w, filepath.Join(goroot, "test")) })
	t.Run("types", func(t *testing.T) { everyFile(t, w, filepath.Join(goroot, "src/internal/types/testdata")) })
	t.Run("tools", func(t *testing.T) { everyFile(t, w, tools) })
	t.Run("tools-folders", func(t *testing.T) { everyFolder(t, w, tools) })
	t.Run("tools-archives", func(t *testing.T) { everyArchive(t, w, tools) })
	t.Run("std", func(t *testing.T) { everyPackage(t, w, "std") })
	t.Run("cmd", func(t *testing.T) { everyPackage(t, w, "cmd") })
}

// everyPackage analyses packages of the Go distribution, and what they import of it.
func everyPackage(t *testing.T, w *world, pattern string) {
	own, err := list("../..", pattern)
	if err != nil {
		t.Fatal(err)
	}
	w.add(own)
	var c count
	for _, p := range own {
		if p.ImportPath == "unsafe" || w.tried[p.ImportPath] {
			continue
		}
		w.tried[p.ImportPath] = true
		var names []string
		for _, name := range p.CompiledGoFiles {
			if !filepath.IsAbs(name) {
				name = filepath.Join(p.Dir, name)
			}
			names = append(names, name)
		}
		c.try(t, w, p.ImportPath, names, p.ImportMap)
	}
	c.tell(t)
}

// A count tells how much was looked at.
type count struct{ analysed, rejected, findings, fixes int }

func (c *count) tell(t *testing.T) {
	fmt.Fprintf(os.Stderr, "%s: %d packages analysed, %d do not type-check; %d findings, %d fixes\n", t.Name(), c.analysed, c.rejected, c.findings, c.fixes)
}

// try analyses one package, if it type-checks.
func (c *count) try(t *testing.T, w *world, path string, names []string, vendor map[string]string) {
	files, err := w.parse(names)
	defer func() { w.forget(files) }()
	if err != nil || len(files) == 0 {
		c.rejected++
		return
	}
	v := view{world: w, vendor: vendor}
	p, errs := v.check(path, files)
	if len(errs) > 0 {
		c.rejected++
		return
	}
	c.analysed++
	graph, err := analyse([]*packages.Package{p})
	if err != nil {
		t.Errorf("%s: %v", names[0], err)
		return
	}
	for _, act := range graph.Roots {
		c.findings += len(act.Diagnostics)
	}
	c.fixes += w.checkFixes(t, graph, map[*packages.Package]view{p: v})
}

// everyFile analyses each file as a package of its own.
func everyFile(t *testing.T, w *world, root string) {
	var c count
	walk(t, root, func(name string) {
		if strings.HasSuffix(name, ".go") {
			c.try(t, w, "example.com/file", []string{name}, nil)
		}
	})
	c.tell(t)
}

// everyFolder analyses the files of each folder below one called testdata, or one that ends in .dir, as a package.
func everyFolder(t *testing.T, w *world, root string) {
	var c count
	folders := make(map[string][]string)
	walk(t, root, func(name string) {
		dir := filepath.Dir(name)
		if strings.HasSuffix(name, ".go") && (strings.Contains(dir, "testdata") || strings.HasSuffix(dir, ".dir")) && built(name) {
			folders[dir] = append(folders[dir], name)
		}
	})
	for dir, names := range folders {
		if len(names) > 1 {
			c.try(t, w, "example.com/"+filepath.Base(dir), names, nil)
		}
	}
	c.tell(t)
}

// everyArchive analyses each file in archives of tests.
func everyArchive(t *testing.T, w *world, root string) {
	var c count
	tmp := t.TempDir()
	walk(t, root, func(name string) {
		if !strings.HasSuffix(name, ".txtar") && !strings.HasSuffix(name, ".txt") {
			return
		}
		archive, err := txtar.ParseFile(name)
		if err != nil {
			return
		}
		for i, f := range archive.Files {
			if !strings.HasSuffix(f.Name, ".go") && !strings.HasSuffix(f.Name, ".golden") {
				continue
			}
			file := filepath.Join(tmp, fmt.Sprintf("%d.go", i))
			if err := os.WriteFile(file, f.Data, 0o666); err != nil {
				t.Fatal(err)
			}
			c.try(t, w, "example.com/archive", []string{file}, nil)
		}
	})
	c.tell(t)
}

func walk(t *testing.T, root string, visit func(name string)) {
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			visit(name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// built reports whether the go command would build a file here.
func built(name string) bool {
	text, err := os.ReadFile(name)
	if err != nil || strings.HasSuffix(name, "_test.go") {
		return false
	}
	for line := range strings.Lines(string(text)) {
		if !constraint.IsGoBuild(line) {
			continue
		}
		expr, err := constraint.Parse(line)
		return err == nil && expr.Eval(func(tag string) bool {
			return slices.Contains([]string{runtime.GOOS, runtime.GOARCH, "unix", "gc"}, tag) || strings.HasPrefix(tag, "go1.")
		})
	}
	return true
}

func output(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}
