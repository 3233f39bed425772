package lsp

import (
	"context"
	"fmt"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/reslint/reslint/internal/findings"
	"github.com/reslint/reslint/internal/rule"
)

// Hover implements protocol.Server: what was found at a place, why it matters, and what can be
// done.
func (s *Server) Hover(_ context.Context, params *protocol.HoverParams) (*protocol.Hover, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	res, list := s.found(fileOf(params.TextDocument.URI))
	at := protocol.Range{Start: params.Position, End: params.Position}
	var parts []string
	var where *protocol.Range
	for _, f := range list {
		d, ok := s.diagnostic(res, f)
		if isHint(*f) || !ok || !touch(d.Range, at) {
			continue
		}
		if where == nil {
			where = &d.Range
		}
		parts = append(parts, explained(f))
	}
	if where == nil {
		return nil, nil
	}
	return &protocol.Hover{
		Contents: &protocol.MarkupContent{Kind: s.can.hover, Value: strings.Join(parts, "\n\n---\n\n")},
		Range:    where,
	}, nil
}

// explained is what is known of a finding's rule, and what can be done, as Markdown that reads well as text,
// too. The message editors show by themselves.
func explained(f *findings.Finding) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**\n", f.Rule)
	if r := rule.Lookup(f.Rule); r != nil {
		fmt.Fprintf(&b, "\n%s\n", r.Doc.Compile().TextMarkdown)
	}
	for i, fix := range f.Fixes {
		if i == 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "- %s\n", fix.Message)
	}
	if f.URL != "" {
		fmt.Fprintf(&b, "\n[%s](%s)\n", f.Rule, f.URL)
	}
	return b.String()
}
