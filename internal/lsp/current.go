package lsp

import (
	"context"
	"path/filepath"
	"time"
)

// patience is how long an action waits for a look at the text as it is. Editors wait about as long
// before they save without it.
const patience = 3 * time.Second

// upToDate waits until the text of a file was looked at as it is, or for as long as an editor would wait.
func (s *Server) upToDate(ctx context.Context, file string) error {
	limit := time.NewTimer(patience)
	defer limit.Stop()
	for asked := false; ; asked = true {
		s.mu.Lock()
		d := s.documents[file]
		seen := d == nil || sameState(s.looks[filepath.Dir(file)], d)
		news := s.news
		s.mu.Unlock()
		if seen {
			return nil
		}
		if !asked {
			s.schedule.addFirst(filepath.Dir(file)) // looked at only when saved, perhaps
		}
		select {
		case <-news:
		case <-limit.C:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// current reports whether what was found in a file is about the text as it is.
func (s *Server) current(file string) bool {
	d, res := s.documents[file], s.results[filepath.Dir(file)]
	return d != nil && res != nil && sameState(res.states, d)
}

func sameState(states map[string]state, d *document) bool {
	st, ok := states[d.file]
	return ok && st.document == d && st.seq == d.seq
}

// looked notes how the files of a folder were when they were looked at, whatever came of it.
func (s *Server) looked(dir string, states map[string]state) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.looks[dir] = states
	close(s.news)
	s.news = make(chan struct{})
}
