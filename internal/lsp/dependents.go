package lsp

import (
	"context"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
)

// A relation is what is known of the package in a folder that is open: its import path, and
// those of all packages that it needs.
type relation struct {
	path    string
	deps    map[string]bool
	imports string // of the files that are open, as they were then
}

// dependents are the folders that are open and whose packages need the one in dir.
func (s *Server) dependents(dir string) []string {
	var list []string
	path := ""
	if rel := s.relations[dir]; rel != nil {
		path = rel.path
	}
	for _, other := range s.openDirs() {
		rel := s.relations[other]
		switch {
		case other == dir:
		case rel == nil || path == "":
			// Not known: the open package may need the other one, if it is of the same tree.
			if r := s.results[other]; r != nil && within(dir, r.root.dir) {
				list = append(list, other)
			}
		case rel.deps[path]:
			list = append(list, other)
		}
	}
	slices.Sort(list)
	return list
}

// relate asks the go command what the packages that are open need, where that is not known or
// their imports are others now.
func (s *Server) relate(ctx context.Context, r *root, setup *Setup, overlay string) error {
	s.mu.Lock()
	dirs := s.openDirs()
	imports := make(map[string]string)
	var ask []string
	for _, dir := range dirs {
		imports[dir] = s.importsIn(dir)
		if rel := s.relations[dir]; within(dir, r.dir) && (rel == nil || rel.imports != imports[dir]) {
			ask = append(ask, dir)
		}
	}
	s.mu.Unlock()
	if len(dirs) < 2 || len(ask) == 0 || !r.module {
		return nil // nobody to depend on
	}
	engine := *setup.Engine
	engine.Overlay = overlay
	packages, err := engine.List(ctx, ask)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range packages {
		rel := &relation{path: p.ImportPath, deps: make(map[string]bool), imports: imports[p.Dir]}
		for _, dep := range p.Deps {
			rel.deps[dep] = true
		}
		s.relations[p.Dir] = rel
	}
	return nil
}

// importsIn is the text of all imports of the files of a folder that are open.
func (s *Server) importsIn(dir string) string {
	var list []string
	for file, d := range s.documents {
		if filepath.Dir(file) != dir {
			continue
		}
		// What does not parse has the imports up to there.
		f, _ := parser.ParseFile(token.NewFileSet(), "", d.text.content, parser.ImportsOnly)
		if f == nil {
			continue
		}
		for _, spec := range f.Imports {
			list = append(list, spec.Path.Value)
		}
	}
	slices.Sort(list)
	return strings.Join(slices.Compact(list), " ")
}
