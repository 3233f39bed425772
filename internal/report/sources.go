package report

import (
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/reslint/reslint/internal/findings"
)

// Sources reads the files that findings stand in, each once.
type Sources struct {
	// Dir is the directory that file names are relative to.
	Dir string

	files map[string][]string
}

// Line returns the text of the line of p. It reports false if the file can't be read, is
// no text, or has no such line.
func (s *Sources) Line(p findings.Position) (string, bool) {
	lines, ok := s.files[p.File]
	if !ok {
		name := p.File
		if !filepath.IsAbs(name) {
			name = filepath.Join(s.Dir, name)
		}
		if data, err := os.ReadFile(name); err == nil {
			lines = strings.Split(string(data), "\n")
		}
		if s.files == nil {
			s.files = make(map[string][]string)
		}
		s.files[p.File] = lines
	}
	if p.Line < 1 || p.Line > len(lines) {
		return "", false
	}
	line := strings.TrimSuffix(lines[p.Line-1], "\r")
	return line, utf8.ValidString(line)
}

// position is the place of a byte of a file, counted from 0, or the zero Position.
func (s *Sources) position(file string, offset int) findings.Position {
	p := findings.Position{File: file, Line: 1}
	s.Line(p)
	for i, line := range s.files[file] {
		if offset <= len(line) {
			return findings.Position{File: file, Line: i + 1, Column: offset + 1}
		}
		offset -= len(line) + 1
	}
	return findings.Position{}
}
