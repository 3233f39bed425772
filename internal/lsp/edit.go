package lsp

import (
	"context"
	"maps"
	"slices"

	"github.com/aymanbagabas/go-udiff" // the Go team's own diff, kept as a package; BSD-3
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/reslint/reslint/internal/findings"
	"github.com/reslint/reslint/internal/mend"
)

// A draft is what some fixes do to files, taken while nothing else is done. The files are
// changed to what reslint -fix would make of them, and the client is told the difference.
type draft struct {
	rewriter *mend.Rewriter
	versions bool // the client takes versions of documents
	files    map[string]*draftFile
}

// A draftFile is a file as the user sees it, and the edits to make in it.
type draftFile struct {
	uri     uri.URI
	version *int32 // nil if it is not open
	text    *text
	edits   []findings.Edit
}

func (s *Server) newDraft(res *result) *draft {
	return &draft{rewriter: res.root.rewriter, versions: s.can.versions, files: make(map[string]*draftFile)}
}

// add takes a fix, whole or not at all. It is not ok if the text is another one by now
// where the fix is made, or if the fix overlaps one that was taken.
func (s *Server) add(d *draft, res *result, fix findings.Fix) (ok bool) {
	var edits []findings.Edit
	for _, e := range fix.Edits {
		st, ok := res.states[e.File]
		if !ok || e.Start < 0 || e.Start > e.End || e.End > len(st.text.content) {
			return false
		}
		if _, e.Start, e.End, ok = s.now(st, e.File, e.Start, e.End); !ok {
			return false
		}
		f, err := s.draftFile(d, e.File)
		if err != nil || slices.ContainsFunc(f.edits, e.Overlaps) {
			return false
		}
		edits = append(edits, e)
	}
	for _, e := range edits {
		if f := d.files[e.File]; !slices.Contains(f.edits, e) {
			f.edits = append(f.edits, e)
		}
	}
	return len(edits) > 0
}

func (s *Server) draftFile(d *draft, file string) (*draftFile, error) {
	if f := d.files[file]; f != nil {
		return f, nil
	}
	t, err := s.textOf(file)
	if err != nil {
		return nil, err
	}
	f := &draftFile{uri: s.uriOf(file), text: t}
	if doc := s.documents[file]; doc != nil {
		version := doc.version
		f.version = &version
	}
	d.files[file] = f
	return f, nil
}

// finish makes the edits. They are nil where there is nothing to do.
func (s *Server) finish(ctx context.Context, d *draft) (*protocol.WorkspaceEdit, error) {
	s.rewriting.Lock() // a Rewriter serves one at a time
	defer s.rewriting.Unlock()
	edit, err := d.edit(ctx)
	if err != nil || len(edit.Changes) == 0 && len(edit.DocumentChanges) == 0 {
		return nil, err
	}
	return edit, nil
}

// edit is what the client has to do. It fails if a file does not parse.
func (d *draft) edit(ctx context.Context) (*protocol.WorkspaceEdit, error) {
	w := new(protocol.WorkspaceEdit)
	for _, name := range slices.Sorted(maps.Keys(d.files)) {
		f := d.files[name]
		if len(f.edits) == 0 {
			continue
		}
		content, err := d.rewriter.Rewrite(ctx, []byte(f.text.content), f.edits)
		if err != nil {
			return nil, err
		}
		w = d.with(w, f, f.difference(string(content)))
	}
	return w, nil
}

// with adds the edits of one file.
func (d *draft) with(w *protocol.WorkspaceEdit, f *draftFile, edits []protocol.TextEdit) *protocol.WorkspaceEdit {
	if !d.versions {
		if w.Changes == nil {
			w.Changes = make(map[uri.URI][]protocol.TextEdit)
		}
		w.Changes[f.uri] = edits
		return w
	}
	change := f.change()
	for i := range edits {
		change.Edits = append(change.Edits, &edits[i])
	}
	w.DocumentChanges = append(w.DocumentChanges, change)
	return w
}

// withSnippet is an edit in which the client lets the user fill in what is missing.
func (d *draft) withSnippet(f *draftFile, edit *protocol.SnippetTextEdit) *protocol.WorkspaceEdit {
	change := f.change()
	change.Edits = append(change.Edits, edit)
	return &protocol.WorkspaceEdit{DocumentChanges: []protocol.DocumentChange{change}}
}

func (f *draftFile) change() *protocol.TextDocumentEdit {
	return &protocol.TextDocumentEdit{TextDocument: protocol.OptionalVersionedTextDocumentIdentifier{
		TextDocumentIdentifier: protocol.TextDocumentIdentifier{URI: f.uri},
		Version:                f.version,
	}}
}

// difference is how the file becomes another text.
func (f *draftFile) difference(after string) []protocol.TextEdit {
	var list []protocol.TextEdit
	for _, e := range udiff.Strings(f.text.content, after) {
		list = append(list, protocol.TextEdit{Range: f.text.span(e.Start, e.End), NewText: e.New})
	}
	return list
}
