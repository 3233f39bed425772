package lsp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
)

// writeOverlay writes the buffers that differ from their files where the go command finds
// them, and returns the name of the file that says so: it is empty if all is saved. It returns, too, how the
// files in dir are that are open.
func (s *Server) writeOverlay(dir, root string) (name string, states map[string]state, err error) {
	s.mu.Lock()
	texts := make(map[string]string)
	states = make(map[string]state)
	for file, d := range s.documents {
		if filepath.Dir(file) == dir {
			states[file] = state{d, d.seq, d.text}
		}
		if within(file, root) {
			texts[file] = d.text.content
		}
	}
	s.mu.Unlock()
	replace := make(map[string]string)
	for file, content := range texts {
		if data, err := os.ReadFile(file); err == nil && string(data) == content {
			continue
		}
		buffer, err := s.writeBuffer(file, content)
		if err != nil {
			return "", nil, err
		}
		replace[file] = buffer
	}
	if len(replace) == 0 {
		return "", states, nil
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", nil, err
	}
	name = filepath.Join(s.tmp, "overlay.json")
	return name, states, os.WriteFile(name, data, 0o600)
}

// writeBuffer writes a buffer under the base name of its file, which messages and facts hold, in a folder that
// the file always has.
func (s *Server) writeBuffer(file, content string) (string, error) {
	if s.buffers == nil {
		s.buffers = make(map[string]string)
	}
	name := s.buffers[file]
	if name == "" {
		dir := filepath.Join(s.tmp, strconv.Itoa(len(s.buffers)))
		if err := os.Mkdir(dir, 0o700); err != nil {
			return "", err
		}
		name = filepath.Join(dir, filepath.Base(file))
		s.buffers[file] = name
	}
	return name, os.WriteFile(name, []byte(content), 0o600)
}
