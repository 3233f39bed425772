package config

import (
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// For returns the choices that hold for a file, the weakest first.
func (f *File) For(file string) []Choice {
	list := []Choice{f.Choice}
	rel, err := filepath.Rel(f.Dir(), file)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return list
	}
	rel = filepath.ToSlash(rel)
	for _, p := range f.Paths {
		if p.matches(rel) {
			list = append(list, p.Choice)
		}
	}
	return list
}

// matches reports whether the pattern is that of a file, or of a folder above it.
func (p *Path) matches(rel string) bool {
	pattern := strings.TrimPrefix(p.Pattern, "./")
	return pattern == "." || doublestar.MatchUnvalidated(pattern, rel) || doublestar.MatchUnvalidated(pattern+"/**", rel)
}
