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

// showProgress tells the user what the server is doing, and lets him stop it, until stop is
// called.
func (s *Server) showProgress(ctx context.Context, dir string, engine *findings.Engine) (stop func()) {
	s.mu.Lock()
	can := s.can.progress
	s.mu.Unlock()
	if !can {
		return func() {}
	}
	count, forget := engine.Count()
	done, ended := make(chan bool), make(chan bool)
	go func() {
		defer close(ended)
		s.watchProgress(ctx, filepath.Base(dir), count, done)
	}()
	return sync.OnceFunc(func() {
		close(done)
		<-ended
		forget()
	})
}

// watchProgress shows how far a run has come, if it takes longer.
func (s *Server) watchProgress(ctx context.Context, name string, count func() int, done <-chan bool) {
	tick := time.NewTimer(progressDelay)
	defer tick.Stop()
	select {
	case <-done:
		return
	case <-tick.C:
	}
	token := protocol.String(fmt.Sprintf("reslint-%d", s.tokens.Add(1)))
	if err := s.client.WorkDoneProgressCreate(ctx, &protocol.WorkDoneProgressCreateParams{Token: token}); err != nil {
		<-done
		return
	}
	say := func(v any) {
		s.client.Progress(s.background, &protocol.ProgressParams{Token: token, Value: jsonOf(v)})
	}
	yes := true
	title := "reslint: looking at " + name
	say(protocol.WorkDoneProgressBegin{Kind: "begin", Title: title, Cancellable: &yes})
	for {
		tick.Reset(progressDelay)
		select {
		case <-done:
			say(protocol.WorkDoneProgressEnd{Kind: "end"})
			return
		case <-tick.C:
			message := fmt.Sprintf("%d packages so far", count())
			say(protocol.WorkDoneProgressReport{Kind: "report", Message: &message})
		}
	}
}

// WorkDoneProgressCancel implements protocol.Server: the user does not want to wait. The folder is
// looked at again when something in it changes.
func (s *Server) WorkDoneProgressCancel(context.Context, *protocol.WorkDoneProgressCancelParams) error {
	s.schedule.interrupt()
	return nil
}
