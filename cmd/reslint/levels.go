package main

import (
	"path/filepath"
	"slices"

	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/directive"
	"github.com/reslint/reslint/internal/findings"
)

// warning returns what tells whether a finding lets the command succeed: what the settings
// file that governs its folder says, and the flags in the end. Names of files are relative to dir.
func (o *options) warning(dir string) func(findings.Finding) bool {
	return func(f findings.Finding) bool {
		name := f.Start.File
		if !filepath.IsAbs(name) {
			name = filepath.Join(dir, name)
		}
		var choices []config.Choice
		file := config.Nearest(o.configs, filepath.Dir(name))
		if o.config != "" && len(o.configs) > 0 {
			file = o.configs[0]
		}
		if file != nil {
			choices = file.For(name)
		}
		in := func(list []string) bool {
			return slices.ContainsFunc(list, func(name string) bool { return directive.Covers(name, f.Rule) })
		}
		warning := false
		for _, c := range append(choices, config.Choice{Warn: o.warn, Error: o.error}) {
			warning = (warning || in(c.Warn)) && !in(c.Error)
		}
		return warning
	}
}
