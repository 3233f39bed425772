package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/reslint/reslint/internal/report"
	"github.com/reslint/reslint/internal/rule"
)

// The commands that a client may run.
const (
	// explainCommand takes the name of a rule, shows what is known of it, and returns it as
	// Markdown.
	explainCommand = "reslint.explain"
	// layersCommand takes the URI of a file or a folder, shows the page of the layers of retries of
	// the module around it, and returns the name of the page.
	layersCommand = "reslint.layers"
)

func commandNames() []string { return []string{explainCommand, layersCommand} }

// ExecuteCommand implements protocol.Server.
func (s *Server) ExecuteCommand(ctx context.Context, params *protocol.ExecuteCommandParams) (protocol.LSPAny, error) {
	var arg string
	if len(params.Arguments) != 1 || json.Unmarshal(params.Arguments[0], &arg) != nil {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s takes one text: the name of a rule, or the URI of a file or folder", params.Command)
	}
	switch params.Command {
	case explainCommand:
		return s.explain(ctx, arg)
	case layersCommand:
		return s.layers(ctx, arg)
	}
	return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s is unknown: there are %s", params.Command, strings.Join(commandNames(), ", "))
}

func (s *Server) explain(ctx context.Context, name string) (protocol.LSPAny, error) {
	r := rule.Lookup(name)
	if r == nil {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "there is no rule %q: reslint rules lists them", name)
	}
	page := filepath.Join(s.tmp, strings.ReplaceAll(name, "/", "-")+".md")
	if err := os.WriteFile(page, []byte(r.Markdown()), 0o600); err != nil {
		return nil, err
	}
	if !s.show(ctx, page, false) {
		s.client.ShowMessage(ctx, &protocol.ShowMessageParams{Type: protocol.MessageTypeInfo, Message: r.Text()})
	}
	return jsonOf(r.Markdown()), nil
}

func (s *Server) layers(ctx context.Context, where string) (protocol.LSPAny, error) {
	dir := fileOf(uri.URI(where))
	if dir == "" {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%q is not the URI of a file or folder", where)
	}
	if info, err := os.Stat(dir); err != nil {
		return nil, err
	} else if !info.IsDir() {
		dir = filepath.Dir(dir)
	}
	r, err := s.rootOf(ctx, dir)
	if err != nil {
		return nil, err
	}
	if !r.module {
		return nil, fmt.Errorf("there is no go.mod in %s or above it", dir)
	}
	s.mu.Lock()
	flags := s.settings.flags
	s.mu.Unlock()
	setup, err := s.newSetup(r.dir, append(append([]string(nil), flags...), "-only="+report.LayersRule))
	if err != nil {
		return nil, err
	}
	engine := *setup.Engine
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stop := s.showProgress(r.dir, &engine, cancel)
	res, err := engine.Run(ctx, []string{dir + "/..."})
	stop()
	if err != nil {
		return nil, err
	}
	for _, f := range res.Failures {
		s.log(protocol.MessageTypeWarning, "missing in the page of layers: "+f.String())
	}
	forest, err := report.Layers(res.Findings)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := forest.WriteHTML(&b, filepath.Base(r.dir)); err != nil {
		return nil, err
	}
	page := filepath.Join(s.tmp, "layers.html")
	if err := os.WriteFile(page, b.Bytes(), 0o600); err != nil {
		return nil, err
	}
	if !s.show(ctx, page, true) {
		s.client.ShowMessage(ctx, &protocol.ShowMessageParams{Type: protocol.MessageTypeInfo, Message: "the layers of retries: " + page})
	}
	return jsonOf(page), nil
}

// show has the client show a file, and reports whether it did.
func (s *Server) show(ctx context.Context, file string, external bool) bool {
	s.mu.Lock()
	can := s.can.show
	s.mu.Unlock()
	if !can {
		return false
	}
	res, err := s.client.ShowDocument(ctx, &protocol.ShowDocumentParams{URI: uri.File(file), External: &external})
	return err == nil && res != nil && res.Success
}
