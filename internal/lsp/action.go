package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/reslint/reslint/internal/findings"
)

// fixAllKind is the kind of the action that editors run on save.
const fixAllKind protocol.CodeActionKind = protocol.CodeActionKindSourceFixAll + ".reslint"

// A proposal is an action whose edit is not made yet.
type proposal struct {
	action protocol.CodeAction
	draft  *draft // nil: the action is complete
}

// CodeAction implements protocol.Server.
func (s *Server) CodeAction(ctx context.Context, params *protocol.CodeActionParams) ([]protocol.CommandOrCodeAction, error) {
	// What an editor does on save, nobody looks at: it has to be about the text as it is.
	only := params.Context.Only
	if len(only) > 0 && !wanted(only, protocol.CodeActionKindQuickFix) && wanted(only, fixAllKind) {
		if err := s.upToDate(ctx, fileOf(params.TextDocument.URI)); err != nil {
			return nil, err
		}
	}
	var actions []protocol.CommandOrCodeAction
	for _, p := range s.proposals(params) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if p.draft != nil {
			edit, err := s.finish(ctx, p.draft)
			if err != nil {
				s.log(protocol.MessageTypeInfo, fmt.Sprintf("%q is not offered: %v", p.action.Title, err))
			}
			if edit == nil {
				continue
			}
			p.action.Edit = edit
		}
		actions = append(actions, &p.action)
	}
	return actions, nil
}

// proposals are the actions for what a client asked for.
func (s *Server) proposals(params *protocol.CodeActionParams) []proposal {
	s.mu.Lock()
	defer s.mu.Unlock()
	res, list := s.found(fileOf(params.TextDocument.URI))
	if res == nil {
		return nil
	}
	var out []proposal
	if wanted(params.Context.Only, protocol.CodeActionKindQuickFix) {
		out = s.quickFixes(res, list, params.Range)
	}
	if wanted(params.Context.Only, fixAllKind) && (len(params.Context.Only) == 0 || s.current(fileOf(params.TextDocument.URI))) {
		if d, n := s.fixAll(res, list, ""); n > 0 {
			out = append(out, proposal{action("Fix all that reslint can fix in this file", fixAllKind), d})
		}
	}
	return out
}

// wanted reports whether an action of the kind was asked for: kinds are hierarchical.
func wanted(only []protocol.CodeActionKind, kind protocol.CodeActionKind) bool {
	return len(only) == 0 || slices.ContainsFunc(only, func(k protocol.CodeActionKind) bool {
		return k == "" || k == kind || strings.HasPrefix(string(kind), string(k)+".")
	})
}

func action(title string, kind protocol.CodeActionKind) protocol.CodeAction {
	return protocol.CodeAction{Title: title, Kind: &kind}
}

// quickFixes are the actions for the findings at a place.
func (s *Server) quickFixes(res *result, list []*findings.Finding, at protocol.Range) []proposal {
	var out []proposal
	var rules []string
	for _, f := range list {
		d, ok := s.diagnostic(res, f)
		if isHint(*f) || !ok || !touch(d.Range, at) {
			continue
		}
		about := []protocol.Diagnostic{d}
		for i, fix := range f.Fixes {
			if draft := s.newDraft(res); s.add(draft, res, fix) {
				a := action(fix.Message, protocol.CodeActionKindQuickFix)
				first := i == 0
				a.Diagnostics, a.IsPreferred = about, &first
				out = append(out, proposal{a, draft})
			}
		}
		if edit := s.ignore(res, f.Rule, f.Start.File, d.Range.Start); edit != nil {
			a := action("Ignore "+f.Rule+" here, with a reason", protocol.CodeActionKindQuickFix)
			a.Diagnostics, a.Edit = about, edit
			out = append(out, proposal{action: a})
		}
		if !slices.Contains(rules, f.Rule) {
			rules = append(rules, f.Rule)
		}
	}
	for _, rule := range rules {
		if d, n := s.fixAll(res, list, rule); n > 1 {
			out = append(out, proposal{action("Fix all "+rule+" in this file", protocol.CodeActionKindQuickFix), d})
		}
		a := action("Explain "+rule, protocol.CodeActionKindQuickFix)
		a.Command = protocol.Command{Title: a.Title, Command: explainCommand, Arguments: []protocol.LSPAny{jsonOf(rule)}}
		out = append(out, proposal{action: a})
	}
	return out
}

// fixAll is the first fix of each finding of a rule, or of all rules, as far as they do
// not overlap, and how many they are.
func (s *Server) fixAll(res *result, list []*findings.Finding, rule string) (d *draft, n int) {
	d = s.newDraft(res)
	for _, f := range list {
		if (rule == "" || f.Rule == rule) && len(f.Fixes) > 0 && s.add(d, res, f.Fixes[0]) {
			n++
		}
	}
	return d, n
}

// ignore writes the comment that accepts a finding. Its reason is for the user to say: until it is there,
// the comment is not obeyed, and a finding itself.
func (s *Server) ignore(res *result, rule, file string, at protocol.Position) *protocol.WorkspaceEdit {
	d := s.newDraft(res)
	f, err := s.draftFile(d, file)
	if err != nil {
		return nil
	}
	line := f.text.line(int(at.Line))
	indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	comment := indent + "//reslint:ignore " + rule
	above := protocol.Range{Start: protocol.Position{Line: at.Line}, End: protocol.Position{Line: at.Line}}
	if !s.can.snippets {
		return d.with(new(protocol.WorkspaceEdit), f, []protocol.TextEdit{{Range: above, NewText: comment + "\n"}})
	}
	return d.withSnippet(f, &protocol.SnippetTextEdit{
		Range:   above,
		Snippet: protocol.StringValue{Kind: "snippet", Value: escapeSnippet(comment) + " ${1:why it is accepted here}\n"},
	})
}

// escapeSnippet makes a text one that stands for itself in a snippet.
func escapeSnippet(s string) string {
	return strings.NewReplacer(`\`, `\\`, `$`, `\$`, `}`, `\}`).Replace(s)
}

// touch reports whether two ranges have a place in common.
func touch(a, b protocol.Range) bool {
	return !before(a.End, b.Start) && !before(b.End, a.Start)
}

func before(a, b protocol.Position) bool {
	return a.Line < b.Line || a.Line == b.Line && a.Character < b.Character
}
