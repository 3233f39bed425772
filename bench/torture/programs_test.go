package torture

import (
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"

	"golang.org/x/tools/go/packages"
)

// A unit is a package of a program in source.
type unit struct {
	path  string
	files []string
}

// A program is a package, after those of the cases that it imports.
type program []unit

// parts of the standard library that retry, wait, dial or hand on.
var parts = []string{"net/rpc", "net/smtp", "net/http/httputil", "net/http/cookiejar", "database/sql", "log/syslog", "expvar", "context", "net/textproto", "sync", "testing/iotest", "container/heap", "maps", "slices"}

// programs are what is mutated, always in the same order: each case of the rules, the packages of this module, and parts
// of the standard library.
var programs = sync.OnceValues(func() ([]program, error) {
	const cases = "../../testdata/src"
	var all []program
	folders := func(root string) (dirs []string, err error) {
		err = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
			if _, err := os.Stat(filepath.Join(name, "go.mod")); err == nil && name != root {
				return fs.SkipDir // it has imports of its own
			}
			if err == nil && d.IsDir() && len(goFiles(name)) > 0 {
				dirs = append(dirs, name)
			}
			return err
		})
		return dirs, err
	}
	dirs, err := folders(cases)
	if err != nil {
		return nil, err
	}
	for _, dir := range dirs {
		var p program
		if err := p.add(cases, dir); err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	for _, root := range []string{"../../internal", "../../analyzers", "../../resilience"} {
		dirs, err := folders(root)
		if err != nil {
			return nil, err
		}
		for _, dir := range dirs {
			if files := sources(dir); len(files) > 0 {
				all = append(all, program{{"example.com/" + filepath.Base(dir), files}})
			}
		}
	}
	for _, path := range parts {
		if files := sources(filepath.Join(build.Default.GOROOT, "src", path)); len(files) > 0 {
			all = append(all, program{{path, files}})
		}
	}
	return all, nil
})

// sources are the files of a folder that are built here, without tests.
func sources(dir string) []string {
	return slices.DeleteFunc(goFiles(dir), func(name string) bool { return !built(name) })
}

// add adds a case, and what it imports of other cases before it.
func (p *program) add(root, dir string) error {
	path, err := filepath.Rel(root, dir)
	if err != nil || slices.ContainsFunc(*p, func(u unit) bool { return u.path == path }) {
		return err
	}
	files := sources(dir)
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if dep := filepath.Join(root, imported); len(sources(dep)) > 0 {
				if err := p.add(root, dep); err != nil {
					return err
				}
			}
		}
	}
	*p = append(*p, unit{path, files})
	return nil
}

// check type-checks a program, with the texts in other files in the place of some.
func (w *world) check(p program) (pkgs []*packages.Package, v view, ok bool) {
	v = view{world: w, program: make(map[string]*packages.Package)}
	ok = true
	for _, u := range p {
		files, err := w.parse(u.files)
		if err != nil || len(files) == 0 {
			w.forget(files)
			return pkgs, v, false
		}
		checked, errs := v.check(u.path, files)
		pkgs = append(pkgs, checked)
		v.program[u.path] = checked
		ok = ok && len(errs) == 0
	}
	return pkgs, v, ok
}
