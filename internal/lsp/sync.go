package lsp

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/reslint/reslint/internal/config"
)

// fileOf is the name of a file that a client means. It is empty for what is on no disk.
func fileOf(u uri.URI) string {
	if !u.IsFile() {
		return ""
	}
	return filepath.Clean(u.FsPath())
}

// DidOpen implements protocol.Server.
func (s *Server) DidOpen(_ context.Context, params *protocol.DidOpenTextDocumentParams) error {
	doc := params.TextDocument
	file := fileOf(doc.URI)
	if !strings.HasSuffix(file, ".go") {
		return nil // go.mod and the like: their changes come with those of files
	}
	s.mu.Lock()
	s.documents[file] = &document{
		uri:     doc.URI,
		file:    file,
		version: doc.Version,
		text:    newText(strings.Clone(doc.Text), s.can.encoding),
	}
	s.renewSetups()
	s.mu.Unlock()
	s.schedule.addFirst(filepath.Dir(file))
	return nil
}

// DidChange implements protocol.Server.
func (s *Server) DidChange(_ context.Context, params *protocol.DidChangeTextDocumentParams) error {
	file := fileOf(params.TextDocument.URI)
	s.mu.Lock()
	d := s.documents[file]
	if d == nil {
		s.mu.Unlock()
		return nil
	}
	d.change(params.ContentChanges)
	d.version = params.TextDocument.Version
	onSave := s.settings.onSave
	s.mu.Unlock()
	if !onSave {
		s.schedule.add(debounce, filepath.Dir(file))
	}
	return nil
}

// DidSave implements protocol.Server.
func (s *Server) DidSave(_ context.Context, params *protocol.DidSaveTextDocumentParams) error {
	s.filesChanged(fileOf(params.TextDocument.URI))
	return nil
}

// DidClose implements protocol.Server. The findings of a package go when none of its files is
// open any more: nobody would know when they are stale.
func (s *Server) DidClose(_ context.Context, params *protocol.DidCloseTextDocumentParams) error {
	file := fileOf(params.TextDocument.URI)
	dir := filepath.Dir(file)
	s.mu.Lock()
	d := s.documents[file]
	delete(s.documents, file)
	open := s.isOpen(dir)
	s.mu.Unlock()
	switch {
	case d == nil:
	case open:
		s.schedule.add(debounce, dir) // what was not saved is gone
	default:
		s.publish(dir, nil)
	}
	return nil
}

// isOpen reports whether a file of the folder is open.
func (s *Server) isOpen(dir string) bool {
	for file := range s.documents {
		if filepath.Dir(file) == dir {
			return true
		}
	}
	return false
}

// DidChangeWatchedFiles implements protocol.Server.
func (s *Server) DidChangeWatchedFiles(_ context.Context, params *protocol.DidChangeWatchedFilesParams) error {
	var files []string
	for _, e := range params.Changes {
		files = append(files, fileOf(e.URI))
	}
	s.filesChanged(files...)
	return nil
}

// DidChangeWorkspaceFolders implements protocol.Server. Which folders the editor shows does not
// matter: packages are looked at when one of their files is open.
func (s *Server) DidChangeWorkspaceFolders(context.Context, *protocol.DidChangeWorkspaceFoldersParams) error {
	return nil
}

// filesChanged looks again at what files on the disk are about.
func (s *Server) filesChanged(files ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var dirs []string
	for _, file := range files {
		switch base := filepath.Base(file); {
		case file == "":
		case strings.HasSuffix(file, ".go"):
			if dir := filepath.Dir(file); s.isOpen(dir) || s.results[dir] != nil {
				dirs = append(dirs, dir)
			}
			// A package that is not open may matter to one that is.
			dirs = append(dirs, s.dependents(filepath.Dir(file))...)
		case base == "go.mod" || base == "go.sum" || base == "go.work":
			s.roots = make(map[string]*root)
			dirs = append(dirs, s.openDirs()...)
		case base == config.Name || s.settings.names(file):
			s.renewSetups()
			dirs = append(dirs, s.openDirs()...)
		}
	}
	if len(dirs) > 0 {
		s.schedule.add(debounce, dirs...)
	}
}

// openDirs are the folders in which a file is open.
func (s *Server) openDirs() []string {
	seen := make(map[string]bool)
	var list []string
	for file := range s.documents {
		if dir := filepath.Dir(file); !seen[dir] {
			seen[dir] = true
			list = append(list, dir)
		}
	}
	return list
}

// textOf is the text of a file as the user sees it: the buffer, or what is on the disk.
func (s *Server) textOf(file string) (*text, error) {
	if d := s.documents[file]; d != nil {
		return d.text, nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return newText(string(data), s.can.encoding), nil
}

// uriOf names a file to the client, in the client's own words if it has named it.
func (s *Server) uriOf(file string) uri.URI {
	if d := s.documents[file]; d != nil {
		return d.uri
	}
	return uri.File(file)
}
