package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/reslint/reslint/internal/baseline"
	"github.com/reslint/reslint/internal/findings"
	"github.com/reslint/reslint/internal/report"
	"github.com/reslint/reslint/internal/revision"
)

// keepNew makes the engine leave out the findings that are known: those of a baseline, and
// those on lines that are not new.
func (r *runner) keepNew(ctx context.Context) error {
	var known *baseline.Baseline
	var lines *revision.Lines
	var err error
	if name := r.opts.baseline; name != "" {
		if known, err = baseline.Read(name); err != nil {
			return fmt.Errorf("-baseline: %w", err)
		}
	}
	if rev := r.opts.newFromRev; rev != "" {
		if lines, err = revision.Since(ctx, r.engine.Dir, rev); err != nil {
			return fmt.Errorf("-new-from-rev: %w", err)
		}
	}
	if known == nil && lines == nil {
		return nil
	}
	r.engine.Keep = func(list []findings.Finding) []findings.Finding {
		if known != nil {
			list = known.New(list, r.fingerprints(list))
		}
		if lines == nil {
			return list
		}
		var fresh []findings.Finding
		for _, f := range list {
			if lines.Has(realPath(f.Start.File), f.Start.Line, f.End.Line) {
				fresh = append(fresh, f)
			}
		}
		return fresh
	}
	return nil
}

// realPath is the name of a file without symbolic links, as git tells it.
func realPath(name string) string {
	if dir, err := filepath.EvalSymlinks(filepath.Dir(name)); err == nil {
		return filepath.Join(dir, filepath.Base(name))
	}
	return name
}

func (r *runner) fingerprints(list []findings.Finding) []string {
	sources := report.Sources{Dir: r.engine.Dir}
	return findings.Fingerprints(list, sources.Line)
}

// record writes what was found to the file of -write-baseline. Entries of packages that were not
// looked at stay, if the packages are still there.
func (r *runner) record(ctx context.Context, res *findings.Result) (status int, err error) {
	if status, err = r.conclude(res); status == exitFailure {
		return status, err // an unseen package would have no known findings
	}
	name := r.opts.writeBaseline
	now := baseline.Of(findings.Relative(r.engine.Dir, res.Findings), r.fingerprints(res.Findings))
	if _, err := os.Stat(name); err == nil {
		before, err := baseline.Read(name)
		if err != nil {
			return exitFailure, fmt.Errorf("-write-baseline: %w", err)
		}
		others, err := r.others(ctx, before)
		if err != nil {
			return exitFailure, err
		}
		now.Keep(before, func(pkg string) bool { return others[pkg] })
	}
	data, err := now.Bytes()
	if err == nil {
		err = writeWhole(name, data)
	}
	if err != nil {
		return exitFailure, fmt.Errorf("-write-baseline: %w", err)
	}
	fmt.Fprintf(os.Stderr, "reslint: %s in %s\n", report.Plural(len(now.Entries), "finding"), name)
	return exitClean, nil
}

// others are the packages of a baseline that this run did not look at, and that there are.
func (r *runner) others(ctx context.Context, before *baseline.Baseline) (map[string]bool, error) {
	looked, err := r.engine.List(ctx, r.opts.patterns)
	if err != nil {
		return nil, err
	}
	seen := make(map[string]bool)
	for _, p := range looked {
		seen[p.ImportPath] = true
	}
	var rest []string
	for _, pkg := range before.Packages() {
		if !seen[pkg] {
			rest = append(rest, pkg)
		}
	}
	others := make(map[string]bool)
	if len(rest) == 0 {
		return others, nil
	}
	there, err := r.engine.List(ctx, rest)
	for _, p := range there {
		others[p.ImportPath] = len(p.GoFiles)+len(p.TestGoFiles)+len(p.XTestGoFiles) > 0
	}
	return others, err
}
