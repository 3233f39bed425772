package lsp

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"go.lsp.dev/protocol"

	"github.com/reslint/reslint/internal/findings"
)

// progressDelay is how long a run may take before the user is told of it: most are over by then.
const progressDelay = time.Second

// showProgress tells the user what the server is doing, and lets him stop it by cancel, until
// stop is called.
func (s *Server) showProgress(dir string, engine *findings.Engine, cancel func()) (stop func()) {
	s.mu.Lock()
	can := s.can.progress
	s.mu.Unlock()
	if !can {
		return func() {}
	}
	count, forget := engine.Count()
	ctx, done := context.WithCancel(s.background)
	ended := make(chan bool)
	go func() {
		defer close(ended)
		s.watchProgress(ctx, filepath.Base(dir), count, cancel)
	}()
	return sync.OnceFunc(func() {
		done()
		<-ended
		forget()
	})
}

// watchProgress shows how far a run has come that takes longer, until ctx is done.
func (s *Server) watchProgress(ctx context.Context, name string, count func() int, cancel func()) {
	tick := time.NewTimer(progressDelay)
	defer tick.Stop()
	select {
	case <-ctx.Done():
		return
	case <-tick.C:
	}
	token := protocol.String(fmt.Sprintf("reslint-%d", s.tokens.Add(1)))
	s.setWait(token, cancel)
	defer s.setWait(token, nil)
	if s.client.WorkDoneProgressCreate(ctx, &protocol.WorkDoneProgressCreateParams{Token: token}) != nil {
		return // the client does not want to know
	}
	say := func(v any) {
		s.client.Progress(s.background, &protocol.ProgressParams{Token: token, Value: jsonOf(v)})
	}
	yes := true
	say(protocol.WorkDoneProgressBegin{Kind: "begin", Title: "reslint: looking at " + name, Cancellable: &yes})
	for {
		tick.Reset(progressDelay)
		select {
		case <-ctx.Done():
			say(protocol.WorkDoneProgressEnd{Kind: "end"})
			return
		case <-tick.C:
			message := fmt.Sprintf("%d packages so far", count())
			say(protocol.WorkDoneProgressReport{Kind: "report", Message: &message})
		}
	}
}

func (s *Server) setWait(token protocol.String, cancel func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel == nil {
		delete(s.waits, string(token))
	} else {
		s.waits[string(token)] = cancel
	}
}

// WorkDoneProgressCancel implements protocol.Server: the user does not want to wait. What he stops
// is looked at again when something in it changes.
func (s *Server) WorkDoneProgressCancel(_ context.Context, params *protocol.WorkDoneProgressCancelParams) error {
	token, _ := params.Token.(protocol.String)
	s.mu.Lock()
	cancel := s.waits[string(token)]
	s.mu.Unlock()
	if cancel != nil {
		cancel()
	}
	return nil
}
