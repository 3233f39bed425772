package lsp

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/reslint/reslint/internal/findings"
)

// A result is what was found in the package of a folder.
type result struct {
	root     *root
	findings []findings.Finding
	warning  func(findings.Finding) bool
	// states are the files as they were when they were looked at: those of the package that
	// were open, and those that the findings name.
	states map[string]state
	// shown are the files for which the client was told something.
	shown map[string]bool
}

// A state is a file at a certain time.
type state struct {
	document *document // nil if it was not open
	seq      int
	text     *text
}

// work looks at one folder after the other, for as long as there is a client.
func (s *Server) work() {
	for {
		ctx, t, ok := s.schedule.next(s.background)
		if !ok {
			return
		}
		err := s.safely(ctx, t)
		stopped := ctx.Err() != nil
		if err != nil && !stopped {
			s.complain([]error{err})
		}
		s.schedule.done(t, stopped && !s.abandoned(t.dir))
	}
}

// safely looks at a folder. A fault of ours costs that look, and not the server.
func (s *Server) safely(ctx context.Context, t task) (err error) {
	defer func() {
		if p := recover(); p != nil {
			s.log(protocol.MessageTypeError, fmt.Sprintf("%v\n%s", p, debug.Stack()))
			err = fmt.Errorf("internal error in %s, please report it: %v", t.dir, p)
		}
	}()
	return s.look(ctx, t)
}

// abandoned reports whether nobody waits for the findings in a folder any more.
func (s *Server) abandoned(dir string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.life == shutDown || !s.isOpen(dir)
}

// look runs the engine on the package in a folder, and tells the client what was found.
func (s *Server) look(ctx context.Context, t task) error {
	dir := t.dir
	if _, err := os.Stat(dir); err != nil || s.abandoned(dir) {
		s.publish(dir, nil) // or the folder is gone, or not there yet
		return nil
	}
	r, err := s.rootOf(ctx, dir)
	if err != nil || r.library {
		return err
	}
	setup, err := s.setupOf(ctx, r)
	if err != nil {
		return err
	}
	overlay, states, err := s.writeOverlay(dir, r.dir)
	if err != nil {
		return err
	}
	patterns := s.patterns(r, dir)
	if len(patterns) == 0 {
		return nil
	}
	engine := *setup.Engine
	engine.Overlay = overlay
	stop := s.showProgress(dir, &engine, s.schedule.interrupt)
	res, err := engine.Run(ctx, patterns)
	stop()
	if err != nil || ctx.Err() != nil {
		return err
	}
	defer s.looked(dir, states)
	if s.broken(res) {
		return nil
	}
	s.publish(dir, &result{root: r, findings: res.Findings, warning: setup.Warning, states: states, shown: make(map[string]bool)})
	if err := s.relate(ctx, r, setup, overlay); err != nil {
		return err
	}
	if t.changed {
		s.mu.Lock()
		list := s.dependents(dir)
		s.mu.Unlock()
		s.schedule.addLater(list...)
	}
	return nil
}

// patterns name the package in a folder to the go command.
func (s *Server) patterns(r *root, dir string) []string {
	if r.module {
		return []string{dir}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var files []string
	for file := range s.documents {
		if filepath.Dir(file) == dir && !strings.HasSuffix(file, "_test.go") {
			files = append(files, file)
		}
	}
	return files
}

// broken reports whether the package could not be looked at. What was found before stays until
// it can: while one types, most of what one sees does not compile, and gopls tells why.
func (s *Server) broken(res *findings.Result) bool {
	for _, f := range res.Failures {
		if strings.Contains(f.Message, "internal error") {
			s.complain([]error{errors.New(f.String())})
		}
		s.log(protocol.MessageTypeLog, f.String())
	}
	return len(res.Failures) > 0
}
