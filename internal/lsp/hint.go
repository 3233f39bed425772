package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/reslint/reslint/internal/findings"
	"github.com/reslint/reslint/internal/layers"
	"github.com/reslint/reslint/internal/report"
)

// hintRules are the inventories that hints are made of. They are no faults, and nobody is told of
// them as of findings.
var hintRules = []string{report.LayersRule, "timeout/bound"}

func isHint(f findings.Finding) bool { return slices.Contains(hintRules, f.Rule) }

// InlayHint implements protocol.Server: how many calls a retry can become, and how long a call can
// take.
func (s *Server) InlayHint(_ context.Context, params *protocol.InlayHintParams) ([]protocol.InlayHint, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := []protocol.InlayHint{}
	if !s.settings.hints {
		return list, nil
	}
	res, found := s.found(fileOf(params.TextDocument.URI))
	for _, f := range found {
		if !isHint(*f) {
			continue
		}
		label, tip := hintOf(f)
		at, ok := s.placeOf(res, f.Start, f.End)
		if label == "" || !ok || !touch(at, params.Range) {
			continue
		}
		left := true
		list = append(list, protocol.InlayHint{
			Position:    at.End,
			Label:       protocol.String(label),
			Tooltip:     protocol.String(tip),
			PaddingLeft: &left,
		})
	}
	return list, nil
}

// hintOf is what a hint says, and what it says to who asks.
func hintOf(f *findings.Finding) (label, tip string) {
	if f.Rule != report.LayersRule {
		bound, call, _ := strings.Cut(f.Message, ": ")
		return bound, "the longest time for which " + call + " can wait"
	}
	chain, err := layers.Parse(f.Message)
	if err != nil {
		return "", ""
	}
	calls, known := chain.Calls()
	switch {
	case known && calls > 1:
		label = fmt.Sprintf("×%d", calls)
	case !known:
		label = "×?"
		for _, l := range chain.Layers {
			if l.Attempts == layers.Endless {
				label = "×∞"
			}
		}
	}
	return label, "one request can become this many calls: " + chain.String()
}
