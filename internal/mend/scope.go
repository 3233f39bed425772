package mend

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"

	"github.com/reslint/reslint/internal/findings"
)

// A scope is the set of files that may be changed: the Go files of the named
// packages in the main modules. Vendored files are not in it, nor those that
// cgo translates, whose offsets in the stream are those of the translation.
type scope struct {
	packages map[string]string      // files, and the package of each
	seen     map[string]os.FileInfo // files as they were before the engine ran
}

func newScope(packages []*findings.Package) *scope {
	s := &scope{packages: make(map[string]string)}
	for _, p := range packages {
		// Files named on the command line belong to no module.
		named := p.ImportPath == "command-line-arguments"
		if !named && (p.Module == nil || !p.Module.Main) {
			continue
		}
		add := func(pkg string, files []string) {
			for _, name := range files {
				s.packages[filepath.Join(p.Dir, name)] = pkg
			}
		}
		add(p.ImportPath, p.GoFiles)
		add(p.ImportPath, p.TestGoFiles)
		add(p.ImportPath+"_test", p.XTestGoFiles)
	}
	return s
}

// snapshot notes how the files are now.
func (s *scope) snapshot() {
	s.seen = make(map[string]os.FileInfo)
	for name := range s.packages {
		if info, err := os.Lstat(name); err == nil {
			s.seen[name] = info
		}
	}
}

// A refusal is why a file is left alone.
type refusal struct {
	reason     string
	unwritable bool
}

// A source is a file that may be changed.
type source struct {
	content []byte
	syntax  *ast.File
}

// open reads a file that is to be changed, or tells why it may not be.
func (s *scope) open(name string) (*source, *refusal) {
	refuse := func(reason string) (*source, *refusal) { return nil, &refusal{reason: reason} }
	if _, ok := s.packages[name]; !ok {
		return refuse("not a file of the packages named, in the main module, that is compiled as it stands")
	}
	if err := writable(name); err != nil {
		return nil, &refusal{"cannot write the file: " + err.Error(), true}
	}
	content, err := readFile(name)
	if err != nil {
		return refuse(err.Error())
	}
	if !s.unchanged(name) {
		return refuse("the file changed while it was looked at; run reslint again")
	}
	src, err := parse(content)
	if err != nil {
		return refuse(err.Error())
	}
	return src, nil
}

// parse reads the text of a file that is to be changed.
func parse(content []byte) (*source, error) {
	syntax, err := parser.ParseFile(token.NewFileSet(), "", content, parser.ParseComments)
	switch {
	case err != nil:
		return nil, err
	case ast.IsGenerated(syntax):
		return nil, errors.New("the file is generated")
	case hasLineDirective(syntax):
		return nil, errors.New("the file has a //line comment, so that offsets are those of another file")
	}
	return &source{content, syntax}, nil
}

// unchanged reports whether the file is as it was when the engine began.
func (s *scope) unchanged(name string) bool {
	then := s.seen[name]
	now, err := os.Lstat(name)
	return err == nil && then != nil && os.SameFile(then, now) &&
		then.Size() == now.Size() && then.ModTime().Equal(now.ModTime())
}

func hasLineDirective(f *ast.File) bool {
	for _, group := range f.Comments {
		for _, c := range group.List {
			if strings.HasPrefix(c.Text, "//line ") || strings.HasPrefix(c.Text, "/*line ") {
				return true
			}
		}
	}
	return false
}
