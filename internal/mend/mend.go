// Package mend applies the fixes of findings to files.
//
// It works on the stream of findings and not in the vet tool: the go command
// drops all fixes of a package where two of them overlap, and says nothing of
// the findings that it leaves.
package mend

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/reslint/reslint/internal/findings"
)

// maxPasses bounds how often Fix changes files. Each layer of overlapping
// fixes takes a pass; a fix that never comes to rest is a fault of its rule.
const maxPasses = 10

// A Mender mends the packages that its patterns name.
type Mender struct {
	engine   *findings.Engine
	patterns []string
	scope    *scope
	blocked  map[string]refusal // files that are left alone, and why
	rewriter *Rewriter
}

// An Outcome is what came of mending.
type Outcome struct {
	// Result is what is left, or in a preview what there is. A finding whose
	// fix was not applied tells why.
	*findings.Result
	// Before is the number of findings at the start.
	Before int
	// Changes are the files that were changed, or in a preview would be.
	Changes []Change
	// Unwritten are the files that could not be written, and why.
	Unwritten []string
}

// A Change is a file before and after.
type Change struct {
	File     string
	Old, New []byte
}

// New returns a Mender for the packages that the patterns name.
func New(ctx context.Context, engine *findings.Engine, patterns []string) (*Mender, error) {
	packages, err := engine.List(ctx, patterns)
	if err != nil {
		return nil, err
	}
	return &Mender{
		engine:   engine,
		patterns: patterns,
		scope:    newScope(packages),
		blocked:  make(map[string]refusal),
		rewriter: NewRewriter(engine),
	}, nil
}

// Preview plans one pass and changes nothing. Of fixes that overlap it has
// the first.
func (m *Mender) Preview(ctx context.Context) (*Outcome, error) {
	p, err := m.look(ctx)
	if err != nil {
		return nil, err
	}
	return &Outcome{Result: p.result, Before: len(p.result.Findings), Changes: p.changes, Unwritten: m.unwritten()}, nil
}

// Fix applies fixes and looks again until nothing changes. Whatever stops it,
// each file is whole.
func (m *Mender) Fix(ctx context.Context) (*Outcome, error) {
	out := &Outcome{Before: -1}
	originals := make(map[string][]byte)
	var written *plan // the pass before, if it changed files
	for pass := 0; ; pass++ {
		p, err := m.look(ctx)
		if err != nil {
			return nil, err
		}
		if out.Before < 0 {
			out.Before = len(p.result.Findings)
		}
		if written != nil && m.undo(written, p.result.Failures) {
			written = nil
			continue
		}
		if pass >= maxPasses {
			p.refuseAll(fmt.Sprintf("fixes still change this file after %d passes", maxPasses))
		} else if p, err = m.write(ctx, p); err != nil {
			return nil, err
		}
		if len(p.changes) == 0 {
			out.Result, out.Unwritten = p.result, m.unwritten()
			out.Changes, err = compare(originals)
			return out, err
		}
		for _, c := range p.changes {
			if _, ok := originals[c.File]; !ok {
				originals[c.File] = c.Old
			}
		}
		written = p
	}
}

// compare returns how the files now differ from what they were.
func compare(originals map[string][]byte) ([]Change, error) {
	var list []Change
	for _, name := range slices.Sorted(maps.Keys(originals)) {
		now, err := readFile(name)
		if err != nil {
			return nil, err
		}
		if string(now) != string(originals[name]) {
			list = append(list, Change{name, originals[name], now})
		}
	}
	return list, nil
}

// look runs the engine and plans what to change.
func (m *Mender) look(ctx context.Context) (*plan, error) {
	m.scope.snapshot()
	res, err := m.engine.Run(ctx, m.patterns)
	if err != nil {
		return nil, err
	}
	return m.plan(ctx, res)
}

// write changes the files of the plan. Where one can't be written there is
// another plan without it, since a fix is applied whole or not at all.
func (m *Mender) write(ctx context.Context, p *plan) (*plan, error) {
	for {
		name, err := writeAll(p.changes)
		if err == nil {
			return p, nil
		}
		if name == "" {
			return nil, err
		}
		m.blocked[name] = refusal{reason: "cannot write the file: " + err.Error(), unwritable: true}
		if p, err = m.plan(ctx, p.result); err != nil {
			return nil, err
		}
	}
}

// undo takes back what the pass before changed where it broke a package that
// was whole, and reports whether it changed files.
func (m *Mender) undo(written *plan, failures []findings.Failure) bool {
	broken := make(map[string]string)
	var reason string
	for _, f := range failures {
		if !slices.Contains(written.result.Failures, f) {
			broken[f.Package] = f.Message
			reason = f.Message
		}
	}
	if len(broken) == 0 {
		return false
	}
	guilty := func(c Change) bool { return broken[m.scope.packages[c.File]] != "" }
	if !slices.ContainsFunc(written.changes, guilty) {
		// A package broke that imports one of those changed.
		guilty = func(Change) bool { return true }
	}
	undone := false
	for _, c := range written.changes {
		if !guilty(c) {
			continue
		}
		if s, ok := broken[m.scope.packages[c.File]]; ok {
			reason = s
		}
		line, _, _ := strings.Cut(reason, "\n")
		m.blocked[c.File] = refusal{reason: "the fixed file did not compile: " + line}
		_, err := writeAll([]Change{{c.File, c.New, c.Old}})
		undone = undone || err == nil
	}
	return undone
}

// unwritten lists the files that could not be written.
func (m *Mender) unwritten() []string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(m.blocked)) {
		if r := m.blocked[name]; r.unwritable {
			list = append(list, findings.RelativePath(m.engine.Dir, name)+": "+r.reason)
		}
	}
	return list
}
