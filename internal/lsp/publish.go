package lsp

import (
	"cmp"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/reslint/reslint/internal/findings"
)

// publish takes what was found in the package of a folder, and tells the client; nil takes back
// what it was told.
func (s *Server) publish(dir string, res *result) {
	s.telling.Lock() // what comes later is told later
	defer s.telling.Unlock()
	s.mu.Lock()
	before := s.results[dir]
	shown := make(map[string]bool)
	if before != nil {
		maps.Copy(shown, before.shown)
	}
	if res == nil {
		delete(s.results, dir)
	} else {
		s.results[dir] = res
		s.complete(res)
		for file, d := range s.documents {
			if filepath.Dir(file) == dir {
				res.shown[d.file] = true // that there is nothing is worth to know, too
			}
		}
		for _, f := range res.findings {
			if !isHint(f) {
				res.shown[f.Start.File] = true
			}
		}
		maps.Copy(shown, res.shown)
		for _, st := range res.states {
			if st.document != nil && st.document == s.documents[st.document.file] {
				st.document.forget(st.seq)
			}
		}
	}
	var list []*protocol.PublishDiagnosticsParams
	for _, file := range slices.Sorted(maps.Keys(shown)) {
		p := &protocol.PublishDiagnosticsParams{URI: s.uriOf(file), Diagnostics: s.diagnostics(res, file)}
		if d := s.documents[file]; d != nil {
			p.Version = protocol.NewOptional(d.version)
		}
		list = append(list, p)
	}
	refresh := res != nil && s.settings.hints && s.can.refreshHints
	s.mu.Unlock()
	for _, p := range list {
		s.client.PublishDiagnostics(s.background, p)
	}
	if refresh {
		s.working.Go(func() { s.client.InlayHintRefresh(s.background) })
	}
}

// complete notes how the files are that the findings name, and that were not open.
func (s *Server) complete(res *result) {
	add := func(file string) {
		if _, ok := res.states[file]; ok || file == "" {
			return
		}
		t, err := s.textOf(file)
		if err != nil {
			return
		}
		st := state{text: t}
		if d := s.documents[file]; d != nil {
			st.document, st.seq = d, d.seq
		}
		res.states[file] = st
	}
	for _, f := range res.findings {
		add(f.Start.File)
		for _, r := range f.Related {
			add(r.Start.File)
		}
		for _, fix := range f.Fixes {
			for _, e := range fix.Edits {
				add(e.File)
			}
		}
	}
}

// diagnostics are the findings in a file as the client is told of them.
func (s *Server) diagnostics(res *result, file string) []protocol.Diagnostic {
	list := []protocol.Diagnostic{}
	for _, f := range res.in(file) {
		if isHint(*f) {
			continue
		}
		if d, ok := s.diagnostic(res, f); ok {
			list = append(list, d)
		}
	}
	return list
}

// diagnostic is not ok where the code that it is about is being changed.
func (s *Server) diagnostic(res *result, f *findings.Finding) (d protocol.Diagnostic, ok bool) {
	where, ok := s.placeOf(res, f.Start, f.End)
	if !ok {
		return d, false
	}
	d = protocol.Diagnostic{
		Range:           where,
		Severity:        protocol.DiagnosticSeverityWarning,
		Code:            protocol.String(f.Rule),
		CodeDescription: protocol.CodeDescription{Href: uri.URI(f.URL)},
		Source:          protocol.NewOptional("reslint"),
		Message:         protocol.String(f.Message),
	}
	if res.warning != nil && res.warning(*f) {
		d.Severity = protocol.DiagnosticSeverityInformation
	}
	for _, r := range f.Related {
		at, ok := s.placeOf(res, r.Start, r.End)
		if ok && s.can.related {
			d.RelatedInformation = append(d.RelatedInformation, protocol.DiagnosticRelatedInformation{
				Location: protocol.Location{URI: s.uriOf(r.Start.File), Range: at},
				Message:  r.Message,
			})
		}
	}
	return d, true
}

// placeOf is where a part of a file is now that was at start to end when it was looked at.
func (s *Server) placeOf(res *result, start, end findings.Position) (protocol.Range, bool) {
	st, ok := res.states[start.File]
	if !ok {
		return protocol.Range{}, false
	}
	from := st.text.at(start.Line, start.Column)
	to := st.text.at(cmp.Or(end.Line, start.Line), cmp.Or(end.Column, start.Column))
	t, from, to, ok := s.now(st, start.File, from, max(from, to))
	if !ok {
		return protocol.Range{}, false
	}
	if from == to {
		from, to = t.word(from)
	}
	return t.span(from, to), true
}

// now tells where a part of a file is that was at start to end when the file was as st says,
// and in which text.
func (s *Server) now(st state, file string, start, end int) (t *text, from, to int, ok bool) {
	if d := s.documents[file]; d != nil {
		if d == st.document {
			from, to, ok = d.now(st.seq, start, end)
			return d.text, from, to, ok
		}
		return d.text, start, end, d.text.content == st.text.content
	}
	data, err := os.ReadFile(file)
	return st.text, start, end, err == nil && string(data) == st.text.content
}

// found are the findings in a file, with the result that they belong to.
func (s *Server) found(file string) (*result, []*findings.Finding) {
	res := s.results[filepath.Dir(file)]
	return res, res.in(file)
}

// in are the findings in a file. Without a result, there are none.
func (res *result) in(file string) []*findings.Finding {
	if res == nil {
		return nil
	}
	var list []*findings.Finding
	for i := range res.findings {
		if res.findings[i].Start.File == file {
			list = append(list, &res.findings[i])
		}
	}
	return list
}
