package mend

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/reslint/reslint/internal/findings"
)

// A plan is what one pass changes.
type plan struct {
	result  *findings.Result
	sources map[string]*source
	edits   map[string][]findings.Edit // accepted, by file
	changes []Change
}

// plan chooses fixes and makes the changed files. A file that would no longer
// parse is left alone, with all fixes that touch it.
func (m *Mender) plan(ctx context.Context, res *findings.Result) (*plan, error) {
	for {
		p := &plan{result: res, sources: make(map[string]*source), edits: make(map[string][]findings.Edit)}
		for i := range res.Findings {
			m.choose(p, &res.Findings[i])
		}
		bad, err := m.render(ctx, p)
		if err != nil || bad == "" {
			return p, err
		}
	}
}

// choose takes the first fix of f into the plan, or tells why not.
func (m *Mender) choose(p *plan, f *findings.Finding) {
	f.Unfixed = ""
	if len(f.Fixes) == 0 {
		return
	}
	edits := f.Fixes[0].Edits
	for _, e := range edits {
		if f.Unfixed = m.check(p, e); f.Unfixed != "" {
			return
		}
	}
	for _, e := range edits {
		if !slices.Contains(p.edits[e.File], e) {
			p.edits[e.File] = append(p.edits[e.File], e)
		}
	}
}

// check tells why an edit can't be made, or returns "".
func (m *Mender) check(p *plan, e findings.Edit) string {
	if r, ok := m.blocked[e.File]; ok {
		return r.reason
	}
	src := p.sources[e.File]
	if src == nil {
		var r *refusal
		if src, r = m.scope.open(e.File); r != nil {
			if r.unwritable {
				m.blocked[e.File] = *r
			}
			return r.reason
		}
		p.sources[e.File] = src
	}
	if e.Start < 0 || e.Start > e.End || e.End > len(src.content) {
		return fmt.Sprintf("the fix edits bytes %d to %d of a file of %d", e.Start, e.End, len(src.content))
	}
	for _, other := range p.edits[e.File] {
		if e.Overlaps(other) {
			return "the fix overlaps another one"
		}
	}
	return ""
}

// render makes the changed files. It names a file that would no longer parse,
// which is then left alone.
func (m *Mender) render(ctx context.Context, p *plan) (bad string, err error) {
	p.changes = nil
	for _, name := range slices.Sorted(maps.Keys(p.edits)) {
		src := p.sources[name]
		names, err := m.rewriter.importNames(ctx, src)
		if err != nil {
			return "", err
		}
		content, err := rewrite(src, p.edits[name], names)
		if err != nil {
			m.blocked[name] = refusal{reason: "the fixed file would not parse: " + err.Error()}
			return name, nil
		}
		if string(content) != string(src.content) {
			p.changes = append(p.changes, Change{name, src.content, content})
		}
	}
	return "", nil
}

// refuseAll drops the plan's changes, and gives the reason to its findings.
func (p *plan) refuseAll(reason string) {
	p.changes = nil
	for i := range p.result.Findings {
		if f := &p.result.Findings[i]; len(f.Fixes) > 0 && f.Unfixed == "" {
			f.Unfixed = reason
		}
	}
}
