package lsp

import (
	"slices"

	"go.lsp.dev/protocol"
)

// capabilities are what the client can do that not all clients can.
type capabilities struct {
	encoding     protocol.PositionEncodingKind
	hover        protocol.MarkupKind
	related      bool // shows related places
	versions     bool // takes edits of versioned documents
	snippets     bool // takes snippets in edits
	progress     bool
	watch        bool // can be asked to watch files
	configure    bool // can be asked for settings
	show         bool // shows documents
	refreshHints bool
}

func capabilitiesOf(c protocol.ClientCapabilities) capabilities {
	can := capabilities{encoding: protocol.PositionEncodingKindUTF16, hover: protocol.MarkupKindPlainText}
	if g := c.General; g != nil && slices.Contains(g.PositionEncodings, protocol.PositionEncodingKindUTF8) {
		can.encoding = protocol.PositionEncodingKindUTF8
	}
	if t := c.TextDocument; t != nil {
		if h := t.Hover; h != nil && slices.Contains(h.ContentFormat, protocol.MarkupKindMarkdown) {
			can.hover = protocol.MarkupKindMarkdown
		}
		if p := t.PublishDiagnostics; p != nil {
			can.related = isTrue(p.RelatedInformation)
		}
	}
	if w := c.Window; w != nil {
		can.progress = isTrue(w.WorkDoneProgress)
		can.show = w.ShowDocument != nil && w.ShowDocument.Support
	}
	if w := c.Workspace; w != nil {
		if e := w.WorkspaceEdit; e != nil {
			can.versions = isTrue(e.DocumentChanges)
			can.snippets = can.versions && isTrue(e.SnippetEditSupport)
		}
		can.watch = w.DidChangeWatchedFiles != nil && isTrue(w.DidChangeWatchedFiles.DynamicRegistration)
		can.configure = isTrue(w.Configuration)
		can.refreshHints = w.InlayHint != nil && isTrue(w.InlayHint.RefreshSupport)
	}
	return can
}

func isTrue(b *bool) bool { return b != nil && *b }
