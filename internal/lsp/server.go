// Package lsp is reslint's language server: findings as one types, and fixes with one key, in
// any editor that speaks the Language Server Protocol. It sits beside gopls, which loads no
// analysers of others.
//
// The server runs the same engine as the command, go vet with reslint as its tool, for one
// package at a time, with the unsaved buffers as an overlay. So the build cache answers for all
// that did not change, and what the editor shows is what the command would print.
package lsp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol" // BSD-3, LSP 3.18 generated from the specification's own model; gopls' protocol package is internal, tliron/glsp stale

	"github.com/reslint/reslint/internal/findings"
)

// Options are what the server is made of.
type Options struct {
	// Version is what the client is told.
	Version string
	// Setup makes the engine for the packages below a folder, from flags of the command.
	Setup func(dir string, flags []string) (*Setup, error)
	// Settings are the names of flags that the client may set, without the dash.
	Settings []string
}

// A Setup is how packages are looked at.
type Setup struct {
	Engine *findings.Engine
	// Warning reports whether the settings say that a finding is no error.
	Warning func(findings.Finding) bool
}

// A Server serves one client, over one connection.
type Server struct {
	protocol.UnimplementedServer

	options Options
	client  protocol.Client
	conn    jsonrpc2.Conn
	tmp     string            // where the buffers are, while they are looked at
	buffers map[string]string // the names of the buffers, by file

	background context.Context // of what is done without being asked for
	stop       context.CancelFunc
	working    sync.WaitGroup

	tokens    atomic.Int64 // of progress
	telling   sync.Mutex   // held while the client is told of findings,
	rewriting sync.Mutex   // while a text is rewritten,
	settingUp sync.Mutex   // while a setup is made

	mu        sync.Mutex // guards what follows
	life      lifecycle
	can       capabilities
	settings  settings
	initial   protocol.LSPAny             // settings, as the client gave them when it began
	documents map[string]*document        // those that are open, by file
	results   map[string]*result          // what was found, by folder
	looks     map[string]map[string]state // the files as they were at the last look, by folder
	news      chan struct{}               // closed after the next look
	roots     map[string]*root            // where the go command works, by folder
	relations map[string]*relation        // what the packages that are open need, by folder
	requests  map[jsonrpc2.ID]context.CancelFunc
	waits     map[string]func() // what stops a wait that the user is shown, by its token
	said      map[string]bool   // messages that the user has seen

	schedule schedule
}

// A lifecycle is how far client and server have come with each other.
type lifecycle int

const (
	unborn lifecycle = iota
	initialized
	shutDown
)

// New returns a server that has no client yet.
func New(options Options) *Server {
	return &Server{
		options:   options,
		documents: make(map[string]*document),
		results:   make(map[string]*result),
		looks:     make(map[string]map[string]state),
		news:      make(chan struct{}),
		roots:     make(map[string]*root),
		relations: make(map[string]*relation),
		requests:  make(map[jsonrpc2.ID]context.CancelFunc),
		waits:     make(map[string]func()),
		said:      make(map[string]bool),
	}
}

// errNoShutdown is the end of a client that did not say that it goes.
var errNoShutdown = errors.New("the client went away without asking the server to shut down")

// Run serves a client until it goes away. It returns an error if the client did so without
// notice, or spoke something else than the protocol.
func (s *Server) Run(ctx context.Context, client io.ReadWriteCloser) error {
	tmp, err := os.MkdirTemp("", "reslint-lsp-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	s.tmp = tmp
	s.background, s.stop = context.WithCancel(ctx)
	s.schedule.init()
	s.conn = jsonrpc2.NewConn(tolerant{jsonrpc2.NewStream(client)}, jsonrpc2.WithCodec(codec{}))
	s.client = protocol.ClientDispatcher(s.conn)
	s.conn.Go(s.background, s.handler())
	s.working.Go(s.work)
	select {
	case <-s.conn.Done():
	case <-s.background.Done():
	}
	s.stop()
	s.working.Wait()
	closed := s.conn.Close()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.life != shutDown {
		if err := s.conn.Err(); err != nil {
			return fmt.Errorf("reading from the client: %w", err)
		}
		return errors.Join(context.Cause(ctx), errNoShutdown)
	}
	return errors.Join(context.Cause(ctx), ignoreClosed(closed))
}

// ignoreClosed is for a client that closed its end first.
func ignoreClosed(err error) error {
	if errors.Is(err, os.ErrClosed) || errors.Is(err, io.ErrClosedPipe) {
		return nil
	}
	return err
}

// Initialize implements protocol.Server.
func (s *Server) Initialize(_ context.Context, params *protocol.InitializeParams) (*protocol.InitializeResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.life = initialized
	s.can = capabilitiesOf(params.Capabilities)
	s.initial = params.InitializationOptions
	set, errs := s.parseSettings(s.initial)
	s.settings = set
	s.working.Go(func() { s.complain(errs) })
	yes := true
	kind := protocol.TextDocumentSyncKindIncremental
	return &protocol.InitializeResult{
		ServerInfo: protocol.ServerInfo{Name: "reslint", Version: protocol.NewOptional(s.options.Version)},
		Capabilities: protocol.ServerCapabilities{
			PositionEncoding: s.can.encoding,
			TextDocumentSync: &protocol.TextDocumentSyncOptions{
				OpenClose: &yes,
				Change:    &kind,
				Save:      &protocol.SaveOptions{},
			},
			HoverProvider: protocol.Boolean(true),
			CodeActionProvider: &protocol.CodeActionOptions{
				CodeActionKinds: []protocol.CodeActionKind{protocol.CodeActionKindQuickFix, fixAllKind},
			},
			InlayHintProvider:      protocol.Boolean(true),
			ExecuteCommandProvider: protocol.ExecuteCommandOptions{Commands: commandNames()},
			Workspace: &protocol.WorkspaceOptions{
				WorkspaceFolders: &protocol.WorkspaceFoldersServerCapabilities{
					Supported:           &yes,
					ChangeNotifications: protocol.Boolean(true),
				},
			},
		},
	}, nil
}

// Initialized implements protocol.Server.
func (s *Server) Initialized(context.Context, *protocol.InitializedParams) error {
	s.working.Go(func() {
		s.watchFiles()
		s.askSettings()
	})
	return nil
}

// Shutdown implements protocol.Server.
func (s *Server) Shutdown(context.Context) error {
	s.mu.Lock()
	s.life = shutDown
	s.mu.Unlock()
	s.schedule.interrupt()
	return nil
}

// Exit implements protocol.Server.
func (s *Server) Exit(context.Context) error {
	s.stop()
	return nil
}
